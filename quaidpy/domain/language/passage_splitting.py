"""Where is a text cut that is longer than an embedder reads?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quaidpy.domain.identity import TurnId
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.regex import regex

WHOLE_TOKENS = 240
"""Of a text that is not cut, as `count_tokens` counts: with speaker and date it is within the 256 that MiniLM reads."""

PASSAGE_TOKENS = 200
"""Of a passage: so that a text a little too long does not leave a tail of a few words."""

_SHORT = PASSAGE_TOKENS  # characters; no text of so many can have more tokens
# Paragraphs, lines, sentences, words: a passage ends at the largest of them that fits.
_ENDS = (
    regex(r"\n[ \t]*\n\s*"),
    regex(r"\n\s*"),
    regex(r"(?<=[.!?…])\s+|(?<=[。！？；])"),
    regex(r"\s+"),
)


class Span(NamedTuple):
    """Characters of a text, half-open."""

    start: int
    end: int


class PlacedPassage(NamedTuple):
    """A passage of some text. `cosine`: to what was asked for; None without a vector of either."""

    span: Span
    cosine: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A piece of a long turn; `score` 0-1: how much of what is asked for it has, against the turn's other passages."""

    turn: TurnId
    start: int
    end: int
    score: float


def split_into_passages(text: str) -> tuple[Span, ...]:
    """Spans in order that cover all of the text, none over `PASSAGE_TOKENS`; one for what is not cut."""
    if len(text) <= WHOLE_TOKENS or count_tokens(text) <= WHOLE_TOKENS:
        return (Span(0, len(text)),)
    return tuple(_packed(text, _units(text, Span(0, len(text)), 0)))


def _is_short(text: str) -> bool:
    return len(text) <= _SHORT or count_tokens(text) <= PASSAGE_TOKENS


def _units(text: str, span: Span, level: int) -> list[Span]:
    """Pieces of the span that fit, cut no finer than needed."""
    if _is_short(text[span.start : span.end]):
        return [span]
    if level == len(_ENDS):
        # Without a space in it: a hash, a minified script. A character is at most one token.
        return [
            Span(at, min(at + PASSAGE_TOKENS, span.end)) for at in range(span.start, span.end, PASSAGE_TOKENS)
        ]
    ends = [found.end() for found in _ENDS[level].finditer(text, span.start, span.end)]
    cuts = [span.start, *(end for end in ends if span.start < end < span.end), span.end]
    pieces = map(Span, cuts[:-1], cuts[1:])
    return [unit for piece in pieces for unit in _units(text, piece, level + 1)]


def _packed(text: str, units: Sequence[Span]) -> list[Span]:
    """Neighbouring units put together as long as they fit."""
    packed: list[Span] = []
    size = 0
    for unit in units:
        tokens = count_tokens(text[unit.start : unit.end])
        if packed and size + tokens <= PASSAGE_TOKENS:
            packed[-1] = Span(packed[-1].start, unit.end)
            size += tokens
        else:
            packed.append(unit)
            size = tokens
    return packed
