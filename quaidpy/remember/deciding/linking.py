"""Which edges does a chunk add and end?"""

from collections.abc import Callable, Iterable
from datetime import datetime

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import EDGE_PREFIX, EdgeId, EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.memories.drafts import EdgeDraft
from quaidpy.domain.memories.memory import Memory, Source, is_undated, may_end
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.ports.machine import IdSource
from quaidpy.ports.storage import MemoryStore
from quaidpy.remember.deciding.succession import Succession, end, join, succeed

RELATED = "related"
_OF_ONE = frozenset({"has_occupation", "prefers", "dislikes", "has_hobby", "speaks", "interested_in"})


class EdgeLedger:
    """Edges as they will be after this transaction: stored ones, overlaid with what was added or closed."""

    def __init__(
        self,
        store: MemoryStore,
        owner: Owner,
        ids: IdSource,
        relations: RelationMap,
        source_of: Callable[[MemoryId], Source],
    ) -> None:
        self._store, self._owner, self._ids, self._relations = store, owner, ids, relations
        self._source_of = source_of
        self._changed: dict[EdgeId, Edge] = {}
        self._untaken: set[EdgeId] = set()
        self.unknown_relations: list[tuple[str, str]] = []

    def take_changed(self) -> list[Edge]:
        """New and altered edges since the last call, by id."""
        taken = [self._changed[i] for i in sorted(self._untaken)]
        self._untaken.clear()
        return taken

    def take_unknown_relations(self) -> list[tuple[str, str]]:
        """Relations that the map does not know, since the last call, each with the statement it is from."""
        taken, self.unknown_relations = self.unknown_relations, []
        return taken

    def add(
        self, draft: EdgeDraft, source: EntityId, target: EntityId, memory: Memory, *, now: datetime
    ) -> Succession:
        """Fit a drafted relation in; returns the edge added, if any, and the edges it ended."""
        if source == target:
            return Succession(added=None)
        if not draft.is_known:
            self.unknown_relations.append((draft.relation, memory.text))
        source, target = self._ordered(draft.relation, source, target)
        new = self._edge(source, draft.relation, target, memory, draft, now)
        existing = self._existing(source, draft.relation)
        if draft.ends:
            return self._put_all(end(new, existing, now=now, may_end=self._may_end))
        # Two documents on John Middleton are of two men as often as not, and none of them says which is the later.
        succession = (
            join(new, existing)
            if is_undated(memory)
            else succeed(new, existing, self._relations, now=now, may_end=self._may_end)
        )
        return self._put_all(succession)

    def _put_all(self, succession: Succession) -> Succession:
        for edge in (succession.added, *succession.closed):
            if edge is not None:
                self._put(edge)
        return succession

    def _may_end(self, by: Edge, ended: Edge) -> bool:
        """An edge without a memory was drawn by hand."""
        sources = (self._source_of(edge.memory) if edge.memory else Source.USER for edge in (by, ended))
        return may_end(*sources)

    def relate(self, memory: Memory, other: MemoryId, *, now: datetime) -> None:
        source, target = sorted((memory.id, other))
        edge = Edge(
            id=EdgeId(self._ids.new(EDGE_PREFIX)),
            owner=self._owner,
            source=source,
            relation=RELATED,
            target=target,
            lifetime=Lifetime(recorded_at=now),
            weight=0.5,
            memory=memory.id,
        )
        self._put(edge)

    def all_ended(self, memory: MemoryId) -> bool:
        """Whether every relation that the memory states has an end, of those that can be succeeded.

        "Ana works at A as an engineer": having an occupation never ends by itself, and must not keep the job alive.
        """
        own = self.stated_by(memory)
        own = [edge for edge in own if self._relations.is_exclusive(edge.relation)] or own
        return all(edge.lifetime.valid_to is not None for edge in own)

    def ends_stated(self, memory: MemoryId) -> tuple[list[EntityId], list[EntityId]]:
        """Whom the relations join that a memory states: those that are over, and those in relations that hold.

        What somebody is or likes is told of the same one alone, and ends with the rest.
        """
        over: list[EntityId] = []
        holding: list[EntityId] = []
        for edge in self.stated_by(memory):
            ends = [EntityId(edge.source), EntityId(edge.target)]
            if edge.lifetime.valid_to is not None:
                over += ends
            elif edge.relation not in _OF_ONE:
                holding += ends
        return over, holding

    def stated_by(self, memory: MemoryId) -> list[Edge]:
        """The relations that a memory states, stored or about to be, by id."""
        stored = self._overlaid(self._store.edges_stated_by(self._owner, [memory]))
        known = {edge.id for edge in stored}
        here = [e for e in self._changed.values() if e.memory == memory and e.id not in known]
        return [edge for edge in (*stored, *here) if edge.relation != RELATED]

    def _existing(self, source: NodeId, relation: str) -> list[Edge]:
        stored = self._overlaid(self._store.edges_of(self._owner, [source], relations=[relation]))
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

    def _put(self, edge: Edge) -> None:
        self._changed[edge.id] = edge
        self._untaken.add(edge.id)

    def _edge(
        self,
        source: EntityId,
        relation: str,
        target: EntityId,
        memory: Memory,
        draft: EdgeDraft,
        now: datetime,
    ) -> Edge:
        is_of_memory = not draft.ends and not self._relations.is_undated_role(relation)
        start = draft.valid_from or (memory.lifetime.valid_from if is_of_memory else None)
        if start is None and not draft.ends and self._relations.is_exclusive(relation):
            start = memory.stated_at  # what succeeds what is told by when it began
        return Edge(
            id=EdgeId(self._ids.new(EDGE_PREFIX)),
            owner=self._owner,
            source=source,
            relation=relation,
            target=target,
            lifetime=Lifetime(recorded_at=now, valid_from=start, valid_to=draft.valid_to),
            confidence=draft.confidence,
            memory=memory.id,
        )
