"""Does a verb state that something is, was, begins or ends, or does it only speak of it?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from quaidpy.domain.graph.relation_words import Change
from quaidpy.remember.relating.phrases import Form, Verb
from quaidpy.remember.relating.tokens import Token
from quaidpy.remember.words.verbs import ADVERBS


class Time(Enum):
    """Where what a verb tells lies, seen from when it is said."""

    PAST = auto()
    NOW = auto()
    AHEAD = auto()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a verb says: the change, and when; `subject`: the token before all that belongs to the verb."""

    change: Change
    time: Time
    subject: int


_BE = frozenset({"am", "is", "are", "'s", "be"})
_WAS = frozenset({"was", "were"})
_HAVE = frozenset({"have", "has", "had", "'s", "'d"})
_WILL = frozenset({"will", "'ll", "shall"})
_DO = frozenset({"do", "does"})
_DENY = frozenset({"not", "n't", "never", "no"})
_BREAKS = frozenset({".", "!", ";", ":", "—", "–", "-", ",", "(", ")", "and", "but", "so", "because", "then"})


def read_verb(tokens: Sequence[Token], verb: Verb, general: Mapping[str, frozenset[str]]) -> Reading | None:
    """None where it states nothing: denied, wished, supposed, told by hearsay."""
    lead, at = _lead(tokens, verb.start)
    if _is_unsure(tokens, verb, general):
        return None
    denied = [word for word in lead if word in _DENY]
    is_over = ("longer" in lead and "no" in lead) or _is_followed_by_end(tokens, verb.end)
    reading = _timed(verb, [word for word in lead if word not in _DENY and word not in ADVERBS], at)
    if reading is None:
        return None
    if is_over and verb.act.change is Change.HOLDS and (denied or "longer" in lead):
        return Reading(Change.ENDS, Time.NOW, at)
    return None if denied else reading


def _lead(tokens: Sequence[Token], start: int) -> tuple[list[str], int]:
    """The helpers and adverbs before a verb, last first, and the place before them."""
    lead: list[str] = []
    at = start - 1
    while at >= 0 and tokens[at].named is None and _is_leading(tokens, at):
        lead.append(tokens[at].word)
        at -= 1
    return lead, at


def _is_leading(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].word
    if word == "'s" and at and tokens[at - 1].named is None and tokens[at - 1].word not in _PRONOUNS:
        return False
    return (
        word in _LEADING
        or word in ADVERBS
        or (word.endswith("ly") and len(word) > 4 and not tokens[at].is_mark)
    )


_PRONOUNS = frozenset({"he", "she", "it", "that", "who", "there", "i"})
_LEADING = (
    _BE
    | _WAS
    | _HAVE
    | _WILL
    | _DO
    | _DENY
    | frozenset({"did", "going", "to", "used", "been", "longer", "also", "both", "now", "about"})
)


def _timed(verb: Verb, lead: list[str], at: int) -> Reading | None:
    """By the helpers, last first, and the form."""
    change, forms = verb.act.change, verb.forms
    first = lead[0] if lead else ""
    if first == "to":
        return _behind_to(change, lead[1:], at)
    if first in _WILL:
        return Reading(change, Time.AHEAD, at) if Form.BASE in forms else None
    if Form.DOING in forms:
        return _doing(change, first, at, has_subject_only=not lead)
    if first in _HAVE or first == "been":
        time = Time.NOW if change is Change.HOLDS else Time.PAST
        return Reading(change, time, at) if forms & {Form.PARTICIPLE, Form.PAST} else None
    # "is used", "was left": somebody else did it; "did use" stresses or asks
    return None if first in _BE | _WAS | {"did"} else _plainly(change, forms, at)


def _plainly(change: Change, forms: frozenset[Form], at: int) -> Reading | None:
    """Of a verb that stands alone."""
    if Form.PAST in forms:
        return Reading(change, Time.PAST, at)
    if not forms & {Form.BASE, Form.THIRD}:
        return None
    return Reading(change, Time.NOW if change is Change.HOLDS else Time.AHEAD, at)


def _behind_to(change: Change, lead: list[str], at: int) -> Reading | None:
    if lead[:1] == ["used"] and change is Change.HOLDS:
        return Reading(change, Time.PAST, at)
    if lead[:1] == ["going"] or lead[:1] == ["about"]:
        return Reading(change, Time.AHEAD, at)
    return None


def _doing(change: Change, first: str, at: int, *, has_subject_only: bool) -> Reading | None:
    if first in _WAS:
        return Reading(change, Time.PAST, at) if change is Change.HOLDS else None
    if first in _BE or first == "been" or has_subject_only:
        return Reading(change, Time.NOW if change is Change.HOLDS else Time.AHEAD, at)
    return None


def _is_followed_by_end(tokens: Sequence[Token], end: int) -> bool:
    after = [token.word for token in tokens[end : end + 8]]
    return "anymore" in after or any(
        one == "any" and other in {"more", "longer"} for one, other in pairwise(after)
    )


def _is_unsure(tokens: Sequence[Token], verb: Verb, general: Mapping[str, frozenset[str]]) -> bool:
    """Whether the sentence supposes it, somebody else says it, or the clause wishes it."""
    nothing: frozenset[str] = frozenset()
    every = {token.word for token in tokens if token.named is None}
    if every & general.get("conditional", nothing):
        return True
    before = [token.word for token in tokens[: verb.start] if token.named is None]
    if any(word in general.get("hearsay", nothing) for word in before):
        return True
    clause = []
    for token in reversed(tokens[: verb.start]):
        if token.named is None and token.word in _BREAKS:
            break
        clause.append(token.word)
    unreal = general.get("unreal", nothing)
    return any(word in unreal for word in clause)
