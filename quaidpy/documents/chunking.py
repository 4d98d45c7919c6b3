"""How is a document cut so that each piece stands alone and fits a model? At headings, then blocks, then lines."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quaidpy.domain.documents.chunks import Chunk, Outline, Part, Section, Span
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.regex import regex

_SENTENCE_END = regex(r"(?<=[.!?])[ \t]+(?=\S)|(?<=[。！？；])(?=\S)")
_WORD_END = regex(r"(?<=\s)(?=\S)")
_SHORTEST_UNIT = 20  # tokens; lines up to here are never cut, however short the overlap
# Of text without any space or sentence: a hash, a minified script, a run of ideographs.
_LETTERS_PER_PIECE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """In tokens: of a chunk, of what neighbouring chunks of a section share, of a part that is embedded."""

    chunk_tokens: int
    overlap_tokens: int
    part_tokens: int


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is never cut: a line, or a piece of a very long one. `is_block`: a paragraph, item, table begins here."""

    start: int
    end: int
    tokens: int
    is_block: bool


def cut(text: str, outline: Outline, sizes: Sizes) -> tuple[Chunk, ...]:
    """Chunks in order, none over `chunk_tokens`.

    A section that fits is one chunk; a longer one is cut at its blocks, and its chunks overlap. Each keeps its exact
    words and lines. A heading with nothing of its own but sections below is no chunk: they name it.
    """
    lines = [0, *(at.end() for at in re.finditer("\n", text))]
    chunks: list[Chunk] = []
    for section, below in pairwise([*outline.sections, None]):
        assert section is not None
        if (
            _is_only_heading(text, section)
            and below is not None
            and below.path[: len(section.path)] == section.path
        ):
            continue
        chunks += _chunks_of(text, section, sizes, lines)
    return tuple(chunks)


def _is_only_heading(text: str, section: Section) -> bool:
    """Nothing stands in it but its heading, in at most three lines with a frame."""
    if not section.path:
        return not text[section.span.start : section.span.end].strip()
    told = [
        line for line in text[section.span.start : section.span.end].splitlines() if re.search(r"\w", line)
    ]
    return len(told) <= 1


def _chunks_of(text: str, section: Section, sizes: Sizes, lines: Sequence[int]) -> Iterator[Chunk]:
    most = min(sizes.part_tokens, max(_SHORTEST_UNIT, sizes.overlap_tokens))
    units = list(_units(text, section, most_tokens=most))
    for first, after in _cuts(units, sizes.chunk_tokens, sizes.overlap_tokens):
        span = _stripped(text, units[first].start, units[after - 1].end)
        if span is None:
            continue
        lead = next((lead for at, lead in section.leads if at.start < span.start < at.end), "")
        yield Chunk(
            headings=section.path,
            first_line=_line(lines, span.start),
            last_line=_line(lines, span.end - 1),
            text=text[span.start : span.end],
            lead=lead if count_tokens(lead) <= sizes.overlap_tokens else "",
            parts=tuple(_parts(text, units[first:after], sizes, lines)),
        )


def _parts(text: str, units: Sequence[_Unit], sizes: Sizes, lines: Sequence[int]) -> Iterator[Part]:
    for first, after in _cuts(units, sizes.part_tokens, 0):
        span = _stripped(text, units[first].start, units[after - 1].end)
        if span is not None:
            yield Part(
                first_line=_line(lines, span.start),
                last_line=_line(lines, span.end - 1),
                text=text[span.start : span.end],
            )


def _cuts(units: Sequence[_Unit], most_tokens: int, overlap_tokens: int) -> Iterator[tuple[int, int]]:
    """Runs of units, as half-open places: as long as they may be, cut before a block where that wastes under half."""
    first = 0
    while first < len(units):
        after, tokens = first, 0
        while after < len(units) and (after == first or tokens + units[after].tokens <= most_tokens):
            tokens += units[after].tokens
            after += 1
        if after < len(units):
            after = _better_cut(units, first, after, least=most_tokens // 2)
        yield first, after
        if after == len(units):
            return
        first = _overlapping(units, first, after, overlap_tokens)


def _better_cut(units: Sequence[_Unit], first: int, after: int, *, least: int) -> int:
    """The last beginning of a block before the cut, if what stands before it is at least so long."""
    kept = sum(unit.tokens for unit in units[first:after])
    for place in range(after, first, -1):
        if place < len(units) and units[place].is_block and kept >= least:
            return place
        kept -= units[place - 1].tokens
    return after


def _overlapping(units: Sequence[_Unit], first: int, after: int, most_tokens: int) -> int:
    """Where the next chunk begins: as far back as the overlap allows, but always past the beginning of this one."""
    place, tokens = after, 0
    while place - 1 > first and tokens + units[place - 1].tokens <= most_tokens:
        place -= 1
        tokens += units[place].tokens
    return place


def _units(text: str, section: Section, *, most_tokens: int) -> Iterator[_Unit]:
    blocks = {*section.blocks}
    for start, end in _line_spans(text, section.span):
        tokens = count_tokens(text[start:end])
        if tokens <= most_tokens:
            yield _Unit(start, end, tokens, start in blocks)
            continue
        for piece in _pieces(text, start, end, most_tokens):
            cost = count_tokens(text[piece.start : piece.end])
            yield _Unit(piece.start, piece.end, cost, piece.start in blocks)


def _line_spans(text: str, span: Span) -> Iterator[tuple[int, int]]:
    ends = [at.end() for at in re.finditer("\n", text[span.start : span.end])]
    bounds = [0, *ends, span.end - span.start]
    for start, end in pairwise(bounds):
        if start < end:
            yield span.start + start, span.start + end


def _pieces(text: str, start: int, end: int, most_tokens: int) -> Iterator[Span]:
    """A long line in pieces: whole sentences where they fit, else words, else letters."""
    for a, b in _split(text, start, end, _SENTENCE_END):
        if count_tokens(text[a:b]) <= most_tokens:
            yield Span(start=a, end=b)
            continue
        for c, d in _split(text, a, b, _WORD_END):
            if count_tokens(text[c:d]) <= most_tokens:
                yield Span(start=c, end=d)
                continue
            step = max(1, min(_LETTERS_PER_PIECE, most_tokens))
            yield from (Span(start=e, end=min(e + step, d)) for e in range(c, d, step))


def _split(text: str, start: int, end: int, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    bounds = [start, *(at.end() for at in between.finditer(text, start, end) if start < at.end() < end), end]
    return pairwise(bounds)


def _stripped(text: str, start: int, end: int) -> Span | None:
    """Without the empty lines around it; None when nothing else is there."""
    words = text[start:end]
    if not words.strip():
        return None
    lead = len(words) - len(words.lstrip("\r\n"))
    kept = words.rstrip()
    return Span(start=start + lead, end=start + max(len(kept), lead + 1))


def _line(lines: Sequence[int], offset: int) -> int:
    """The number of the line, from 1."""
    return bisect_right(lines, offset)
