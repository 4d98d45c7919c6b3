"""Which values are stored for a change, which end, and which memories are history with them?"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.identity import ATTRIBUTE_PREFIX, AttributeId, EntityId, MemoryId, TurnId
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.episodes import Episode
from quaidpy.domain.memories.memory import LIVE_STATUSES, Kind, Memory, Status, may_end
from quaidpy.domain.memories.value_kinds import PHRASE
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.regex import regex
from quaidpy.remember.attributes.change_matching import Said
from quaidpy.remember.attributes.clauses import clauses_of, topic_stem, topic_stems
from quaidpy.remember.attributes.finding import SOURCES, ChangeDraft
from quaidpy.remember.attributes.prior_statements import find_prior_statements
from quaidpy.remember.attributes.slots import slot_name
from quaidpy.remember.attributes.values import Value, find_values, is_same
from quaidpy.remember.tools import RememberTools

_MOST_ELSE = 2  # content words beside the value and its topic; a memory with more says something else, too
_SAYS = regex(r"\b(?:is|are|was|were|has|have|had|will|called)\b", re.IGNORECASE)
"""Words of a clause that says something by itself."""
_NEVER_OVER = frozenset({Kind.EVENT, Kind.LESSON, Kind.EXPERIENCE, Kind.CASE})
"""Kinds that stay true when a thing they name is given up."""


_NOTHING = Value(PHRASE, "", "", 0, 0)


@dataclass(frozen=True, slots=True)
class SupersededMemory:
    """A memory that is history from `at` on; `by`: the one that says what came instead, if any."""

    memory: MemoryId
    at: datetime
    by: MemoryId | None


@dataclass(frozen=True, slots=True)
class _Adding:
    """A change, whose attribute it is of, where it was told and when we learn of it."""

    change: ChangeDraft
    subject: EntityId
    episode: Episode
    now: datetime

    def attribute(self, identity: AttributeId, name: str, value: Value) -> Attribute:
        return Attribute(
            id=identity,
            owner=self.episode.owner,
            subject=self.subject,
            name=name,
            qualifier=self.change.qualifier,
            value=value.text.strip(),
            lifetime=Lifetime(recorded_at=self.now),
        )


class AttributeLedger:
    """Attributes as they will be after this transaction: stored ones, overlaid with what was added or ended."""

    def __init__(
        self, tools: RememberTools, names: AttributeNames, called: Callable[[MemoryId], Memory]
    ) -> None:
        """`called`: a memory as it will be after this transaction."""
        self._tools, self._names, self._called = tools, names, called
        self._changed: dict[AttributeId, Attribute] = {}
        self._untaken: dict[AttributeId, Attribute] = {}
        self._made: dict[TurnId, list[MemoryId]] = {}

    def take_changed(self) -> list[Attribute]:
        """New and altered attributes since the last call, by id."""
        taken = [self._untaken[each] for each in sorted(self._untaken)]
        self._untaken.clear()
        return taken

    def note(self, memory: Memory) -> None:
        """Know of a memory that this transaction makes."""
        for evidence in memory.evidence:
            made = self._made.setdefault(evidence.turn, [])
            if memory.id not in made:
                made.append(memory.id)

    def add(
        self, change: ChangeDraft, subject: EntityId, episode: Episode, now: datetime
    ) -> list[SupersededMemory]:
        """Store what a change says and end what it makes otherwise; the memories that are history with that."""
        before = find_prior_statements(change, episode, self._tools, self._names)
        said = [] if change.is_doubtful else [each for each in before if _may_end(change, each)]
        if before and not said:
            self._doubt(before, _Adding(change, subject, episode, now))
            return []
        if not said and not change.is_state and (change.old is None or change.new is None):
            return []
        adding = _Adding(change, subject, episode, now)
        new = self._new(adding)
        memories = self._memories_of({each.turn.id for each in said}, episode)
        superseded_memories: list[SupersededMemory] = []
        for each in said:
            stating = [m for m in memories.get(each.turn.id, ()) if _states(m.text, each.value)]
            self._end(each, adding, new, stating)
            superseded_memories.extend(
                SupersededMemory(memory.id, change.starts, new.memory)
                for memory in stating
                if memory.id != new.memory and _is_only_this(memory, each, change)
            )
        return list(dict.fromkeys(superseded_memories))

    def _doubt(self, said: Sequence[Said], adding: "_Adding") -> None:
        """Both the new value and the one said last before stay, as values of one attribute: the night asks a person."""
        if adding.change.new is None:
            return
        last = said[-1]
        spelt = set(words(last.value.text))
        known = [row for row in self._stated_by(last.turn.id, adding.episode) if _is_open(row)]
        stated = next((row for row in known if spelt and spelt <= set(words(row.value))), None)
        new = self._new(adding)
        if stated is not None:
            self._put(replace(new, name=stated.name, qualifier=stated.qualifier, subject=stated.subject))
            return
        memories = self._memories_of({last.turn.id}, adding.episode).get(last.turn.id, ())
        self._put(
            replace(
                adding.attribute(self._identity(), new.name, last.value),
                lifetime=Lifetime(
                    recorded_at=adding.now, valid_from=last.turn.at or last.turn.recorded_at or adding.now
                ),
                source=SOURCES[last.turn.role],
                turn=last.turn.id,
                memory=next((m.id for m in memories if _states(m.text, last.value)), None),
            )
        )

    def _new(self, adding: "_Adding") -> Attribute:
        """The value that holds now; an empty one where there is none any more."""
        change, episode = adding.change, adding.episode
        made = self._memories_of({change.turn.id}, episode).get(change.turn.id, ())
        kind = (change.new or change.old or _NOTHING).kind
        value = change.new or _NOTHING
        new = adding.attribute(
            self._identity(), slot_name(kind) or self._names.name_of(kind, change.topic.near), value
        )
        return self._put(
            replace(
                new,
                lifetime=Lifetime(recorded_at=adding.now, valid_from=change.starts),
                source=change.source,
                turn=change.turn.id,
                memory=next((m.id for m in made if change.new and _states(m.text, change.new)), None),
            )
        )

    def _end(self, said: Said, adding: "_Adding", new: Attribute, stating: Sequence[Memory]) -> None:
        change, now = adding.change, adding.now
        began = said.turn.at or said.turn.recorded_at or now
        ended = max(change.starts, began)
        spelt = set(words(said.value.text))
        rows = [
            r for r in self._stated_by(said.turn.id, adding.episode) if spelt and spelt <= set(words(r.value))
        ]
        for row in rows:
            if _is_open(row):
                closed = row.lifetime.closed(valid_to=ended, now=now)
                self._put(replace(row, lifetime=closed, replaced_by=new.id))
        if rows:
            return
        name = slot_name(said.value.kind) or self._names.name_of(
            said.value.kind, said.topic.near | change.topic.near
        )
        makers: list[MemoryId | None] = [memory.id for memory in stating]
        for memory in makers or [None]:
            self._put(
                replace(
                    adding.attribute(self._identity(), name, said.value),
                    lifetime=Lifetime(recorded_at=now, valid_from=began).closed(valid_to=ended, now=now),
                    source=SOURCES[said.turn.role],
                    turn=said.turn.id,
                    memory=memory,
                    replaced_by=new.id,
                )
            )

    def _identity(self) -> AttributeId:
        return AttributeId(self._tools.ids.new(ATTRIBUTE_PREFIX))

    def _stated_by(self, turn: TurnId, episode: Episode) -> list[Attribute]:
        stored = [
            self._changed.get(row.id, row)
            for row in self._tools.store.attributes_stated_by(episode.owner, [turn])
        ]
        known = {row.id for row in stored}
        return [*stored, *(r for r in self._changed.values() if r.turn == turn and r.id not in known)]

    def _memories_of(self, turns: Iterable[TurnId], episode: Episode) -> dict[TurnId, list[Memory]]:
        wanted = sorted(turns)
        stored = self._tools.store.memories_from_turns(episode.owner, wanted)
        return {
            turn: [
                memory
                for identity in dict.fromkeys([*stored.get(turn, ()), *self._made.get(turn, ())])
                if (memory := self._called(identity)).status in LIVE_STATUSES
            ]
            for turn in wanted
        }

    def _put(self, attribute: Attribute) -> Attribute:
        self._changed[attribute.id] = self._untaken[attribute.id] = attribute
        return attribute


def _may_end(change: ChangeDraft, said: Said) -> bool:
    return may_end(change.source, SOURCES[said.turn.role])


def _is_open(attribute: Attribute) -> bool:
    return attribute.lifetime.valid_to is None and attribute.lifetime.retracted_at is None


def superseded_memories(memory: Memory, change: SupersededMemory, now: datetime) -> Memory:
    """The memory as history."""
    return replace(
        memory,
        status=Status.SUPERSEDED,
        lifetime=memory.lifetime.closed(valid_to=change.at, now=now),
        superseded_by=change.by,
    )


def _states(text: str, value: Value) -> bool:
    if value.kind == PHRASE or slot_name(value.kind):
        told = set(value.key.split()) <= {topic_stem(word) for word in words(text)}
        return told or any(other.key == value.key for other in find_values(text))
    return any(is_same(value, other) for other in find_values(text))


def _is_only_this(memory: Memory, said: Said, change: ChangeDraft) -> bool:
    """Whether a memory says nothing that stays true when its value is over."""
    if said.value.kind == PHRASE and memory.kind in _NEVER_OVER:
        return False
    text = memory.statement
    if memory.kind in {Kind.LESSON, Kind.TODO} or (change.new and _states(text, change.new)):
        return False
    others = [value for value in find_values(text) if not is_same(said.value, value)]
    clauses = clauses_of(text)
    if any(_SAYS.search(clause.text) and not _states(clause.text, said.value) for clause in clauses):
        return False
    rest = topic_stems(text) - said.topic.near - set(said.value.key.split())
    return not others and len(rest) <= _MOST_ELSE
