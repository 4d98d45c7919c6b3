"""Is anything of what a question asks told of the person whom it names?"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from quaidpy.domain.graph.entities import ALIVE, EntityType
from quaidpy.domain.identity import NodeId, TurnId, adjacent_turns
from quaidpy.domain.language.text import stem, words
from quaidpy.domain.language.word_forms import CALENDAR, TITLES
from quaidpy.domain.recall.intents import Intent
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.candidate_words import bare, bare_words, told_in, written_apart
from quaidpy.recall.judging.term_matching import found_in, hashes_of
from quaidpy.recall.understanding.asked_value import asked_the_rest_of, asks_two_things
from quaidpy.recall.understanding.common_ground import speaks_of_own_kin
from quaidpy.recall.understanding.name_candidates import (
    called_with_an_article,
    names_of_somebody,
    words_of_names,
)
from quaidpy.recall.understanding.particulars import asked_by
from quaidpy.recall.understanding.planning import Plan
from quaidpy.recall.understanding.prompt_intent import (
    speaks_of_own_life,
    wants_advice,
    wants_something,
)
from quaidpy.recall.understanding.value_forms import DATE, form_of_value
from quaidpy.regex import regex

LIGHT = frozenset(
    [
        "name", "come", "comes", "coming", "go", "goes", "going", "get", "gets", "getting", "give",
        "gives", "make", "makes", "take", "takes", "need", "needs", "want", "wants", "happen",
        "happens", "happened", "mean", "means", "look", "looks", "find", "keep", "keeps", "put", "use", "uses",
        "thing", "things", "kind", "way", "people", "live", "lives", "living", "lived", "stay", "stays",
        "actually", "really", "exactly", "currently", "originally", "again", "got",
    ]
)  # fmt: skip
"""Words that hardly say what is asked: who can come on which day asks for the day."""
_DAYS = CALENDAR - {"may"} | {"today", "tomorrow", "tonight", "weekend", "weekends"}
_OF_DAYS = frozenset({"day", "days", "date", "dates", "weekday", "weekdays", "when"})
_OF_MONTHS = tuple(
    (frozenset(told.split()), frozenset(months.split()))
    for told, months in (
        ("christmas xmas", "dec december"),
        ("easter", "mar march apr april"),
        ("halloween", "oct october"),
        ("winter", "dec december jan january feb february"),
        ("spring", "mar march apr april may"),
        ("summer", "jun june jul july aug august"),
        ("autumn fall", "sep sept september oct october nov november"),
    )
)
"""Feasts and seasons, and the months in which a day of them may be told: "27 Dec until 9 Jan" is over Christmas."""
_OF_FIGURES = frozenset(
    {"cost", "costs", "price", "pay", "pays", "fee", "rate", "number", "time", "hour", "hours", "amount"}
)
HeadOf = Callable[[str], str]
"""The word that stands for all that mean the same: child for kids."""
Hashed: TypeAlias = tuple[bytes, bytes]
"""Of a text its words, and the heads of those and of the kinds of answers that it has; as `hashes_of` has them."""


def unchanged(word: str) -> str:
    """No words are known to mean the same."""
    return word


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonEvidence:
    """What a question asks, as far as words tell: `of_them` 0-1 of it stands in one text that involves whom it names.

    `of_any`: in any text. Both are 1 for a question that names nobody, or asks nothing of them in words.
    """

    of_them: float = 1.0
    of_any: float = 1.0


def evidence_of_people_named(
    plan: Plan, candidates: Sequence[Candidate], weights: Mapping[str, float], head_of: HeadOf
) -> PersonEvidence:
    """Of a question that names a person and asks something of them; of any other question all counts as told.

    A text involves somebody who says it, is named in it, or in the turn beside it. Texts without them are compared only
    where a person is known by the name: a company is seldom named by those who speak of it. `weights`: of the stems of
    the question. "Who is her sister?" is answered by a name, whatever the words; who speaks of their own life knows of
    whom they speak, and what wants advice or work done asks nothing of anybody.
    """
    people = people_in(plan)
    asks_other = asks_two_things(plan.query.text) or asked_the_rest_of(plan.query.text) is not None
    if not people or asks_other or _is_of_the_asker(plan) or _asks_who_came_instead(plan):
        return PersonEvidence()
    asked = asked_of_them(plan, named_in(plan))
    if not asked:
        return PersonEvidence()
    worth = {head_of(bare(word)): weights.get(stem(word), 0.0) for word in asked}
    knows_them = any(each.type is EntityType.PERSON for each in plan.entities)
    hashed = {
        candidate.key: [_hashed(text, head_of) for text in _texts(candidate)] for candidate in candidates
    }
    involved = _involving(candidates, hashed, people) | _by_initial(candidates, plan)
    if _have_value(candidates, involved, plan):
        return PersonEvidence()
    looked_at = [candidate for candidate in candidates if knows_them or candidate.key in involved]
    heads = found_in([[heads for _, heads in hashed[each.key]] for each in looked_at], worth)
    told = [
        (each.key, math.fsum(map(worth.__getitem__, said)))
        for each, said in zip(looked_at, heads, strict=True)
    ]
    every = math.fsum(worth.values())
    if not every:
        return PersonEvidence()
    of_them = max((weight for key, weight in told if key in involved), default=0.0) / every
    of_any = max((weight for _, weight in told), default=0.0) / every
    if not (of_them or of_any) and plan.intent.intent is Intent.WHEN and _have_days(candidates, involved):
        return PersonEvidence()  # what happened to them on a day has other words as often as not
    return PersonEvidence(of_them=of_them, of_any=of_any if knows_them else of_them)


def _have_days(candidates: Sequence[Candidate], involved: frozenset[NodeId]) -> bool:
    """Whether a day is told in one of the best that involve them."""
    best = [candidate for candidate in candidates if candidate.key in involved][:_FEW]
    return any(DATE.search(text) for candidate in best for text in told_in(candidate))


_FEW = 3


def _have_value(candidates: Sequence[Candidate], involved: frozenset[NodeId], plan: Plan) -> bool:
    """Whether a value of the form that is asked for is told in one of the best that involve them."""
    form = None if _COUNTS.search(plan.query.text) else form_of_value(plan.query.text)
    best = [candidate for candidate in candidates if candidate.key in involved][:_FEW]
    return form is not None and any(form.search(text) for candidate in best for text in told_in(candidate))


_COUNTS = regex(r"\bhow many\b", re.IGNORECASE)
"""A number of anything is told of everybody."""


def named_in(plan: Plan) -> frozenset[str]:
    """The words of names in a question, lower case: of people, and whatever else is written as a name."""
    return words_of_names(plan.query.text) | people_in(plan)


def people_in(plan: Plan) -> frozenset[str]:
    """The words of the names of people and animals in it, lower case: of those who are known, and of who may be one."""
    known = (name for each in plan.entities if each.type in ALIVE for name in (each.name, *each.aliases))
    of_others = {word for each in plan.entities if each.type not in ALIVE for word in words(each.name)}
    told = {word for name in known for word in words(name)} - called_with_an_article(plan.query.text)
    return (names_of_somebody(plan.query.text) - of_others) | told


def _is_of_the_asker(plan: Plan) -> bool:
    text = plan.query.text
    is_own = speaks_of_own_life(text) or speaks_of_own_kin(text)
    return is_own or wants_advice(plan.text) or wants_something(text)


def _asks_who_came_instead(plan: Plan) -> bool:
    """Whether somebody else is the answer, as in "who replaced Ingrid?", who is told of in words of their own."""
    return plan.intent.intent is Intent.WHO and _INSTEAD.search(plan.query.text) is not None


_INSTEAD = regex(
    r"\b(?:replac(?:e[sd]?|ing)|succe(?:ed(?:s|ed)?|ssor)|t(?:akes?|ook|aking|aken) over|st(?:ands?|ood|anding) in"
    r"|fill(?:s|ed|ing)? in|cover(?:s|ed|ing)? for|instead of|came after)\b",
    re.IGNORECASE,
)


def asked_of_them(plan: Plan, named: frozenset[str]) -> tuple[str, ...]:
    """The words of the question that say what is asked of them; of a name that is asked for, what it is the name of."""
    return tuple(word for word in _beside_names(plan, named) if word not in LIGHT)


def asks_only_who(plan: Plan) -> bool:
    """Whether it names somebody and asks nothing else of them: "Who is Mike?"."""
    named = named_in(plan)
    return bool(named) and not _beside_names(plan, named)


def _by_initial(candidates: Sequence[Candidate], plan: Plan) -> frozenset[NodeId]:
    """Those of which a lone letter is the subject, with which the name of somebody asked about begins."""
    initials = {each.name[0] for each in plan.entities if each.type is EntityType.PERSON} - {"A", "I"}
    said = ((each.key, each.turn.text) for each in candidates if initials and each.turn is not None)
    return frozenset(key for key, text in said if not initials.isdisjoint(_INITIAL.findall(text)))


_INITIAL = regex(
    r"(?:^|[\n.!?:;,–—(-] ?|\b(?:and|but|so|then|that|if|when|told|asked|with|to|from) )([B-HJ-Z])(?= [a-z]{2})"
)


def _beside_names(plan: Plan, named: frozenset[str]) -> tuple[str, ...]:
    return tuple(word for word in plan.terms if bare(word) not in named and word not in TITLES)


def _involving(
    candidates: Sequence[Candidate], hashed: Mapping[NodeId, Sequence[Hashed]], names: frozenset[str]
) -> frozenset[NodeId]:
    """Those with a name of them, and turns right beside such."""
    named = found_in([[said for said, _ in hashed[each.key]] for each in candidates], names)
    met = {each.key for each, found in zip(candidates, named, strict=True) if found}
    keys = {each.key for each in candidates}
    turns = {each.turn.id for each in candidates if each.turn is not None}
    beside = {near for key in met if key in turns for near in adjacent_turns(TurnId(key)) if near in keys}
    return frozenset(met | beside)


@lru_cache(maxsize=200_000)
def _hashed(text: str, head_of: HeadOf) -> Hashed:
    """Kept for a while: what one question finds, others find again."""
    said = bare_words(text)
    return hashes_of(said), hashes_of(map(head_of, chain(said, _kinds_of(said))))


def _kinds_of(said: frozenset[str]) -> frozenset[str]:
    """What kinds of answers a text has: "on saturdays" says which day, "62 a month" what it costs."""
    kinds = [asked_by(said)]
    kinds += [] if _DAYS.isdisjoint(said) else [_OF_DAYS]
    kinds += [_OF_FIGURES] if any(map(str.isdigit, said)) else []
    kinds += [told for told, months in _OF_MONTHS if not months.isdisjoint(said)]
    return frozenset().union(*kinds)


def _texts(candidate: Candidate) -> list[str]:
    memories = [memory.statement for memory in candidate.memories]
    if candidate.turn is None:
        return memories
    return [*memories, written_apart(candidate.turn.speaker or ""), candidate.turn.text]


def read_in(text: str, head_of: HeadOf) -> None:
    """What is compared with questions, kept from now on; for idle moments."""
    _hashed(text, head_of)
