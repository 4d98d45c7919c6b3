"""Whom does a memory know, and how do they hang together? Its entities, its graph and its themes."""

from collections.abc import Sequence

from quaidpy.domain.graph.edges import Connection, Edge, Neighbourhood
from quaidpy.domain.graph.entities import Entity, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, NodeId, OperationId, ThemeId
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.themes import Theme
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.ports.graph import CypherTable
from quaidpy.remember.changing import editing
from quaidpy.services.parts import Parts
from quaidpy.services.spaces_of_memory import SpacesOfMemory


class GraphOfMemory(SpacesOfMemory):
    """The part of a `Memory` that asks of entities and of the graph."""

    def named(self, ids: Sequence[EntityId]) -> list[Entity]:
        """Entities by id, in the order asked; ids that do not exist are left out."""
        return self._store.entities(self._front, ids)

    def mentions(self, nodes: Sequence[NodeId]) -> list[Mention]:
        """The entities that memories and turns speak of."""
        return self._store.mentions_of(self._front, nodes)

    def about(self, entity: EntityId, *, limit: int = 10) -> list[Statement]:
        """Memories that mention the entity, last stated first."""
        return self._store.memories(self._front, self._store.memories_about(self._front, entity, limit=limit))

    def edges_called(self, ids: Sequence[EdgeId]) -> list[Edge]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.edges(self._front, ids)

    def stated_by(self, memories: Sequence[MemoryId]) -> list[Edge]:
        """The edges that memories state, history included."""
        return self._store.edges_stated_by(self._front, memories)

    def around(self, nodes: Sequence[NodeId], *, depth: int = 1, fanout: int = 25) -> Neighbourhood:
        """What lies within `depth` steps now; each node shows its `fanout` heaviest links."""
        return self._parts.graph.around(self._front, nodes, depth=depth, fanout=fanout)

    def entities(self) -> list[Entity]:
        return self._store.all_entities(self._front)

    def entity(self, name: str) -> Entity:
        parts = self._knowing(name)
        return editing.entity_called(name, parts.owner, parts.remembering)

    def add_alias(self, name: str, alias: str) -> OperationId:
        parts = self._knowing(name)
        return editing.add_alias(name, alias, parts.owner, parts.remembering)

    def remove_alias(self, name: str, alias: str) -> OperationId:
        parts = self._knowing(name)
        return editing.remove_alias(name, alias, parts.owner, parts.remembering)

    def node(self, name: str) -> NodeId:
        """The memory or entity meant by an id or a name."""
        parts = self._knowing(name)
        return editing.node_called(name, parts.owner, parts.remembering)

    def edges(self, nodes: Sequence[NodeId]) -> list[Edge]:
        """All that start or end at one of the nodes, history included."""
        return self._store.edges_of(self._front, nodes)

    def themes(self) -> list[Theme]:
        """What several memories have in common, the largest first."""
        return sorted(self._store.all_themes(self._front), key=lambda theme: (-len(theme.members), theme.id))

    def called_themes(self, ids: Sequence[ThemeId]) -> list[Theme]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.themes(self._front, ids)

    def theme(self, identity: ThemeId) -> Theme:
        """Raises NotFoundError."""
        for theme in self.called_themes([identity]):
            return theme
        raise NotFoundError(f"no theme {identity}; `quaid themes list` prints them")

    def follow(self) -> None:
        """Let the graph engine catch up with the rows; for idle moments, `cypher` does it by itself."""
        self._parts.graph.catch_up(self.owner)

    def path(self, source: str, target: str, *, max_steps: int = 6) -> Connection:
        """Edges stay inside a space: none leads from one to another."""
        ends = self.node(source), self.node(target)
        return self._parts.graph.path(self._front, *ends, max_steps=max_steps)

    def cypher(self, text: str, *, limit: int = 1000) -> CypherTable:
        """Read-only Cypher over the graph of one space: the one that was asked, else the caller's own.

        Raises UsageError with the engine's reason, or when several spaces are asked.
        """
        if len(self._parts.asked) > 1:
            raise UsageError("a graph is of one space; name one")
        return self._parts.graph.cypher(self._readable[0], text, limit=limit)

    def _knowing(self, name: str) -> Parts:
        """Where somebody or something of this name or id is; one's own space comes first."""
        spaces = self.asked_spaces()
        store = self._parts.remembering.store
        held = store.holders([space.key for space in spaces], [name])
        knows = (
            space for space in spaces if held.get(name) == space.key or store.entities_named(space.key, name)
        )
        return self._parts_of(next(knows, spaces[0]))
