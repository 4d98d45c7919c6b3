"""Who said before what a change makes otherwise? Looked for among stored turns, by the words of the change."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Protocol

from quaidpy.domain.episodes import Episode, Turn
from quaidpy.domain.identity import TurnId, adjacent_turns, turn_id
from quaidpy.domain.queries import Filter, Shelf
from quaidpy.domain.text import words
from quaidpy.domain.value_kinds import CODE, DATE, NUMBER, PHRASE
from quaidpy.ports import MemoryStore, SearchIndex
from quaidpy.remember.attributes.changes import find_changes
from quaidpy.remember.attributes.clauses import Topic, clauses_of, topic_of, topic_stem
from quaidpy.remember.attributes.finding import SOURCES, ChangeDraft
from quaidpy.remember.attributes.values import Value, are_comparable, is_price_like, is_same
from quaidpy.remember.verbs import is_past

_MOST_TURNS = 30
_BEFORE = 8  # turns of the same talk that a short correction may mean
_LONGEST = 1200  # characters of a turn
_LEAST_NAMED = 0.3
"""How much two topics must share where the change names the old value."""
_LAST_DAY = 31
_TELLING = 4  # digits
_NEAR, _SIDE, _WIDE = 1.0, 0.6, 0.3
_LEAST_SHARE = 0.6  # of the fewer words of the two clauses


class LookingBackTools(Protocol):
    """What looking back needs."""

    @property
    def store(self) -> MemoryStore: ...
    @property
    def search(self) -> SearchIndex: ...


_TAKEN_ON = frozenset(
    """
    signed booked ordered planned decided agreed joined started moved got chose chosen picked settled went called named
    hired set used bought rented subscribed registered enrolled enroled
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Past forms that begin what lasts until it is given up."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value that an earlier turn states, and what it is said of."""

    turn: Turn
    value: Value
    topic: Topic


def said_before(change: ChangeDraft, episode: Episode, tools: LookingBackTools) -> list[Said]:
    """What the change makes otherwise, as earlier turns of the same scope said it; oldest first."""
    found: dict[tuple[TurnId, int], Said] = {}
    for turn in _candidates(change, episode, tools):
        near_by = _is_near_by(turn, change)
        meant = [said for said in _stated_in(turn) if _is_meant(said, change, is_near_by=near_by)]
        for said in (*meant, *_named_in(turn, change, is_near_by=near_by)):
            found[turn.id, said.value.start] = said
    found |= {(s.turn.id, s.value.start): s for s in _beside(found.values(), change, episode, tools)}
    return sorted(
        found.values(), key=lambda said: (said.turn.at or change.at, said.turn.id, said.value.start)
    )


def _beside(
    found: Iterable[Said], change: ChangeDraft, episode: Episode, tools: LookingBackTools
) -> list[Said]:
    """The same value in the turn before or after: what one says short, the other repeats whole."""
    values = {near: said.value for said in found for near in adjacent_turns(said.turn.id)}
    turns = tools.store.turns(episode.owner, sorted(values))
    return [
        said
        for turn in turns
        if turn.id != change.turn.id and turn.role in SOURCES and _is_earlier(turn, change)
        for said in _stated_in(turn)
        if said.value.kind != PHRASE and is_same(said.value, values[turn.id])
    ]


def _candidates(change: ChangeDraft, episode: Episode, tools: LookingBackTools) -> list[Turn]:
    keep = Filter(owner=episode.owner, scopes=(episode.scope,))
    old = change.old.text if change.old else ""
    hits = tools.search.text(f"{change.query} {old}", Shelf.TURNS, keep, limit=_MOST_TURNS)
    first = change.turn.seq
    near = [turn_id(change.turn.episode, seq) for seq in range(max(0, first - _BEFORE), first)]
    ids = dict.fromkeys([*(TurnId(hit.node) for hit in hits), *near])
    turns = tools.store.turns(episode.owner, [each for each in ids if each != change.turn.id])
    return [turn for turn in turns if turn.role in SOURCES and _is_earlier(turn, change)]


def _is_earlier(turn: Turn, change: ChangeDraft) -> bool:
    if turn.episode == change.turn.episode:
        return turn.seq < change.turn.seq
    return _said_at(turn, change.at) < change.at


