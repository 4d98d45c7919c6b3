"""Which edges does a chunk add and end?"""

from collections.abc import Iterable
from datetime import datetime

from quaidpy.domain.drafts import EdgeDraft
from quaidpy.domain.edges import Edge
from quaidpy.domain.identity import EDGE_PREFIX, EdgeId, EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.lifetimes import Lifetime
from quaidpy.domain.memories import Memory
from quaidpy.domain.relations import RelationMap
from quaidpy.ports import IdSource, MemoryStore
from quaidpy.remember.succession import Succession, succeed

RELATED = "related"


class EdgeLedger:
    """Edges as they will be after this chunk: stored ones, overlaid with what the chunk added or closed."""

    def __init__(
        self, store: MemoryStore, owner: Owner, ids: IdSource, relations: RelationMap, now: datetime
    ) -> None:
        self._store, self._owner, self._ids = store, owner, ids
        self._relations, self._now = relations, now
        self._changed: dict[EdgeId, Edge] = {}
        self.unknown_relations: list[tuple[str, str]] = []

    def changed(self) -> list[Edge]:
        """By id."""
        return [self._changed[i] for i in sorted(self._changed)]

    def add(self, draft: EdgeDraft, source: EntityId, target: EntityId, memory: Memory) -> Succession:
        """Fit a drafted relation in; returns the edge added, if any, and the edges it ended."""
        if source == target:
            return Succession(added=None)
        if not draft.is_known:
            self.unknown_relations.append((draft.relation, memory.text))
        source, target = self._ordered(draft.relation, source, target)
        new = self._edge(source, draft.relation, target, memory, draft)
        succession = succeed(new, self._existing(source, draft.relation), self._relations, now=self._now)
        for edge in (succession.added, *succession.closed):
            if edge is not None:
                self._changed[edge.id] = edge
        return succession

    def relate(self, memory: Memory, other: MemoryId) -> None:
        source, target = sorted((memory.id, other))
        edge = Edge(
            id=EdgeId(self._ids.new(EDGE_PREFIX)),
            owner=self._owner,
            source=source,
            relation=RELATED,
            target=target,
            lifetime=Lifetime(recorded_at=self._now),
            weight=0.5,
            memory=memory.id,
        )
        self._changed[edge.id] = edge

    def all_ended(self, memory: MemoryId) -> bool:
        """Whether every relation that the memory states has an end, of those that can be succeeded.

        "Ana works at A as an engineer": having an occupation never ends by itself, and must not keep the job alive.
        """
        stated = self._overlaid(self._store.edges_stated_by(self._owner, [memory]))
        stated += [e for e in self._changed.values() if e.memory == memory and e not in stated]
        own = [edge for edge in stated if edge.relation != RELATED]
        own = [edge for edge in own if self._relations.is_exclusive(edge.relation)] or own
        return all(edge.lifetime.valid_to is not None for edge in own)

    def triples_stated_by(self, memory: MemoryId) -> frozenset[tuple[str, str, str]]:
        """(subject name, relation, object name), lower case."""
        edges = [e for e in self._store.edges_stated_by(self._owner, [memory]) if e.relation != RELATED]
        ends = [EntityId(node) for edge in edges for node in (edge.source, edge.target)]
        names = {e.id: e.name.casefold() for e in self._store.entities(self._owner, ends)}
        return frozenset(
            (names.get(EntityId(edge.source), ""), edge.relation, names.get(EntityId(edge.target), ""))
            for edge in edges
        )

    def _existing(self, source: NodeId, relation: str) -> list[Edge]:
        stored = self._overlaid(self._store.edges_of(self._owner, [source], relation=relation))
        known = {edge.id for edge in stored}
        here = [e for e in self._changed.values() if e.id not in known and e.relation == relation]
        return [edge for edge in (*stored, *here) if edge.source == source]

    def _overlaid(self, edges: Iterable[Edge]) -> list[Edge]:
        return [self._changed.get(edge.id, edge) for edge in edges]

    def _ordered(self, relation: str, source: EntityId, target: EntityId) -> tuple[EntityId, EntityId]:
        """Symmetric relations were ordered by the names in the text; ids decide once names are resolved."""
        if self._relations.is_symmetric(relation) and target < source:
            return target, source
        return source, target

    def _edge(
        self, source: EntityId, relation: str, target: EntityId, memory: Memory, draft: EdgeDraft
    ) -> Edge:
        start = draft.valid_from or memory.lifetime.valid_from
        if start is None and self._relations.is_exclusive(relation):
            start = memory.stated_at  # what succeeds what is told by when it began
        return Edge(
            id=EdgeId(self._ids.new(EDGE_PREFIX)),
            owner=self._owner,
            source=source,
            relation=relation,
            target=target,
            lifetime=Lifetime(recorded_at=self._now, valid_from=start, valid_to=draft.valid_to),
            confidence=draft.confidence,
            memory=memory.id,
        )
