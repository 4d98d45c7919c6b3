"""Does a change mean what an earlier turn said?"""

import re
from dataclasses import dataclass
from functools import lru_cache

from quaidpy.domain.language.stop_words import STOP_WORDS
from quaidpy.domain.memories.episodes import Role, Turn
from quaidpy.domain.memories.value_kinds import CODE, DATE, NUMBER, PHRASE, WEEKDAYS
from quaidpy.regex import regex
from quaidpy.remember.attributes.changes import find_changes
from quaidpy.remember.attributes.clauses import OF_ANYTHING, Topic, clauses_of, sentence_start, topic_of
from quaidpy.remember.attributes.finding import ChangeDraft, is_of_oneself
from quaidpy.remember.attributes.plain_values import plain_value
from quaidpy.remember.attributes.value_fit import is_about_as_much, is_of_another_size, replaces
from quaidpy.remember.attributes.values import Value, are_comparable, find_values, is_among, is_same

LONGEST = 1200  # characters of an earlier turn
_LAST_DAY = 31
_TELLING = 4  # digits
_NEAR, _SIDE, _WIDE = 1.0, 0.6, 0.3
_LEAST_SHARE, _LEAST_SHARE_MOVED = 0.6, 0.5
"""Of the fewer words of the two clauses, where only "now" tells of a change, and where "moved to" does."""
_NAME = regex(r"\b[A-Z][a-zà-ÿ]{2,}\b")
_OF_FEW = frozenset({"unit", "mcg", "mg", "ml", "tablet", "pill", "puff", "capsul", "drop"})
"""Units of doses."""
_SHARE = "%"
_LEAST_MEASURED = 0.6
LEAST_NAMED = 0.3
"""How much two topics must share where the change names the old value."""


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


@lru_cache(maxsize=4096)
def values_of(text: str) -> tuple[tuple[Value, Topic, bool, bool], ...]:
    """Values that a text states, each with its topic; what it says to be over is not stated."""
    clauses = clauses_of(text)
    over = {change.old.start for change in find_changes(text, clauses) if change.old}
    return tuple(
        (value, topic_of(clauses, place), is_of_oneself(clause.text), not clause.topic)
        for place, clause in enumerate(clauses)
        for value in clause.values
        if value.start not in over
    )


def is_meant(said: Said, change: ChangeDraft, *, is_near_by: bool) -> bool:
    """Whether the change makes this value otherwise. `is_near_by`: it was said a few turns before, in the same talk."""
    if _is_of_another(said, change) or change.is_plain:
        return change.is_plain and _is_plainly_other(said, change)
    if change.old is not None:
        return _is_named(change.old, said, change, is_near_by=is_near_by)
    if change.new is None or is_same(change.new, said.value):
        return False
    if _is_of_another_make(said, change, change.new):
        return False
    near = change.topic.near | _counted(change.new, said)
    if near and (is_near_by or _may_be_meant(said, change)):
        return _is_measured_alike(said, change) or _shares_enough(said, change, near, is_near_by=is_near_by)
    return not near and is_near_by and _is_corrected(said, change)


def _is_of_another_make(said: Said, change: ChangeDraft, new: Value) -> bool:
    """Whether one amount is many times the other, or the new day is the last one for something and the old was not."""
    if is_of_another_size(said.value, new, by_now_alone=change.is_weak):
        return True
    return _is_deadline(change.turn, new) and not _is_deadline(said.turn, said.value)


def _is_deadline(turn: Turn, value: Value) -> bool:
    return _BY.search(turn.text, max(0, value.start - _LONGEST_BY), value.start) is not None


_BY = regex(r"\bby (?:the |next |this )?\Z", re.IGNORECASE)
_LONGEST_BY = 9  # characters


def _may_be_meant(said: Said, change: ChangeDraft) -> bool:
    """Of what was not said just before."""
    is_loose = change.is_weak and change.is_borrowed
    return not (is_loose or _is_vague(said, change) or _are_of_others(said, change))


def _is_named(old: Value, said: Said, change: ChangeDraft, *, is_near_by: bool) -> bool:
    """Whether the change names this value as what was before, and speaks of the same."""
    if old.kind == PHRASE or not (is_same(old, said.value) or is_among(old, said.value)):
        return False
    if _is_telling(old):
        return True
    is_one_week = change.new is None and _is_every(old) and not _is_every(said.value)
    if is_one_week or not _may_be_of_one(said, change):
        return False
    if is_near_by:
        return True
    is_of_any_month = old.kind == DATE and old.key != said.value.key  # the 3rd
    shared = (
        len(said.topic.near & change.topic.near) if is_of_any_month else closeness(said.topic, change.topic)
    )
    return shared >= LEAST_NAMED


def _is_every(value: Value) -> bool:
    """Whether a day comes again each week: "no more Thursdays" ends no single one."""
    return value.kind == WEEKDAYS and value.text.lower().endswith("s")


def _may_be_of_one(said: Said, change: ChangeDraft) -> bool:
    """Whether the two may speak of one thing: not where each says of another thing what it is."""
    of, said_of = change.topic.near, said.topic.near
    return not (of and said_of) or not of.isdisjoint(said_of | said.topic.wide)


def _is_plainly_other(said: Said, change: ChangeDraft) -> bool:
    """Whether the same speaker said as plainly another value of the very same thing."""
    if (
        change.new is None
        or said.turn.role is not change.turn.role
        or said.turn.speaker != change.turn.speaker
    ):
        return False
    clauses = clauses_of(said.turn.text[:LONGEST])
    clause = next((one for one in clauses if said.value in one.values), None)
    plain = plain_value(clause) if clause is not None else None
    is_other = said.value.kind == change.new.kind and not is_same(said.value, change.new)
    return plain is not None and plain[0] == change.topic.near and is_other


def _shares_enough(said: Said, change: ChangeDraft, near: frozenset[str], *, is_near_by: bool) -> bool:
    """Whether both clauses speak of the same, and the new value can stand where the old one stood."""
    shared = said.topic.near & near
    least = min(len(said.topic.near), len(near)) or 1
    enough = _LEAST_SHARE if change.is_weak else _LEAST_SHARE_MOVED
    is_told_whole = len(near) > 1 and near <= said.topic.near | said.topic.wide
    if change.new is None or not shared or (len(shared) / least < enough and not is_told_whole):
        return False
    return replaces(change.new, said.value, is_sure=is_near_by or len(shared) == least)


def _is_vague(said: Said, change: ChangeDraft) -> bool:
    """Whether a number is said of nothing by its own clause, or is of another make than the new one."""
    assert change.new is not None, "asked of a new value"
    kinds = {said.value.kind, change.new.kind}
    if NUMBER not in kinds or _SHARE in kinds:
        return _SHARE in kinds and len(kinds) > 1
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
    is_close = closeness(said.topic, change.topic) >= _LEAST_MEASURED
    return is_like and not change.is_weak and is_close and bool(said.topic.near & change.topic.near)


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
    values = [value for value, *_ in values_of(said.turn.text[:LONGEST])]
    is_day = said.value.kind == DATE and change.new.key.isdigit() and int(change.new.key) <= _LAST_DAY
    return said.value == values[-1] and (is_day or are_comparable(change.new.kind, said.value.kind))


def closeness(one: Topic, other: Topic) -> float:
    """How many words two topics share; those of the clauses themselves count most."""
    near = one.near & other.near
    side = ((one.near & other.wide) | (one.wide & other.near)) - near
    wide = (one.wide & other.wide) - near - side
    return _NEAR * len(near) + _SIDE * len(side) + _WIDE * len(wide)
