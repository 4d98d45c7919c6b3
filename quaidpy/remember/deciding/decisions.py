"""What will these findings change? Decided draft by draft, later drafts seeing earlier ones; nothing is written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import assert_never

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, Mention
from quaidpy.domain.identity import MEMORY_PREFIX, EntityId, MemoryId, NodeId, Owner
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.drafts import Extraction, MemoryDraft, Rejection, RejectionReason, triple_of
from quaidpy.domain.memories.episodes import Episode
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory, Status
from quaidpy.domain.memories.operations import Cause, Decision
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.storage import Writing
from quaidpy.remember.deciding.draft_to_memory import confirmed, memory_of, retired_of, reworded
from quaidpy.remember.deciding.embedding import Embedded
from quaidpy.remember.deciding.known_memories import KnownMemories
from quaidpy.remember.deciding.linking import EdgeLedger
from quaidpy.remember.deciding.outcomes import ChunkOutcome
from quaidpy.remember.deciding.overtaking import says_more
from quaidpy.remember.deciding.resolution import (
    NEVER_MERGED,
    Confirm,
    Insert,
    Neighbour,
    Resolution,
    Reword,
    Ruling,
    is_twin,
    resolve,
    ruled,
    triples_of,
)
from quaidpy.remember.deciding.succession import Succession
from quaidpy.remember.deciding.supersession import EndingDraft, Supersession
from quaidpy.remember.people.entity_resolution import EntityResolver
from quaidpy.remember.tools import RememberTools

_MOST_KEYWORDS = 8  # of a memory that two readers found


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What was found in one stretch of an episode, and why it is stored; `episode` as it is when that is done.

    `reading`: the stretch whose reading by a model this completes; its drafts may restate what rules found there.
    `rulings`: what a model says of statements that are nearly like stored ones, by their text.
    `told`: what the stretch says to be otherwise than before.
    """

    extraction: Extraction
    episode: Episode
    cause: Cause
    reading: Reading | None = None
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    told: Sequence[EndingDraft] = ()


@dataclass(slots=True, kw_only=True)
class Changes:
    """What one section changes, complete once it was decided."""

    section: Section
    now: datetime
    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    inserted: list[MemoryId] = field(default_factory=list)
    confirmed: list[MemoryId] = field(default_factory=list)
    superseded: list[MemoryId] = field(default_factory=list)
    entities: Sequence[Entity] = ()
    edges: Sequence[Edge] = ()
    attributes: Sequence[Attribute] = ()
    mentions: list[Mention] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    unknown_relations: Sequence[tuple[str, str]] = ()

    def put_into(self, writing: Writing) -> None:
        writing.put_episode(self.section.episode)
        for entity in self.entities:
            writing.put_entity(entity)
        for memory in self.memories.values():
            writing.put_memory(memory)
        for edge in self.edges:
            writing.put_edge(edge)
        writing.put_attributes(self.attributes)
        writing.put_mentions(self.mentions)
        writing.log_decisions(self.decisions)
        writing.put_readings([self.section.reading] if self.section.reading else [])
        for relation, example in self.unknown_relations:
            writing.queue_relation(relation, example)

    def outcome(self) -> ChunkOutcome:
        return ChunkOutcome(
            inserted=tuple(self.inserted),
            confirmed=tuple(self.confirmed),
            superseded=tuple(self.superseded),
            entities=len(self.entities),
            edges=len(self.edges),
            doubts=sum(decision.outcome == "doubt" for decision in self.decisions),
            enriched=sum(decision.outcome == "enrich" for decision in self.decisions),
        )

    def reject(self, draft: MemoryDraft, reason: RejectionReason) -> None:
        self.rejections.append(Rejection(turn=draft.evidence[0].turn, text=draft.text, reason=reason))

    def log(
        self, outcome: str, reason: str, draft: MemoryDraft, *, other: MemoryId, similarity: float
    ) -> None:
        self.decisions.append(
            Decision(outcome=outcome, reason=reason, text=draft.text, other=other, similarity=similarity)
        )


