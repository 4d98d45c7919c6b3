"""Who said before what a change makes otherwise? Looked for among stored turns, by the words of the change."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId, adjacent_turns, turn_id
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.value_kinds import DATE, PHRASE
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.regex import regex
from quaidpy.remember.attributes.change_matching import (
    LEAST_NAMED,
    LONGEST,
    Said,
    closeness,
    is_meant,
    values_of,
)
from quaidpy.remember.attributes.changes import find_changes
from quaidpy.remember.attributes.clauses import Topic, clauses_of, topic_of, topic_stem
from quaidpy.remember.attributes.contacts import find_contacts
from quaidpy.remember.attributes.finding import SOURCES, ChangeDraft
from quaidpy.remember.attributes.slots import find_slots
from quaidpy.remember.attributes.values import Value, find_values, is_same
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.tools import RememberTools
from quaidpy.remember.words.verbs import is_past

_MOST_TURNS = 30
_BEFORE = 8  # turns of the same talk that a short correction may mean
_WORD = regex(r"[^\W\d_][\w'’-]*")
_FAR = 10_000  # characters
_TAKEN_ON = frozenset(
    """
    signed booked ordered planned decided agreed joined started moved got chose chosen picked settled went called named
    hired set used bought rented subscribed registered enrolled enroled
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Past forms that begin what lasts until it is given up."""


def find_prior_statements(
    change: ChangeDraft, episode: Episode, tools: RememberTools, names: AttributeNames
) -> list[Said]:
    """What the change makes otherwise, as earlier turns said it; oldest first."""
    found: dict[tuple[TurnId, int], Said] = {}
    for turn in _candidates(change, episode, tools):
        if change.is_state:
            stated = (
                _slots_in(turn, change, names)
                if change.is_own
                else _contacts_in(turn, change, episode, tools)
            )
            found |= {(turn.id, said.value.start): said for said in stated}
            continue
        near_by = _is_near_by(turn, change)
        meant = [said for said in _stated_in(turn) if is_meant(said, change, is_near_by=near_by)]
        for said in (*meant, *_named_in(turn, change, is_near_by=near_by)):
            found[turn.id, said.value.start] = said
    if not found:
        found |= {(s.turn.id, s.value.start): s for s in _only_one_to_come(change, episode, tools)}
    found = _of_one_thing(_nearest_to_its_word(_said_again(found, change), change), change)
    found |= {(s.turn.id, s.value.start): s for s in _beside(found.values(), change, episode, tools)}
    return sorted(
        found.values(), key=lambda said: (said.turn.at or change.at, said.turn.id, said.value.start)
    )


def _said_again(
    found: Mapping[tuple[TurnId, int], Said], change: ChangeDraft
) -> dict[tuple[TurnId, int], Said]:
    """Of different values those that the turn of the change repeats, if any: "8417 collides. Move it to 8620"."""
    repeated = [
        value
        for value in find_values(change.turn.text[:LONGEST])
        if change.new is None or not is_same(value, change.new)
    ]
    again = {
        key: said
        for key, said in found.items()
        if said.value.kind != PHRASE and any(is_same(value, said.value) for value in repeated)
    }
    return again or dict(found)


def _nearest_to_its_word(
    found: Mapping[tuple[TurnId, int], Said], change: ChangeDraft
) -> dict[tuple[TurnId, int], Said]:
    """Of different values of one turn, where the change names none, the one that stands nearest to a shared word."""
    if change.old is not None or change.is_state:
        return dict(found)
    kept: dict[TurnId, tuple[float, tuple[TurnId, int]]] = {}
    for key, said in found.items():
        far = min(
            (
                min(abs(match.start() - said.value.end), abs(said.value.start - match.end()))
                for match in _WORD.finditer(said.turn.text)
                if topic_stem(match.group().lower()) in change.topic.near
            ),
            default=_FAR,
        )
        if said.turn.id not in kept or (far, key) < kept[said.turn.id]:
            kept[said.turn.id] = (far, key)
    nearest = {key for _, key in kept.values()}
    values = {found[key].turn.id: found[key].value for key in nearest}
    return {key: said for key, said in found.items() if is_same(said.value, values[said.turn.id])}


def _of_one_thing(
    found: Mapping[tuple[TurnId, int], Said], change: ChangeDraft
) -> dict[tuple[TurnId, int], Said]:
    """A new value that names no old one is one thing's: that which shares most with it, or was said last.

    "They moved me to 24 June" moves the interview of two messages ago, and no other date that was ever told.
    """
    if change.old is not None or change.is_state or change.is_plain or not found:
        return dict(found)

    def fitness(said: Said) -> tuple[bool, float, datetime, TurnId]:
        near_by = _is_near_by(said.turn, change)
        return near_by, closeness(said.topic, change.topic), _said_at(said.turn, change.at), said.turn.id

    meant = max(found.values(), key=fitness).value
    return {key: said for key, said in found.items() if is_same(said.value, meant)}


def _only_one_to_come(change: ChangeDraft, episode: Episode, tools: RememberTools) -> list[Said]:
    """Of "not the 14th, the 21st" the one date of that day that the same speaker told and that is yet to come."""
    if change.old is None or change.old.kind != DATE:
        return []
    found = [
        said
        for turn in _candidates(change, episode, tools)
        if turn.role is change.turn.role and turn.speaker == change.turn.speaker
        for said in _stated_in(turn)
        if said.value.kind == DATE and is_same(change.old, said.value) and _is_to_come(said, change.at)
    ]
    keys = {said.value.key for said in found}
    return found if len(keys) == 1 else []


def _is_to_come(said: Said, at: datetime) -> bool:
    day = resolve_dates(f"It is on {said.value.text}.", said.turn.at or at).starts
    return day is not None and day >= at


def _beside(found: Iterable[Said], change: ChangeDraft, episode: Episode, tools: RememberTools) -> list[Said]:
    """The same value in the turn before or after: what one says short, the other repeats whole."""
    values = {near: said.value for said in found for near in adjacent_turns(said.turn.id)}
    turns = tools.store.turns(episode.owner, sorted(values))
    return [
        said
        for turn in turns
        if turn.id != change.turn.id and turn.role in SOURCES and _is_earlier(turn, change)
        for said in _stated_in(turn)
        if said.value.kind == values[turn.id].kind != PHRASE and is_same(said.value, values[turn.id])
    ]


def _candidates(change: ChangeDraft, episode: Episode, tools: RememberTools) -> list[Turn]:
    known_at = change.turn.recorded_at or episode.recorded_at
    keep = Filter(owner=episode.owner, moment=Moment(as_of=change.at, known_at=known_at))
    old = change.old.text if change.old else ""
    hits = tools.search.text(f"{change.query} {old}", Corpus.TURNS, keep, limit=_MOST_TURNS)
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
    return tuple(
        Said(turn, value, topic, is_own, is_borrowed)
        for value, topic, is_own, is_borrowed in values_of(turn.text[:LONGEST])
    )


def _slots_in(turn: Turn, change: ChangeDraft, names: AttributeNames) -> list[Said]:
    """Other values of the same listed attribute, told by the same speaker of their own."""
    if change.new is None or turn.speaker != change.turn.speaker or turn.role is Role.ASSISTANT:
        return []
    return [
        Said(turn, value, change.topic, is_own=True)
        for value in find_slots(turn.text[:LONGEST], names)
        if value.kind == change.new.kind and value.key != change.new.key
    ]


def _contacts_in(turn: Turn, change: ChangeDraft, episode: Episode, tools: RememberTools) -> list[Said]:
    """How else the same person was said to be reached."""
    if change.new is None or turn.role is Role.ASSISTANT:
        return []
    mentioned = sorted({mention.entity for mention in tools.store.mentions_of(episode.owner, [turn.id])})
    entities = tools.store.entities(episode.owner, mentioned)
    people = tuple(entity.name for entity in entities if entity.type is EntityType.PERSON)
    return [
        Said(turn, contact.value, change.topic)
        for contact in find_contacts(turn.text[:LONGEST], people)
        if contact.is_of(change.subject.name, turn.speaker)
        and contact.value.kind == change.new.kind
        and contact.value.key != change.new.key
    ]


def _named_in(turn: Turn, change: ChangeDraft, *, is_near_by: bool) -> list[Said]:
    """A thing called by words, in a clause that has all of them."""
    if change.old is None or change.old.kind != PHRASE:
        return []
    wanted = set(change.old.key.split())
    clauses = clauses_of(turn.text[:LONGEST])
    if any(each.old and each.old.key == change.old.key for each in find_changes(turn.text, clauses)):
        return []  # tells of the end itself
    for place, clause in enumerate(clauses):
        told = words(clause.text)
        if _calls(told, change.old) and not (_happened(told) or _denies(clause.text)):
            topic = topic_of(clauses, place)
            rest = Topic(topic.near - wanted, topic.wide - wanted)
            least = _least_shared(change.old) if change.new is not None and change.topic.near else 0.0
            if is_near_by or closeness(rest, change.topic) >= least:
                value = Value(PHRASE, change.old.key, change.old.text, clause.start, clause.end)
                return [Said(turn, value, rest)]
    return []


def _calls(told: Sequence[str], thing: Value) -> bool:
    """Whether a clause has all words of what a thing is called; "nights" are no one night."""
    wanted = set(thing.key.split())
    plurals = {word for word in words(thing.text) if len(wanted) == 1 and word.endswith("s")}
    return wanted <= {topic_stem(word) for word in told} and plurals <= set(told)


def _least_shared(old: Value) -> float:
    """How close what is said must be for a thing to be the one that something else came for."""
    is_common = old.text.islower() and " " not in old.text
    return _LEAST_COMMON if is_common else LEAST_NAMED


_LEAST_COMMON = 0.6


def _denies(told: str) -> bool:
    """Whether a clause asks, or tells of having none: "has anyone seen Doris?", "no nights"."""
    return told.rstrip().endswith("?") or _NONE.search(told) is not None


_NONE = regex(r"\b(?:no|not|never|without|anyone|anybody)\b|n['’]t\b", re.IGNORECASE)


def _happened(told: Iterable[str]) -> bool:
    """Whether a clause tells what happened once, which stays true; what somebody took on lasts until it is given up."""
    return any(is_past(word) and word not in _TAKEN_ON for word in told)
