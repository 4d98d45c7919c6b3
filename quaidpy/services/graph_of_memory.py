"""Whom does a memory know, and how do they hang together? Its entities and its graph."""

from collections.abc import Sequence

from quaidpy.domain.graph.edges import Connection, Edge, Neighbourhood
from quaidpy.domain.graph.entities import Entity, Mention
from quaidpy.domain.identity import EdgeId, EntityId, MemoryId, NodeId, OperationId
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.ports.graph import CypherTable
from quaidpy.remember.changing import editing
from quaidpy.services.parts import Parts


class GraphOfMemory:
    """The part of a `Memory` that asks of entities and of the graph."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.owner = parts.owner
        self._store = parts.remembering.store

    @property
    def parts(self) -> Parts:
        """What this memory works with; for the janitor and the server."""
        return self._parts

    def named(self, ids: Sequence[EntityId]) -> list[Entity]:
        """Entities by id, in the order asked; ids that do not exist are left out."""
        return self._store.entities(self.owner, ids)

    def mentions(self, nodes: Sequence[NodeId]) -> list[Mention]:
        """The entities that memories and turns speak of."""
        return self._store.mentions_of(self.owner, nodes)

    def about(self, entity: EntityId, *, limit: int = 10) -> list[Statement]:
        """Memories that mention the entity, last stated first."""
        return self._store.memories(self.owner, self._store.memories_about(self.owner, entity, limit=limit))

    def edges_called(self, ids: Sequence[EdgeId]) -> list[Edge]:
        """In the order asked; ids that do not exist are left out."""
        return self._store.edges(self.owner, ids)

    def stated_by(self, memories: Sequence[MemoryId]) -> list[Edge]:
        """The edges that memories state, history included."""
        return self._store.edges_stated_by(self.owner, memories)

    def around(self, nodes: Sequence[NodeId], *, depth: int = 1, fanout: int = 25) -> Neighbourhood:
        """What lies within `depth` steps now; each node shows its `fanout` heaviest links."""
        return self._parts.graph.around(self.owner, nodes, depth=depth, fanout=fanout)

    def entities(self) -> list[Entity]:
        return self._store.all_entities(self.owner)

    def entity(self, name: str) -> Entity:
        return editing.entity_called(name, self.owner, self._parts.remembering)

    def add_alias(self, name: str, alias: str) -> OperationId:
        return editing.add_alias(name, alias, self.owner, self._parts.remembering)

    def remove_alias(self, name: str, alias: str) -> OperationId:
        return editing.remove_alias(name, alias, self.owner, self._parts.remembering)

    def node(self, name: str) -> NodeId:
        """The memory or entity meant by an id or a name."""
        return editing.node_called(name, self.owner, self._parts.remembering)

    def edges(self, nodes: Sequence[NodeId]) -> list[Edge]:
        """All that start or end at one of the nodes, history included."""
        return self._store.edges_of(self.owner, nodes)

    def follow(self) -> None:
        """Let the graph engine catch up with the rows; for idle moments, `cypher` does it by itself."""
        self._parts.graph.catch_up(self.owner)

    def path(self, source: str, target: str, *, max_steps: int = 6) -> Connection:
        return self._parts.graph.path(self.owner, self.node(source), self.node(target), max_steps=max_steps)

    def cypher(self, text: str, *, limit: int = 1000) -> CypherTable:
        """Read-only Cypher over the owner's graph. Raises UsageError with the engine's reason."""
        return self._parts.graph.cypher(self.owner, text, limit=limit)