class Plan:
    """Decides sections of one owner that are stored together; each sees what those before it will have stored."""

    def __init__(self, owner: Owner, vectors: Embedded, tools: RememberTools) -> None:
        self.owner = owner
        self._tools = tools
        self._vectors = vectors
        self._entities = EntityResolver(tools.store, owner, tools.ids, tools.resolution)
        self._memories = KnownMemories(owner, tools, vectors.by_text)
        self._edges = EdgeLedger(tools.store, owner, tools.ids, tools.relations, self._memories.source_of)
        self._following = Supersession(tools, self._entities, self._memories.called)
        self._triples: dict[MemoryId, frozenset[tuple[str, str, str]]] = {}
        self._names: dict[MemoryId, frozenset[str]] = {}
        self._here: Changes  # of the section that is being decided

    def prepare(self, sections: Sequence[Section]) -> None:
        """Read what deciding will ask for, for all sections at once."""
        self._entities.prepare(named for each in sections for named in each.extraction.named())
        self._memories.compare(draft for each in sections for draft in each.extraction.drafts)
        now = self._tools.clock.now()
        if sections:
            drafts = [draft for each in sections for draft in each.extraction.drafts]
            self._memories.prepare(drafts, _comparable(sections[0].episode, now))

    def decide(self, section: Section) -> Changes:
        self._here = here = Changes(section=section, now=self._tools.clock.now())
        for draft in section.extraction.drafts:
            self._take(draft)
        for told in section.told:
            self._follow(told)
        here.mentions += self._turn_mentions(section.extraction)
        here.entities, here.edges = self._entities.take_changed(), self._edges.take_changed()
        here.attributes = self._following.take_attributes()
        here.unknown_relations = self._edges.take_unknown_relations()
        for memory in here.inserted:
            del self._triples[memory]  # from here on by the names of the entities, as anybody reads them
        return here

    def _take(self, draft: MemoryDraft) -> None:
        digest = content_hash(draft.text)
        if self._tools.is_retired(digest):
            self._leave_out(draft, digest)
        elif same := self._memories.with_hash(digest):
            self._say_again(draft, same)
        elif self._here.section.reading is not None and (twin := self._twin(draft)):
            self._enrich(twin, draft)
        else:
            resolution = self._ruled(draft) or resolve(draft, self._neighbours(draft), self._tools.resolution)
            self._settle(draft, digest, resolution)

    def _follow(self, told: EndingDraft) -> None:
        for memory in self._following.follow(told, self._here.section.episode, self._here.now):
            self._put(memory)
            if memory.status is Status.SUPERSEDED:
                self._here.superseded.append(memory.id)

    def _leave_out(self, draft: MemoryDraft, digest: str) -> None:
        """What was retired for good. A turn that says it gets a retired memory of its own, which hides it as well."""
        self._here.reject(draft, RejectionReason.RETIRED)
        identity, here = MemoryId(self._tools.ids.new(MEMORY_PREFIX)), self._here
        here.memories[identity] = retired_of(draft, here.section.episode, identity, digest, here.now)

    def _ruled(self, draft: MemoryDraft) -> Resolution | None:
        ruling = self._here.section.rulings.get(draft.text)
        memory = self._memories.called(ruling.memory) if ruling else None
        if ruling is None or memory is None or memory.status not in LIVE_STATUSES:
            return None
        return ruled(draft, memory, ruling)

    def _settle(self, draft: MemoryDraft, digest: str, resolution: Resolution) -> None:
        match resolution:
            case Confirm(existing=existing):
                self._confirm(draft, self._memories.called(existing), resolution)
            case Reword(existing=existing):
                self._reword(draft, self._memories.called(existing), resolution)
            case Insert():
                self._insert(draft, digest, resolution)
                self._retire_for(draft, resolution.instead_of)
            case _:
                assert_never(resolution)

    def _say_again(self, draft: MemoryDraft, same: Memory) -> None:
        """Word for word what is known: by another reader of the same turn, or by somebody once more."""
        is_read = self._here.section.reading is not None
        turns = {evidence.turn for evidence in same.evidence}
        if is_read and any(evidence.turn in turns for evidence in draft.evidence):
            self._enrich(same, draft)
            return
        self._confirm(draft, same, Confirm(existing=same.id, reason="the same words", similarity=1.0))
        if is_read:
            self._add_edges(draft, same)

    def _confirm(self, draft: MemoryDraft, existing: Memory, resolution: Confirm) -> None:
        if set(draft.evidence) <= set(existing.evidence):
            self._here.reject(draft, RejectionReason.DUPLICATE)
            return
        self._put(confirmed(existing, draft, self._tools.resolution))
        self._here.confirmed.append(existing.id)
        self._here.log(
            "confirm", resolution.reason, draft, other=existing.id, similarity=resolution.similarity
        )

    def _reword(self, draft: MemoryDraft, existing: Memory, resolution: Reword) -> None:
        self._put(reworded(existing, draft, self._tools.resolution))
        self._here.confirmed.append(existing.id)
        self._add_edges(draft, existing)
        self._here.log(
            "update", resolution.reason, draft, other=existing.id, similarity=resolution.similarity
        )

    def _retire_for(self, draft: MemoryDraft, ruling: Ruling | None) -> None:
        """The memory that a model calls overtaken is history from when the new statement holds."""
        if ruling is None:
            return
        old, by = self._memories.called(ruling.memory), self._here.inserted[-1]
        ended = old.lifetime.closed(valid_to=draft.valid_from or draft.stated_at, now=self._here.now)
        self._put(replace(old, status=Status.SUPERSEDED, lifetime=ended, superseded_by=by))
        self._here.superseded.append(old.id)
        self._here.log(
            "supersede", f"model: {ruling.reason}", draft, other=old.id, similarity=ruling.similarity
        )

    def _twin(self, draft: MemoryDraft) -> Memory | None:
        """A memory that was made of the same words and says the same: rules and model read one sentence each."""
        turns = [evidence.turn for evidence in draft.evidence]
        found = self._tools.store.memories_from_turns(self.owner, turns)
        here = [self._memories.called(i) for i in dict.fromkeys(i for ids in found.values() for i in ids)]
        twins = [
            (score, memory)
            for memory, score in self._memories.compared(draft, here)
            if memory.status in LIVE_STATUSES
            and is_twin(draft, memory, score, self._triples_of(memory.id), self._tools.resolution)
        ]
        return max(twins, key=lambda twin: (twin[0], twin[1].id), default=(0.0, None))[1]

    def _enrich(self, existing: Memory, draft: MemoryDraft) -> None:
        """Give the memory the relations and keywords that the other reader saw; its words stay."""
        known = self._triples_of(existing.id)
        keywords = tuple(dict.fromkeys([*existing.keywords, *draft.keywords]))[:_MOST_KEYWORDS]
        if triples_of(draft) <= known and keywords == existing.keywords:
            self._here.reject(draft, RejectionReason.DUPLICATE)
            return
        self._put(replace(existing, keywords=keywords))
        self._add_edges(draft, existing)
        self._here.log("enrich", "made of the same words", draft, other=existing.id, similarity=1.0)

    def _add_edges(self, draft: MemoryDraft, existing: Memory) -> None:
        """The relations that a draft states and the memory does not yet, and whom it mentions."""
        known = self._triples_of(existing.id)
        fresh = [edge for edge in draft.edges if triple_of(edge) not in known]
        self._triples[existing.id] = known | {triple_of(edge) for edge in fresh}
        self._mention(existing.id, draft)
        for drafted in fresh:
            subject, target = self._entities.resolve(drafted.subject), self._entities.resolve(drafted.object)
            succession = self._edges.add(drafted, subject.id, target.id, existing, now=self._here.now)
            self._supersede(succession.closed, by=existing)

    def _insert(self, draft: MemoryDraft, digest: str, resolution: Insert) -> None:
        identity = MemoryId(self._tools.ids.new(MEMORY_PREFIX))
        memory = memory_of(draft, self._here.section.episode, identity, digest, self._here.now)
        self._memories.insert(memory)
        self._following.note(memory)
        self._here.memories[identity] = memory
        self._here.inserted.append(identity)
        self._triples[identity] = triples_of(draft)
        self._mention(identity, draft)
        for drafted in draft.edges:
            subject, target = self._entities.resolve(drafted.subject), self._entities.resolve(drafted.object)
            succession = self._edges.add(drafted, subject.id, target.id, memory, now=self._here.now)
            if not drafted.ends:  # "sold the van" stays true
                self._adopt_interval(identity, succession)
            self._supersede(succession.closed, by=memory)
        for other in resolution.related:
            self._edges.relate(memory, other, now=self._here.now)
        if resolution.doubt:
            doubt = resolution.doubt
            self._here.log("doubt", doubt.difference, draft, other=doubt.memory, similarity=doubt.similarity)

    def _adopt_interval(self, memory: MemoryId, succession: Succession) -> None:
        """A statement that ends another is true from then on; one that arrives late ends where the next begins."""
        if succession.added is None:
            return
        whole = self._memories.called(memory)
        interval, own = succession.added.lifetime, whole.lifetime
        if succession.closed and own.valid_from is None:
            own = replace(own, valid_from=interval.valid_from)
        if interval.valid_to is not None and own.valid_to is None and len(self._triples[memory]) == 1:
            own = own.closed(valid_to=interval.valid_to, now=self._here.now)
        self._put(replace(whole, lifetime=own))

    def _mention(self, memory: MemoryId, draft: MemoryDraft) -> None:
        best: dict[tuple[NodeId, NodeId], Mention] = {}
        names: set[str] = set()
        for mention in draft.mentions:
            entity = self._entities.resolve(mention.entity)
            names.add(entity.name.casefold())
            _keep_heaviest(best, Mention(memory, entity.id, mention.weight))
        self._names[memory] = frozenset(names)
        self._here.mentions.extend(best.values())

    def _turn_mentions(self, extraction: Extraction) -> list[Mention]:
        best: dict[tuple[NodeId, NodeId], Mention] = {}
        for turn, mention in extraction.turn_mentions:
            entity = self._entities.resolve(mention.entity)
            _keep_heaviest(best, Mention(turn, entity.id, mention.weight))
        return list(best.values())

    def _supersede(self, closed: Iterable[Edge], *, by: Memory) -> None:
        """A memory whose every exclusive relation has ended is history; one that says more stays."""
        for edge in closed:
            if edge.memory is None or edge.memory == by.id:
                continue
            old = self._memories.called(edge.memory)
            if not self._edges.all_ended(edge.memory) or says_more(old, self._edges, self._entities):
                continue
            if old.status not in LIVE_STATUSES or edge.lifetime.valid_to is None:
                continue
            lifetime = old.lifetime.closed(valid_to=edge.lifetime.valid_to, now=self._here.now)
            self._put(replace(old, status=Status.SUPERSEDED, lifetime=lifetime, superseded_by=by.id))
            self._here.superseded.append(old.id)

    def _put(self, memory: Memory) -> None:
        self._following.note(memory)
        self._memories.put(memory)
        self._here.memories[memory.id] = memory

    def _neighbours(self, draft: MemoryDraft) -> list[Neighbour]:
        if draft.kind in NEVER_MERGED:
            return []
        keep = _comparable(self._here.section.episode, self._here.now)
        return [
            Neighbour(
                memory=near.memory,
                similarity=near.similarity,
                entities=self._names_in(near.memory.id),
                triples=self._triples_of(near.memory.id),
            )
            for near in self._memories.near(draft, keep, fresh=self._here.inserted)
        ]

    def _names_in(self, memory: MemoryId) -> frozenset[str]:
        if memory not in self._names:
            mentions = self._tools.store.mentions_of(self.owner, [memory])
            entities = self._tools.store.entities(self.owner, [mention.entity for mention in mentions])
            self._names[memory] = frozenset(entity.name.casefold() for entity in entities)
        return self._names[memory]

    def _triples_of(self, memory: MemoryId) -> frozenset[tuple[str, str, str]]:
        """(subject name, relation, object name) of each relation it states, lower case."""
        if memory not in self._triples:
            edges = self._edges.stated_by(memory)
            names = self._entities.names_of(
                EntityId(end) for edge in edges for end in (edge.source, edge.target)
            )
            self._triples[memory] = frozenset(
                (
                    names.get(EntityId(edge.source), "").casefold(),
                    edge.relation,
                    names.get(EntityId(edge.target), "").casefold(),
                )
                for edge in edges
            )
        return self._triples[memory]


def _comparable(episode: Episode, now: datetime) -> Filter:
    """What a statement of this episode can confirm or contradict: memories that hold now."""
    moment = Moment(as_of=now, known_at=now)
    return Filter(owner=episode.owner, moment=moment)


def _keep_heaviest(best: dict[tuple[NodeId, NodeId], Mention], mention: Mention) -> None:
    key = (mention.node, mention.entity)
    if key not in best or best[key].weight < mention.weight:
        best[key] = mention
