"""Which of what was found comes first: the newest of what tells the same?"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.language.text import stem, stems_in_order, with_cjk_bigrams
from quaidpy.domain.tuning import RecallTuning
from quaidpy.recall.judging.person_evidence import asks_only_who, named_in
from quaidpy.recall.judging.scoring import Scored
from quaidpy.recall.understanding.asked_time import Order
from quaidpy.recall.understanding.planning import Plan
from quaidpy.regex import regex

_OF_BEFORE = regex(
    r"\b(?:at first|the first|used to|originally|previous\w*|earlier|ago|in (?:19|20)\d\d"
    r"|before(?: (?:that|then|this|it)\b|\W*\Z)"
    r"|last (?:time|night|week|month|year|summer|autumn|fall|winter|spring|[a-z]+day)\b)",
    re.IGNORECASE,
)
_TELL_THE_SAME = 0.7  # share of what the text with most of the question's words has
_NEARLY_AS_GOOD = 0.35  # share of the best score
_HEAD = 12


def in_order(
    found: Sequence[Scored], plan: Plan, weights: Mapping[str, float], tuning: RecallTuning
) -> list[Scored]:
    """Best first, with what speaks for each among its like; scores stay within 0-1 and are the sum of their parts."""
    if not found:
        return []
    raised = list(found)
    if is_about_now(plan):
        newness = _newness(_of_what_is_named(raised, plan), weights)
        raised = [
            _raised(each, "newest", tuning.newest_weight * newness.get(each.candidate.key, 0.0))
            for each in raised
        ]
    highest = max(1.0, *(each.score for each in raised))
    scaled = (each if highest == 1.0 else _scaled(each, 1 / highest) for each in raised)
    return sorted(scaled, key=lambda each: (-each.score, each.candidate.key))


def _of_what_is_named(found: Sequence[Scored], plan: Plan) -> Sequence[Scored]:
    """Those that have a name of the question, where any has: what something else costs is no newer price of it."""
    names = {stem(word) for word in named_in(plan)}
    naming = [each for each in found[:_HEAD] if names & stems_of(each)] if names else []
    return naming or found


def is_about_now(plan: Plan) -> bool:
    """Whether it is asked how things stand: of no time before, and not only who somebody is.

    Not by its tense: "what did we end up with?" and "how long was the lease?" ask for what came out last.
    """
    if asks_only_who(plan) or plan.moment is not None or plan.time.order is Order.FIRST:
        return False
    return _OF_BEFORE.search(plan.query.text) is None


def _newness(found: Sequence[Scored], weights: Mapping[str, float]) -> dict[str, float]:
    """0 for the oldest to 1 for the newest of the best that have nearly as many of the question's words as any."""
    told = {each.candidate.key: words_covered(each, weights) for each in found[:_HEAD]}
    most, best = max(told.values()), found[0].score
    alike = {
        each.candidate.key: said
        for each in found[:_HEAD]
        if told[each.candidate.key] >= _TELL_THE_SAME * most
        and each.score >= _NEARLY_AS_GOOD * best
        and (said := said_at(each)) is not None
    }
    times = sorted(set(alike.values()))
    last = max(1, len(times) - 1)
    return {key: times.index(said) / last for key, said in alike.items()} if len(times) > 1 else {}


def words_covered(found: Scored, weights: Mapping[str, float]) -> float:
    """What the words of the question weigh that a turn, its speaker, its memories or what it answers have."""
    said = stems_of(found)
    return math.fsum(weight for word, weight in weights.items() if word in said)


def stems_of(found: Scored) -> set[str]:
    """Of a turn, its speaker, its memories and what it answers."""
    turn = found.candidate.turn
    pieces = [memory.statement for memory in found.candidate.memories]
    if turn is not None:
        pieces += [turn.speaker or "", turn.text]
    if found.asked is not None:
        pieces.append(found.asked.text)
    return set(stems_in_order(with_cjk_bigrams("\n".join(pieces))))


def words_weight(text: str, weights: Mapping[str, float]) -> float:
    """What the words of the question weigh that a text has."""
    said = set(stems_in_order(with_cjk_bigrams(text)))
    return math.fsum(weight for word, weight in weights.items() if word in said)


def said_at(found: Scored) -> float | None:
    """Seconds since 1970, of the turn or of its newest memory."""
    turn = found.candidate.turn
    if turn is not None and turn.at is not None:
        return turn.at.timestamp()
    return max((memory.stated_at.timestamp() for memory in found.candidate.memories), default=None)


def _raised(found: Scored, why: str, share: float) -> Scored:
    if not share:
        return found
    more = share * found.score
    return replace(found, score=found.score + more, parts=(*found.parts, (why, more)))


def _scaled(found: Scored, factor: float) -> Scored:
    return replace(
        found, score=found.score * factor, parts=tuple((name, value * factor) for name, value in found.parts)
    )
