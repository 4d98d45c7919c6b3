"""Which part of a long turn answers? The run of sentences with most of what the question's words weigh."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from quaidpy.domain.language.text import stems_in_order, with_cjk_bigrams
from quaidpy.domain.language.tokens import count_tokens, exceeds
from quaidpy.regex import regex

Span: TypeAlias = tuple[int, int]
"""Characters [start, end) of a text."""
_Run: TypeAlias = tuple[int, int]
"""Units [first, last) in a row."""

_UNIT_END = regex(r"(?<=[.!?…])\s+|\n+")
_LONGEST_UNIT = 240  # characters; what has no sentence ends is cut between words
_WRAPPED_FROM = 45  # characters of a line; a shorter one is a line of its own
_SPACE = regex(r"\s")
_NEAR_MEANING = 0.5  # of all that the question's words weigh: what the passage nearest in meaning counts for
_VALUE = 0.25  # of the mean weight of a word: what a value of the form that is asked for counts for
_STRETCH = 20_000  # characters of one turn that are looked through closely; a longer one is searched for the best such
_LEAST_GAIN = 0.34  # share of what the first passage has, that a second one must add


@dataclass(frozen=True, slots=True)
class _Unit:
    """One sentence, list item or line."""

    span: Span
    tokens: int
    stems: frozenset[str]
    has_value: bool


def best_passages(
    text: str,
    weights: Mapping[str, float],
    *,
    most_tokens: int,
    near: Sequence[Span] = (),
    value: re.Pattern[str] | None = None,
) -> tuple[Span, ...]:
    """One passage, or two where the second has what the first lacks; in the order of the text, within `most_tokens`.

    `weights`: of the stems of the question. `near`: spans that came nearest in meaning, best first. `value`: matches
    what is of the form asked for. Of equals the earliest. A text that shares nothing with the question gives its
    beginning. Time grows with the text no faster.
    """
    if len(text) > _STRETCH:
        begin = _best_stretch(text, weights, near[:1])
        within = best_passages(
            text[begin : begin + _STRETCH],
            weights,
            most_tokens=most_tokens,
            near=[(start - begin, end - begin) for start, end in near],
            value=value,
        )
        return tuple((start + begin, end + begin) for start, end in within)
    if not exceeds(text, most_tokens):
        return ((0, len(text)),) if text.strip() else ()
    units = _units(text, value)
    bonus = _VALUE * (math.fsum(weights.values()) / len(weights)) if weights else 0.0
    runs = [_best_run(units, weights, most_tokens, near=near[:1], for_value=bonus)]
    found = _words_of(units, runs[0], weights)
    left = {word: weight for word, weight in weights.items() if word not in found}
    room = most_tokens - _cost(units, runs[0])
    second = _best_run(units, left, room, near=(), for_value=0.0)
    adds = math.fsum(left[word] for word in _words_of(units, second, left))
    if adds > _LEAST_GAIN * math.fsum(weights[word] for word in found) and _cost(units, second) <= room:
        runs = sorted([*runs, second])
    return tuple(_span(units, run) for run in _widened(units, runs, most_tokens))


def _best_stretch(text: str, weights: Mapping[str, float], near: Sequence[Span]) -> int:
    """Where the stretch begins in which most of what the words weigh is met; of equals the earliest."""
    every = math.fsum(weights.values())
    best = (-1.0, 0)
    for begin in range(0, len(text), _STRETCH):
        piece = text[begin : begin + _STRETCH].casefold()
        told = math.fsum(sorted(weight for word, weight in weights.items() if word.rstrip("i") in piece))
        meant = any(start < begin + _STRETCH and begin < end for start, end in near)
        best = max(best, (round(told + _NEAR_MEANING * every * meant, 9), -begin))
    return -best[1]


@lru_cache(maxsize=1024)
def _units(text: str, value: re.Pattern[str] | None) -> tuple[_Unit, ...]:
    """Kept for a while: of one text passages are chosen for several results."""
    return tuple(_unit(text, span, value) for span in _unit_spans(text))


def _unit(text: str, span: Span, value: re.Pattern[str] | None) -> _Unit:
    piece = text[slice(*span)]
    stems = frozenset(stems_in_order(with_cjk_bigrams(piece)))
    return _Unit(span, count_tokens(piece), stems, value is not None and value.search(piece) is not None)


def _unit_spans(text: str) -> Iterator[Span]:
    start = 0
    ends = ((m.start(), m.end()) for m in _UNIT_END.finditer(text) if not _is_wrapped(text, *m.span()))
    for end, following in [*ends, (len(text), len(text))]:
        while end - start > _LONGEST_UNIT:
            space = _SPACE.search(text, start + _LONGEST_UNIT // 2, start + _LONGEST_UNIT)
            cut = space.start() if space else start + _LONGEST_UNIT
            yield start, cut
            start = cut
        if text[start:end].strip():
            yield start, end
        start = following


def _is_wrapped(text: str, start: int, end: int) -> bool:
    """Whether a sentence goes on in the next line, which begins where the one before was full."""
    is_full = start - (text.rfind("\n", 0, start) + 1) >= _WRAPPED_FROM
    return is_full and text[start:end] == "\n" and text[end : end + 1].islower()


def _best_run(
    units: Sequence[_Unit],
    weights: Mapping[str, float],
    most_tokens: int,
    *,
    near: Sequence[Span],
    for_value: float,
) -> _Run:
    """Of the runs that fit, the one that has most; of equals the shortest, then the earliest."""
    every = math.fsum(weights.values())
    met = [unit.stems & weights.keys() for unit in units]
    meaning = [max((_overlap(unit.span, span) for span in near), default=0.0) for unit in units]
    # A run that begins with a unit that has nothing is beaten by the same run without it.
    begins = [place for place in range(len(units)) if met[place] or meaning[place]]
    if not begins:
        shortest = min(range(len(units)), key=lambda place: (units[place].tokens, place))
        return shortest, shortest + 1
    best = (-1.0, 0, 0, (0, 1))
    for first in begins:
        tokens, has, meant, has_value = 0, frozenset[str](), 0.0, False
        for last in range(first, len(units)):
            unit = units[last]
            tokens += unit.tokens
            if tokens > most_tokens and last > first:
                break
            adds_value = unit.has_value and bool(met[last])
            has_more = not met[last] <= has or meaning[last] > meant or (adds_value and not has_value)
            if last > first and not has_more:
                continue  # longer, and nothing more in it
            has |= met[last]
            has_value |= adds_value
            meant = max(meant, meaning[last])
            told = math.fsum(weights[word] for word in has)
            worth = told + _NEAR_MEANING * every * meant + for_value * has_value
            best = max(best, (round(worth, 9), -tokens, -first, (first, last + 1)))
    return best[3]


def _widened(units: Sequence[_Unit], runs: Sequence[_Run], most_tokens: int) -> list[_Run]:
    """With what goes before and what follows, in turns, as far as there is room: an answer needs what it is about."""
    wide = list(runs)
    room = most_tokens - sum(_cost(units, run) for run in wide)
    grew = True
    while grew:
        grew = False
        for place in range(len(wide)):
            until = wide[place + 1][0] if place + 1 < len(wide) else len(units)
            since = wide[place - 1][1] if place else 0
            for back, on in ((1, 0), (0, 1)):
                first, last = wide[place]
                unit = first - 1 if back else last
                if since <= unit < until and units[unit].tokens <= room:
                    wide[place], room, grew = (first - back, last + on), room - units[unit].tokens, True
    return wide


def _words_of(units: Sequence[_Unit], run: _Run, weights: Mapping[str, float]) -> frozenset[str]:
    return frozenset(word for unit in units[slice(*run)] for word in unit.stems & weights.keys())


def _overlap(unit: Span, span: Span) -> float:
    """The share of the unit that lies in the span."""
    shared = min(unit[1], span[1]) - max(unit[0], span[0])
    return max(0, shared) / (unit[1] - unit[0])


def _cost(units: Sequence[_Unit], run: _Run) -> int:
    return sum(unit.tokens for unit in units[slice(*run)])


def _span(units: Sequence[_Unit], run: _Run) -> Span:
    return units[run[0]].span[0], units[run[1] - 1].span[1]
