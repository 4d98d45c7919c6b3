"""Who said before what a change makes otherwise? Looked for among stored turns, by the words of the change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.identity import TurnId, adjacent_turns, turn_id
from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.language.text import words
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.episodes import Episode, Role, Turn
from quaidpy.domain.memories.value_kinds import CODE, DATE, NUMBER, PHRASE
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.regex import regex
from quaidpy.remember.attributes.changes import find_changes
from quaidpy.remember.attributes.clauses import (
    OF_ANYTHING,
    Topic,
    clauses_of,
    sentence_start,
    topic_of,
    topic_stem,
)
from quaidpy.remember.attributes.contacts import find_contacts
from quaidpy.remember.attributes.finding import SOURCES, ChangeDraft, is_of_oneself
from quaidpy.remember.attributes.plain_values import plain_value
from quaidpy.remember.attributes.slots import find_slots
from quaidpy.remember.attributes.value_fit import is_about_as_much, is_of_another_size, replaces
from quaidpy.remember.attributes.values import Value, are_comparable, find_values, is_among, is_same
from quaidpy.remember.dates.relative import resolve_dates
from quaidpy.remember.tools import RememberTools
from quaidpy.remember.words.verbs import is_past

_MOST_TURNS = 30
_BEFORE = 8  # turns of the same talk that a short correction may mean
_LONGEST = 1200  # characters of a turn
_LEAST_NAMED = 0.3
"""How much two topics must share where the change names the old value."""
_LAST_DAY = 31
_TELLING = 4  # digits
_NEAR, _SIDE, _WIDE = 1.0, 0.6, 0.3
_LEAST_SHARE, _LEAST_SHARE_MOVED = 0.6, 0.5
"""Of the fewer words of the two clauses, where only "now" tells of a change, and where "moved to" does."""


_NAME = regex(r"\b[A-Z][a-zà-ÿ]{2,}\b")
_OF_FEW = frozenset({"unit", "mcg", "mg", "ml", "tablet", "pill", "puff", "capsul", "drop"})
"""Units of doses."""
_LEAST_MEASURED = 0.6


_WORD = regex(r"[^\W\d_][\w'’-]*")
_FAR = 10_000  # characters


_TAKEN_ON = frozenset(
    """
    signed booked ordered planned decided agreed joined started moved got chose chosen picked settled went called named
    hired set used bought rented subscribed registered enrolled enroled
    """.split()  # noqa: SIM905 - a word list reads as one
)
"""Past forms that begin what lasts until it is given up."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value that an earlier turn states, and what it is said of.

    `is_borrowed`: its own clause has no words that say of what it is; the clause beside it lends them.
    """

    turn: Turn
    value: Value
    topic: Topic
    is_own: bool = False
    is_borrowed: bool = False


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
        meant = [said for said in _stated_in(turn) if _is_meant(said, change, is_near_by=near_by)]
        for said in (*meant, *_named_in(turn, change, is_near_by=near_by)):
            found[turn.id, said.value.start] = said
    if not found:
        found |= {(s.turn.id, s.value.start): s for s in _only_one_to_come(change, episode, tools)}
    found = _nearest_to_its_word(found, change)
    found |= {(s.turn.id, s.value.start): s for s in _beside(found.values(), change, episode, tools)}
    return sorted(
        found.values(), key=lambda said: (said.turn.at or change.at, said.turn.id, said.value.start)
    )


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
        if said.value.kind != PHRASE and is_same(said.value, values[turn.id])
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
        for value, topic, is_own, is_borrowed in _values_of(turn.text[:_LONGEST])
    )


@lru_cache(maxsize=4096)
def _values_of(text: str) -> tuple[tuple[Value, Topic, bool, bool], ...]:
    """Values that a text states, each with its topic; what it says to be over is not stated."""
    clauses = clauses_of(text)
    over = {change.old.start for change in find_changes(text, clauses) if change.old}
    return tuple(
        (value, topic_of(clauses, place), is_of_oneself(clause.text), not clause.topic)
        for place, clause in enumerate(clauses)
        for value in clause.values
        if value.start not in over
    )


def _slots_in(turn: Turn, change: ChangeDraft, names: AttributeNames) -> list[Said]:
    """Other values of the same listed attribute, told by the same speaker of their own."""
    if change.new is None or turn.speaker != change.turn.speaker or turn.role is Role.ASSISTANT:
        return []
    return [
        Said(turn, value, change.topic, is_own=True)
        for value in find_slots(turn.text[:_LONGEST], names)
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
        for contact in find_contacts(turn.text[:_LONGEST], people)
        if contact.is_of(change.subject.name, turn.speaker)
        and contact.value.kind == change.new.kind
        and contact.value.key != change.new.key
    ]


def _named_in(turn: Turn, change: ChangeDraft, *, is_near_by: bool) -> list[Said]:
    """A thing called by words, in a clause that has all of them."""
    if change.old is None or change.old.kind != PHRASE:
        return []
    wanted = set(change.old.key.split())
    clauses = clauses_of(turn.text[:_LONGEST])
    if any(each.old and each.old.key == change.old.key for each in find_changes(turn.text, clauses)):
        return []  # tells of the end itself
    for place, clause in enumerate(clauses):
        told = words(clause.text)
        if wanted <= {topic_stem(word) for word in told} and not _happened(told):
            topic = topic_of(clauses, place)
            rest = Topic(topic.near - wanted, topic.wide - wanted)
            least = _LEAST_NAMED if change.new is not None and change.topic.near else 0.0
            if is_near_by or _closeness(rest, change.topic) >= least:
                value = Value(PHRASE, change.old.key, change.old.text, clause.start, clause.end)
                return [Said(turn, value, rest)]
    return []


def _is_meant(said: Said, change: ChangeDraft, *, is_near_by: bool) -> bool:
    if _is_of_another(said, change) or change.is_plain:
        return change.is_plain and _is_plainly_other(said, change)
    if change.old is not None:
        return _is_named(change.old, said, change, is_near_by=is_near_by)
    if change.new is None or is_same(change.new, said.value):
        return False
    if is_of_another_size(said.value, change.new, by_now_alone=change.is_weak):
        return False
    near = change.topic.near | _counted(change.new, said)
    if near and (is_near_by or _may_be_meant(said, change)):
        return _is_measured_alike(said, change) or _shares_enough(said, change, near, is_near_by=is_near_by)
    return not near and is_near_by and _is_corrected(said, change)


def _may_be_meant(said: Said, change: ChangeDraft) -> bool:
    """Of what was not said just before."""
    is_loose = change.is_weak and change.is_borrowed
    return not (is_loose or _is_vague(said, change) or _are_of_others(said, change))


def _is_named(old: Value, said: Said, change: ChangeDraft, *, is_near_by: bool) -> bool:
    """Whether the change names this value as what was before, and speaks of the same."""
    if old.kind == PHRASE or not (is_same(old, said.value) or is_among(old, said.value)):
        return False
    if is_near_by or _is_telling(old):
        return True
    if old.kind == DATE and old.key != said.value.key:  # the 3rd, of any month
        return bool(said.topic.near & change.topic.near)
    return _closeness(said.topic, change.topic) >= _LEAST_NAMED


def _is_plainly_other(said: Said, change: ChangeDraft) -> bool:
    """Whether the same speaker said as plainly another value of the very same thing."""
    if (
        change.new is None
        or said.turn.role is not change.turn.role
        or said.turn.speaker != change.turn.speaker
    ):
        return False
    clauses = clauses_of(said.turn.text[:_LONGEST])
    clause = next((one for one in clauses if said.value in one.values), None)
    plain = plain_value(clause) if clause is not None else None
    is_other = said.value.kind == change.new.kind and not is_same(said.value, change.new)
    return plain is not None and plain[0] == change.topic.near and is_other


def _shares_enough(said: Said, change: ChangeDraft, near: frozenset[str], *, is_near_by: bool) -> bool:
    """Whether both clauses speak of the same, and the new value can stand where the old one stood."""
    shared = said.topic.near & near
    least = min(len(said.topic.near), len(near)) or 1
    enough = _LEAST_SHARE if change.is_weak else _LEAST_SHARE_MOVED
    if change.new is None or not shared or len(shared) / least < enough:
        return False
    return replaces(change.new, said.value, is_sure=is_near_by or len(shared) == least)


def _is_vague(said: Said, change: ChangeDraft) -> bool:
    """Whether a number is said of nothing by its own clause, or is of another make than the new one."""
    assert change.new is not None, "asked of a new value"
    if NUMBER not in {said.value.kind, change.new.kind}:
        return False
    if (
        change.is_weak
        and said.topic.near & change.topic.near <= OF_ANYTHING
        and not said.topic.near <= OF_ANYTHING
    ):
        return True
    is_other = said.value.kind == change.new.kind and ("." in said.value.key) != ("." in change.new.key)
    return said.is_borrowed or (is_other and not is_about_as_much(said.value, change.new))


def _are_of_others(said: Said, change: ChangeDraft) -> bool:
    """Whether the nearest names before the two values differ: Orla's 38, Cian's 36."""
    assert change.new is not None, "asked of a new value"
    old = _named_before(said.turn.text, said.value.start)
    new = _named_before(change.turn.text, change.new.start)
    return change.is_weak and bool(old and new) and old != new


def _named_before(text: str, position: int) -> str | None:
    """The last name in the sentence before this place; a day or month is none, nor a word that begins the sentence."""
    sentence = text[sentence_start(text, position) : position]
    names = [name for match in _NAME.finditer(sentence) if match.start() and (name := match.group().lower())]
    return next((name for name in reversed(names) if name not in STOP_WORDS and not find_values(name)), None)


def _is_measured_alike(said: Said, change: ChangeDraft) -> bool:
    """Whether both are amounts of a unit that few things are told in, where the talk around shares words."""
    is_like = change.new is not None and change.new.kind == said.value.kind and said.value.kind in _OF_FEW
    return is_like and not change.is_weak and _closeness(said.topic, change.topic) >= _LEAST_MEASURED


def _is_of_another(said: Said, change: ChangeDraft) -> bool:
    """Whether one of the two is of its speaker's own, and the other somebody else's word."""
    if not (said.is_own or change.is_own) or said.turn.role is Role.ASSISTANT:
        return False
    return said.turn.speaker != change.turn.speaker


def _counted(new: Value, said: Said) -> frozenset[str]:
    """What is counted is what it is about: 450 mugs, of "the quantity of mugs is 300"."""
    return frozenset({new.kind}) & said.topic.near


def _is_telling(value: Value) -> bool:
    """Whether a value says by itself what it is of: a command, a port."""
    return value.kind == CODE or (value.kind == NUMBER and len(value.key) >= _TELLING)


def _is_corrected(said: Said, change: ChangeDraft) -> bool:
    """Whether a number said alone ("13 then") is meant for the last value that the same speaker gave."""
    if said.turn.speaker != change.turn.speaker or change.new is None:
        return False
    values = [value for value, *_ in _values_of(said.turn.text[:_LONGEST])]
    is_day = said.value.kind == DATE and change.new.key.isdigit() and int(change.new.key) <= _LAST_DAY
    return said.value == values[-1] and (is_day or are_comparable(change.new.kind, said.value.kind))


def _happened(told: Iterable[str]) -> bool:
    """Whether a clause tells what happened once, which stays true; what somebody took on lasts until it is given up."""
    return any(is_past(word) and word not in _TAKEN_ON for word in told)


def _closeness(one: Topic, other: Topic) -> float:
    """How many words two topics share; those of the clauses themselves count most."""
    near = one.near & other.near
    side = ((one.near & other.wide) | (one.wide & other.near)) - near
    wide = (one.wide & other.wide) - near - side
    return _NEAR * len(near) + _SIDE * len(side) + _WIDE * len(wide)