def _said_at(turn: Turn, otherwise: datetime) -> datetime:
    return turn.at or turn.recorded_at or otherwise


def _is_near_by(turn: Turn, change: ChangeDraft) -> bool:
    return turn.episode == change.turn.episode and change.turn.seq - turn.seq <= _BEFORE


def _stated_in(turn: Turn) -> tuple[Said, ...]:
    return tuple(Said(turn, value, topic) for value, topic in _values_of(turn.text[:_LONGEST]))


@lru_cache(maxsize=4096)
def _values_of(text: str) -> tuple[tuple[Value, Topic], ...]:
    """Values that a text states, each with its topic; what it says to be over is not stated."""
    clauses = clauses_of(text)
    over = {change.old.start for change in find_changes(text, clauses) if change.old}
    return tuple(
        (value, topic_of(clauses, place))
        for place, clause in enumerate(clauses)
        for value in clause.values
        if value.start not in over
    )


def _named_in(turn: Turn, change: ChangeDraft, *, is_near_by: bool) -> list[Said]:
    """A thing called by words, in a clause that has all of them."""
    if change.old is None or change.old.kind != PHRASE:
        return []
    wanted = set(change.old.key.split())
    clauses = clauses_of(turn.text[:_LONGEST])
    for place, clause in enumerate(clauses):
        told = words(clause.text)
        if wanted <= {topic_stem(word) for word in told} and not _happened(told):
            topic = topic_of(clauses, place)
            rest = Topic(topic.near - wanted, topic.wide - wanted)
            least = 0.0 if change.new is None else _LEAST_NAMED
            if is_near_by or _closeness(rest, change.topic) >= least:
                value = Value(PHRASE, change.old.key, change.old.text, clause.start, clause.end)
                return [Said(turn, value, rest)]
    return []


def _is_meant(said: Said, change: ChangeDraft, *, is_near_by: bool) -> bool:
    if change.old is not None:
        is_named = change.old.kind != PHRASE and is_same(change.old, said.value)
        is_about_it = (
            is_near_by or _is_telling(change.old) or _closeness(said.topic, change.topic) >= _LEAST_NAMED
        )
        return is_named and is_about_it
    if change.new is None or is_same(change.new, said.value):
        return False
    if change.new.kind == NUMBER and not change.topic.near:
        return is_near_by and _is_corrected(said, change)
    if not _replaces(change.new, said.value, is_near_by=is_near_by):
        return False
    shared = said.topic.near & change.topic.near
    least = min(len(said.topic.near), len(change.topic.near)) or 1
    return len(shared) / least >= _LEAST_SHARE


def _is_telling(value: Value) -> bool:
    """Whether a value says by itself what it is of: a command, a port."""
    return value.kind == CODE or (value.kind == NUMBER and len(value.key) >= _TELLING)


def _is_corrected(said: Said, change: ChangeDraft) -> bool:
    """Whether a number said alone ("13 then") is meant for the last value that the same speaker gave."""
    if said.turn.speaker != change.turn.speaker or change.new is None:
        return False
    values = [value for value, _ in _values_of(said.turn.text[:_LONGEST])]
    is_day = said.value.kind == DATE and change.new.key.isdigit() and int(change.new.key) <= _LAST_DAY
    return said.value == values[-1] and (is_day or are_comparable(change.new.kind, said.value.kind))


def _replaces(new: Value, old: Value, *, is_near_by: bool) -> bool:
    """A bare number takes a unit's place only in the same breath; months later it is of something else."""
    if new.kind == old.kind or (is_price_like(new) and is_price_like(old)):
        return True
    return (is_near_by or NUMBER not in {new.kind, old.kind}) and are_comparable(new.kind, old.kind)


def _happened(told: Iterable[str]) -> bool:
    """Whether a clause tells what happened once, which stays true; what somebody took on lasts until it is given up."""
    return any(is_past(word) and word not in _TAKEN_ON for word in told)


def _closeness(one: Topic, other: Topic) -> float:
    """How many words two topics share; those of the clauses themselves count most."""
    near = one.near & other.near
    side = ((one.near & other.wide) | (one.wide & other.near)) - near
    wide = (one.wide & other.wide) - near - side
    return _NEAR * len(near) + _SIDE * len(side) + _WIDE * len(wide)
