"""Which part of a long turn answers? The run of sentences with most of what the question's words weigh."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.text import stems_in_order, with_cjk_bigrams
from quaidpy.domain.tokens import count_tokens

Span = tuple[int, int]
"""Characters [start, end) of a text."""

_UNIT_END = re.compile(r"(?<=[.!?…])\s+|\n+")
_LONGEST_UNIT = 240  # characters; what has no sentence ends is cut between words
_SPACE = re.compile(r"\s")
_DIGIT = re.compile(r"\d")
_NEAR_MEANING = 0.5  # of all that the question's words weigh: what the passage nearest in meaning counts for
_FIGURE = 0.25  # of the mean weight of a word: what a figure counts for where a figure is asked for
_LEAST_GAIN = 0.34  # share of what the first passage has, that a second one must add


@dataclass(frozen=True, slots=True)
class _Unit:
    """One sentence, list item or line."""

    span: Span
    tokens: int
    stems: frozenset[str]
    has_figure: bool


def best_passages(
    text: str,
    weights: Mapping[str, float],
    *,
    most_tokens: int,
    near: Sequence[Span] = (),
    wants_figure: bool = False,
) -> tuple[Span, ...]:
    """One passage, or two where the second has what the first lacks; in the order of the text, within `most_tokens`.

    `weights`: of the stems of the question. `near`: spans that came nearest in meaning, best first. Of equals the
    earliest. A text that shares nothing with the question gives its beginning.
    """
    units = _units(text)
    if not units:
        return ()
    if math.fsum(unit.tokens for unit in units) <= most_tokens:
        return ((0, len(text)),)
    bonus = _FIGURE * (math.fsum(weights.values()) / len(weights)) if wants_figure and weights else 0.0
    first, found = _best_run(units, weights, most_tokens, near=near[:1], figure=bonus)
    left = {word: weight for word, weight in weights.items() if word not in found}
    room = most_tokens - _cost(units[slice(*first)])
    gained = math.fsum(weight for word, weight in weights.items() if word in found)
    spans = [_span(units[slice(*first)])]
    if left and room > 0:
        second, more = _best_run(units, left, room, near=(), figure=0.0)
        gain = math.fsum(weight for word, weight in left.items() if word in more)
        apart = second[1] <= first[0] or second[0] >= first[1]
        if apart and second[0] < second[1] and gain > _LEAST_GAIN * gained:
            spans.append(_span(units[slice(*second)]))
    return tuple(sorted(spans))


def _units(text: str) -> list[_Unit]:
    return [_unit(text, span) for span in _unit_spans(text)]


def _unit(text: str, span: Span) -> _Unit:
    piece = text[slice(*span)]
    stems = frozenset(stems_in_order(with_cjk_bigrams(piece)))
    return _Unit(span, count_tokens(piece), stems, bool(_DIGIT.search(piece)))


def _unit_spans(text: str) -> Iterator[Span]:
    start = 0
    for end, following in [*((m.start(), m.end()) for m in _UNIT_END.finditer(text)), (len(text), len(text))]:
        while end - start > _LONGEST_UNIT:
            space = _SPACE.search(text, start + _LONGEST_UNIT // 2, start + _LONGEST_UNIT)
            cut = space.start() if space else start + _LONGEST_UNIT
            yield start, cut
            start = cut
        if text[start:end].strip():
            yield start, end
        start = following


def _best_run(
    units: Sequence[_Unit],
    weights: Mapping[str, float],
    most_tokens: int,
    *,
    near: Sequence[Span],
    figure: float,
) -> tuple[Span, frozenset[str]]:
    """Units [first, last) in a row that fit and have the most, and which words of the question they have."""
    every = math.fsum(weights.values()) or 1.0
    best: tuple[float, int, int, Span, frozenset[str]] = (-1.0, 0, 0, (0, 0), frozenset())
    for first in range(len(units)):
        tokens, has, meant, figures = 0, frozenset[str](), 0.0, 0.0
        for last in range(first, len(units)):
            unit = units[last]
            tokens += unit.tokens
            if tokens > most_tokens and last > first:
                break
            has |= unit.stems & weights.keys()
            meant = max([meant, *(_overlap(unit.span, span) for span in near)])
            figures = max(figures, figure * unit.has_figure * bool(unit.stems & weights.keys()))
            told = math.fsum(weights[word] for word in has)
            worth = told + _NEAR_MEANING * every * meant + figures
            # Of runs that have as much, the one with most room around it reads best; then the earliest.
            rank = (round(worth, 9), min(tokens, most_tokens), -first, (first, last + 1), has)
            if rank[:3] > best[:3]:
                best = rank
            if tokens > most_tokens:
                break
    return best[3], best[4]


def _overlap(unit: Span, span: Span) -> float:
    """The share of the unit that lies in the span."""
    shared = min(unit[1], span[1]) - max(unit[0], span[0])
    return max(0, shared) / (unit[1] - unit[0])


def _cost(units: Sequence[_Unit]) -> int:
    return sum(unit.tokens for unit in units)


def _span(units: Sequence[_Unit]) -> Span:
    return units[0].span[0], units[-1].span[1]
