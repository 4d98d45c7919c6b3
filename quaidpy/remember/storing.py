"""How does a chunk of findings become rows? Everything is decided first, then written in one transaction."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol, assert_never

import numpy as np

from quaidpy.domain.drafts import Extraction, MemoryDraft, Rejection, RejectionReason
from quaidpy.domain.edges import Edge
from quaidpy.domain.entities import Mention
from quaidpy.domain.episodes import Episode
from quaidpy.domain.identity import MEMORY_PREFIX, MemoryId, NodeId, Owner
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.memories import LIVE_STATUSES, Memory, Status
from quaidpy.domain.operations import Cause, Decision
from quaidpy.domain.queries import Filter, Shelf
from quaidpy.domain.readings import Reading
from quaidpy.domain.relations import RelationMap
from quaidpy.domain.text import content_hash
from quaidpy.domain.tuning import ResolutionTuning
from quaidpy.ports import Clock, IdSource, MemoryStore, SearchIndex, Vector
from quaidpy.remember.embedding import Embedded
from quaidpy.remember.entity_resolution import EntityResolver
from quaidpy.remember.linking import EdgeLedger
from quaidpy.remember.resolution import (
    Confirm,
    Insert,
    Neighbour,
    Resolution,
    is_twin,
    resolve,
    triple_of,
    triples_of,
)
from quaidpy.remember.stating import confirmed, memory_of
from quaidpy.remember.succession import Succession

_MOST_KEYWORDS = 8  # of a memory that two readers found


class StoringTools(Protocol):
    """The part of the tools that storing needs."""

    @property
    def store(self) -> MemoryStore: ...
    @property
    def search(self) -> SearchIndex: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def ids(self) -> IdSource: ...
    @property
    def relations(self) -> RelationMap: ...
    @property
    def resolution(self) -> ResolutionTuning: ...
    @property
    def is_retired(self) -> Callable[[str], bool]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkOutcome:
    """What storing did, by count; ids of the memories that are new, confirmed and superseded."""

    inserted: tuple[MemoryId, ...] = ()
    confirmed: tuple[MemoryId, ...] = ()
    superseded: tuple[MemoryId, ...] = ()
    entities: int = 0
    edges: int = 0
    doubts: int = 0

    def plus(self, other: "ChunkOutcome") -> "ChunkOutcome":
        return ChunkOutcome(
            inserted=self.inserted + other.inserted,
            confirmed=self.confirmed + other.confirmed,
            superseded=self.superseded + other.superseded,
            entities=self.entities + other.entities,
            edges=self.edges + other.edges,
            doubts=self.doubts + other.doubts,
        )


def store_chunk(
    extraction: Extraction,
    episode: Episode,
    vectors: Embedded,
    tools: StoringTools,
    cause: Cause,
    reading: Reading | None = None,
) -> tuple[ChunkOutcome, list[Rejection]]:
    """Resolve every draft against what is known and among each other, then commit once.

    `reading`: the stretch whose reading by a model this completes; its drafts may restate what rules found there.
    """
    now = tools.clock.now()
    plan = _Plan(episode=episode, vectors=vectors, tools=tools, now=now, seeks_twins=reading is not None)
    for draft in extraction.drafts:
        plan.take(draft)
    mentions = plan.turn_mentions(extraction)
    outcome = plan.outcome()
    with tools.store.writing(cause) as writing:
        writing.put_episode(episode)
        for entity in plan.entities.take_changed():
            writing.put_entity(entity)
        for memory in plan.changed.values():
            writing.put_memory(memory)
        for edge in plan.edges.changed():
            writing.put_edge(edge)
        writing.put_mentions([*plan.mentions, *mentions])
        if vectors.identity is not None:
            writing.put_vectors(vectors.identity, vectors.by_text)
        writing.log_decisions(plan.decisions)
        writing.put_readings([reading] if reading else [])
        for relation, example in plan.edges.unknown_relations:
            writing.queue_relation(relation, example)
    return outcome, plan.rejections


@dataclass(slots=True, kw_only=True)
class _Plan:
    """What one chunk will change, built draft by draft so that later drafts see earlier ones."""

    episode: Episode
    vectors: Embedded
    tools: StoringTools
    now: datetime
    seeks_twins: bool = False
    changed: dict[MemoryId, Memory] = field(default_factory=dict)
    inserted: list[MemoryId] = field(default_factory=list)
    confirmed: list[MemoryId] = field(default_factory=list)
    superseded: list[MemoryId] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    triples: dict[MemoryId, frozenset[tuple[str, str, str]]] = field(default_factory=dict)
    names: dict[MemoryId, frozenset[str]] = field(default_factory=dict)
    entities: EntityResolver = field(init=False)
    edges: EdgeLedger = field(init=False)

    def __post_init__(self) -> None:
        tools = self.tools
        self.entities = EntityResolver(tools.store, self.owner, tools.ids, tools.resolution)
        self.edges = EdgeLedger(tools.store, self.owner, tools.ids, tools.relations, self.now)

    @property
    def owner(self) -> Owner:
        return self.episode.owner

    def take(self, draft: MemoryDraft) -> None:
        digest = content_hash(draft.text)
        if self.tools.is_retired(digest):
            self._reject(draft, RejectionReason.RETIRED)
        elif same := self._with_hash(digest):
            self._confirm(draft, same, Confirm(existing=same.id, reason="the same words", similarity=1.0))
        elif self.seeks_twins and (twin := self._twin(draft)):
            self._enrich(twin, draft)
        else:
            self._settle(draft, digest, resolve(draft, self._neighbours(draft), self.tools.resolution))

    def outcome(self) -> ChunkOutcome:
        return ChunkOutcome(
            inserted=tuple(self.inserted),
            confirmed=tuple(self.confirmed),
            superseded=tuple(self.superseded),
            entities=self.entities.count_changed(),
            edges=len(self.edges.changed()),
            doubts=sum(decision.outcome == "doubt" for decision in self.decisions),
        )

    def turn_mentions(self, extraction: Extraction) -> list[Mention]:
        best: dict[tuple[NodeId, NodeId], Mention] = {}
        for turn, mention in extraction.turn_mentions:
            entity = self.entities.resolve(mention.entity)
            _keep_heaviest(best, Mention(turn, entity.id, mention.weight))
        return list(best.values())

    def _settle(self, draft: MemoryDraft, digest: str, resolution: Resolution) -> None:
        match resolution:
            case Confirm(existing=existing):
                self._confirm(draft, self._memory(existing), resolution)
            case Insert():
                self._insert(draft, digest, resolution)
            case _:
                assert_never(resolution)

    def _confirm(self, draft: MemoryDraft, existing: Memory, resolution: Confirm) -> None:
        if set(draft.evidence) <= set(existing.evidence):
            self._reject(draft, RejectionReason.DUPLICATE)
            return
        self.changed[existing.id] = confirmed(existing, draft.evidence, self.tools.resolution)
        self.confirmed.append(existing.id)
        self._log("confirm", resolution.reason, draft, other=existing.id, similarity=resolution.similarity)

    def _twin(self, draft: MemoryDraft) -> Memory | None:
        """A memory that was made of the same words and says the same: rules and model read one sentence each."""
        turns = [evidence.turn for evidence in draft.evidence]
        found = self.tools.store.memories_from_turns(self.owner, turns)
        ids = dict.fromkeys(i for ids in found.values() for i in ids)
        here = [self._memory(i) for i in ids]
        near = self._near(draft, here)
        twins = [
            (score, memory)
            for memory, score in near
            if memory.status in LIVE_STATUSES
            and is_twin(draft, memory, score, self._triples_of(memory.id), self.tools.resolution)
        ]
        return max(twins, key=lambda twin: (twin[0], twin[1].id), default=(0.0, None))[1]

    def _near(self, draft: MemoryDraft, memories: Iterable[Memory]) -> list[tuple[Memory, float]]:
        """Each with its cosine to the draft; 0 where a vector is missing."""
        some = list(memories)
        vector = self.vectors.by_text.get(draft.text)
        if vector is None:
            return [(memory, 0.0) for memory in some]
        query = np.frombuffer(vector, dtype=np.float32)
        stored = self.tools.search.vectors(self.owner, [memory.id for memory in some])
        cosines = {node: float(query @ np.frombuffer(v, dtype=np.float32)) for node, v in stored.items()}
        return [(memory, cosines.get(memory.id, 0.0)) for memory in some]

    def _enrich(self, existing: Memory, draft: MemoryDraft) -> None:
        """Give the memory the relations and keywords that the other reader saw; its words stay."""
        known = self._triples_of(existing.id)
        fresh = [edge for edge in draft.edges if triple_of(edge) not in known]
        keywords = tuple(dict.fromkeys([*existing.keywords, *draft.keywords]))[:_MOST_KEYWORDS]
        if not fresh and keywords == existing.keywords:
            self._reject(draft, RejectionReason.DUPLICATE)
            return
        self.changed[existing.id] = replace(existing, keywords=keywords)
        self.triples[existing.id] = known | {triple_of(edge) for edge in fresh}
        self._mention(existing.id, draft)
        for drafted in fresh:
            subject, target = self.entities.resolve(drafted.subject), self.entities.resolve(drafted.object)
            succession = self.edges.add(drafted, subject.id, target.id, existing)
            self._supersede(succession.closed, by=existing)
        self._log("enrich", "made of the same words", draft, other=existing.id, similarity=1.0)

    def _insert(self, draft: MemoryDraft, digest: str, resolution: Insert) -> None:
        memory = memory_of(draft, self.episode, MemoryId(self.tools.ids.new(MEMORY_PREFIX)), digest, self.now)
        self.changed[memory.id] = memory
        self.inserted.append(memory.id)
        self.triples[memory.id] = triples_of(draft)
        self._mention(memory.id, draft)
        for drafted in draft.edges:
            subject, target = self.entities.resolve(drafted.subject), self.entities.resolve(drafted.object)
            succession = self.edges.add(drafted, subject.id, target.id, memory)
            self._adopt_interval(memory.id, succession)
            self._supersede(succession.closed, by=memory)
        for other in resolution.related:
            self.edges.relate(memory, other)
        if resolution.doubt:
            doubt = resolution.doubt
            self._log("doubt", doubt.difference, draft, other=doubt.memory, similarity=doubt.similarity)

    def _adopt_interval(self, memory: MemoryId, succession: Succession) -> None:
        """A statement that ends another is true from then on; one that arrives late ends where the next begins."""
        if succession.added is None:
            return
        interval, own = succession.added.lifetime, self.changed[memory].lifetime
        if succession.closed and own.valid_from is None:
            own = replace(own, valid_from=interval.valid_from)
        if interval.valid_to is not None and own.valid_to is None and len(self.triples[memory]) == 1:
            own = own.closed(valid_to=interval.valid_to, now=self.now)
        self.changed[memory] = replace(self.changed[memory], lifetime=own)

    def _mention(self, memory: MemoryId, draft: MemoryDraft) -> None:
        best: dict[tuple[NodeId, NodeId], Mention] = {}
        names: set[str] = set()
        for mention in draft.mentions:
            entity = self.entities.resolve(mention.entity)
            names.add(entity.name.casefold())
            _keep_heaviest(best, Mention(memory, entity.id, mention.weight))
        self.names[memory] = frozenset(names)
        self.mentions.extend(best.values())

    def _supersede(self, closed: Iterable[Edge], *, by: Memory) -> None:
        """A memory whose every exclusive relation has ended is history; one that says more stays."""
        for edge in closed:
            if edge.memory is None or edge.memory == by.id:
                continue
            if not self.edges.all_ended(edge.memory):
                continue
            old = self._memory(edge.memory)
            if old.status not in LIVE_STATUSES or edge.lifetime.valid_to is None:
                continue
            lifetime = old.lifetime.closed(valid_to=edge.lifetime.valid_to, now=self.now)
            self.changed[old.id] = replace(
                old, status=Status.SUPERSEDED, lifetime=lifetime, superseded_by=by.id
            )
            self.superseded.append(old.id)

    def _with_hash(self, digest: str) -> Memory | None:
        here = [m for m in self.changed.values() if m.content_hash == digest and m.status in LIVE_STATUSES]
        if here:
            return here[0]
        stored = self.tools.store.memories_with_hash(self.owner, digest)
        alive = [self.changed.get(m.id, m) for m in stored]
        return next((m for m in alive if m.status in LIVE_STATUSES), None)

    def _memory(self, memory: MemoryId) -> Memory:
        return self.changed.get(memory) or self.tools.store.memories(self.owner, [memory])[0]

    def _neighbours(self, draft: MemoryDraft) -> list[Neighbour]:
        vector = self.vectors.by_text.get(draft.text)
        if vector is None:
            return []
        moment = Moment(as_of=self.now, known_at=self.now)
        keep = Filter(owner=self.owner, scopes=(self.episode.scope,), moment=moment)
        hits = self.tools.search.nearest(
            vector, Shelf.MEMORIES, keep, limit=self.tools.resolution.dedup_neighbours
        )
        near = {MemoryId(hit.node): hit.score for hit in hits} | self._near_here(vector)
        close = {i: score for i, score in near.items() if score >= self.tools.resolution.related_similarity}
        memories = [self._memory(i) for i in close]
        found = [
            Neighbour(
                memory=memory,
                similarity=close[memory.id],
                entities=self._names_in(memory.id),
                triples=self._triples_of(memory.id),
            )
            for memory in memories
            if memory.status in LIVE_STATUSES
        ]
        return sorted(found, key=lambda neighbour: (-neighbour.similarity, neighbour.memory.id))

    def _near_here(self, vector: "Vector[float]") -> dict[MemoryId, float]:
        """Similarity to the memories this chunk adds, which no index knows yet."""
        query = np.frombuffer(vector, dtype=np.float32)
        pairs = ((i, self.vectors.by_text.get(self.changed[i].text)) for i in self.inserted)
        return {i: float(query @ np.frombuffer(v, dtype=np.float32)) for i, v in pairs if v is not None}

    def _names_in(self, memory: MemoryId) -> frozenset[str]:
        if memory not in self.names:
            mentions = self.tools.store.mentions_of(self.owner, [memory])
            entities = self.tools.store.entities(self.owner, [mention.entity for mention in mentions])
            self.names[memory] = frozenset(entity.name.casefold() for entity in entities)
        return self.names[memory]

    def _triples_of(self, memory: MemoryId) -> frozenset[tuple[str, str, str]]:
        if memory not in self.triples:
            self.triples[memory] = self.edges.triples_stated_by(memory)
        return self.triples[memory]

    def _reject(self, draft: MemoryDraft, reason: RejectionReason) -> None:
        self.rejections.append(Rejection(turn=draft.evidence[0].turn, text=draft.text, reason=reason))

    def _log(
        self, outcome: str, reason: str, draft: MemoryDraft, *, other: MemoryId, similarity: float
    ) -> None:
        self.decisions.append(
            Decision(outcome=outcome, reason=reason, text=draft.text, other=other, similarity=similarity)
        )


def _keep_heaviest(best: dict[tuple[NodeId, NodeId], Mention], mention: Mention) -> None:
    key = (mention.node, mention.entity)
    if key not in best or best[key].weight < mention.weight:
        best[key] = mention
