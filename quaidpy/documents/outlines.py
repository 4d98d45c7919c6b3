"""Which headings and blocks does a document have? Read by its kind: Markdown, reStructuredText, plain text."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from quaidpy.domain.documents.chunks import Outline, Section, Span
from quaidpy.regex import regex

MARKDOWN = frozenset({".md", ".markdown", ".mdx", ".mdc", ".qmd"})
RESTRUCTURED = frozenset({".rst", ".rest"})

_FRONT_MATTER = regex(r"\A---[ \t]*\r?\n(.*?\r?\n)?(---|\.\.\.)[ \t]*(\r?\n|\Z)", re.DOTALL)
_FRONT_TITLE = regex(r"^title:[ \t]*+(\S.*)$", re.MULTILINE)
_ADORNMENT = regex(r"""\A([!-/:-@\[-`{-~])\1{2,}+[ \t]*+\Z""")
_ASCII_DOC = regex(r"^(={1,6})[ \t]++(\S.*+)$")


@dataclass(frozen=True, slots=True)
class _Heading:
    """Of level 1 and deeper; `line` from 0."""

    line: int
    level: int
    title: str


@dataclass(slots=True)
class _Found:
    """What a reader finds, by line number from 0."""

    headings: list[_Heading] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    leads: list[tuple[int, int, int]] = field(default_factory=list)
    """First line, line after the last, line that explains the rest."""
    title: str | None = None


def outline_of(path: str, text: str) -> Outline:
    """The outline by the file's ending; what is neither Markdown nor reStructuredText is read as plain text."""
    suffix = PurePosixPath(path).suffix.lower()
    starts = line_starts(text)
    if suffix in MARKDOWN or (not suffix and text.lstrip().startswith("#")):
        found = _markdown(text, starts)
    elif suffix in RESTRUCTURED:
        found = _restructured(_lines(text, starts))
    elif suffix in {".adoc", ".asciidoc"}:
        found = _ascii_doc(_lines(text, starts))
    else:
        found = _plain(_lines(text, starts))
    return _outline(found, text, starts)


def line_starts(text: str) -> list[int]:
    """Offsets at which lines begin; lines end at a newline alone, as Markdown and editors count them."""
    return [0, *(at.end() for at in re.finditer("\n", text) if at.end() < len(text))]


def _lines(text: str, starts: Sequence[int]) -> list[str]:
    return [text[a:b].rstrip("\r\n") for a, b in pairwise([*starts, len(text)])]


def _markdown(text: str, starts: Sequence[int]) -> _Found:
    found = _Found()
    front = _FRONT_MATTER.match(text)
    # Blanked, not cut: the numbers of the lines below stay right.
    body = re.sub(r"[^\n]", " ", front.group()) + text[front.end() :] if front else text
    if front:
        titled = _FRONT_TITLE.search(front.group())
        found.title = _unquoted(titled.group(1).strip()) if titled else None
        found.blocks.append(0)
    # Other ends of a line would shift the parser's numbers against ours.
    body = re.sub("\r(?!\n)|[\v\f\x1c-\x1e\x85\u2028\u2029]", " ", body).replace("\0", " ")
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    last = len(starts)
    for at, token in enumerate(tokens):
        if token.map is None:
            continue
        first, after = token.map[0], min(token.map[1], last)
        if token.type == "heading_open" and token.level == 0:
            title = _spoken(tokens[at + 1])
            if title:
                found.headings.append(_Heading(first, int(token.tag[1:]), title))
        elif token.level == 0 or token.type == "list_item_open":
            found.blocks.append(first)
        if token.type == "table_open" or (token.type == "fence" and token.level == 0):
            found.leads.append((first, after, first))
    return found


def _spoken(inline: Token) -> str:
    """The words of a heading, without emphasis, code marks, addresses of links and tags."""
    words = [child.content if child.type in {"text", "code_inline"} else " " * child.type.endswith("break")
             for child in inline.children or ()]  # fmt: skip
    return " ".join("".join(words).split())


def _restructured(lines: Sequence[str]) -> _Found:
    """Titles are lines with an adornment of at least their length below; its kinds tell levels, in order of coming."""
    found, kinds = _Found(), dict[tuple[str, bool], int]()
    at = 0
    while at + 1 < len(lines):
        line, below = lines[at], lines[at + 1]
        above = lines[at - 1] if at else ""
        mark = _ADORNMENT.match(below)
        is_title = (
            mark is not None
            and line.strip() != ""
            and not _ADORNMENT.match(line)
            and len(below.rstrip()) >= len(line.rstrip())
            and (not line.startswith((" ", "\t")) or above.strip() == below.strip())
        )
        if is_title and mark is not None:
            is_framed = above.strip() == below.strip()
            level = kinds.setdefault((mark.group(1), is_framed), len(kinds) + 1)
            found.headings.append(
                _Heading(at - 1 if is_framed else at, level, " ".join(line.replace("`", "").split()))
            )
            at += 1
        at += 1
    found.blocks = _paragraphs(lines)
    return found


def _ascii_doc(lines: Sequence[str]) -> _Found:
    found = _Found(blocks=_paragraphs(lines))
    for at, line in enumerate(lines):
        titled = _ASCII_DOC.match(line)
        if titled:
            found.headings.append(_Heading(at, len(titled.group(1)), titled.group(2).rstrip()))
    return found


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 2 and value[0] in "'\"" and value[-1] == value[0] else value


def _plain(lines: Sequence[str]) -> _Found:
    return _Found(blocks=_paragraphs(lines))


def _paragraphs(lines: Sequence[str]) -> list[int]:
    """Lines after an empty one, that stand at the left edge or begin the text."""
    return [
        at
        for at, line in enumerate(lines)
        if line.strip() and not line.startswith((" ", "\t")) and (at == 0 or not lines[at - 1].strip())
    ]


def _outline(found: _Found, text: str, starts: Sequence[int]) -> Outline:
    def offset(line: int) -> int:
        return starts[line] if line < len(starts) else len(text)

    marks = [(offset(each.line), each) for each in found.headings]
    bounds = [0, *(start for start, _ in marks), len(text)]
    paths = [(), *_paths(found.headings)]
    blocks = sorted({offset(line) for line in found.blocks})
    leads = [
        (Span(start=offset(a), end=offset(b)), text[offset(c) : offset(c + 1)].strip())
        for a, b, c in found.leads
    ]
    sections = []
    for path, (start, end) in zip(paths, pairwise(bounds), strict=True):
        if start == end:
            continue
        inside = blocks[bisect_right(blocks, start) : bisect_right(blocks, end - 1)]
        sections.append(
            Section(
                path=path,
                span=Span(start=start, end=end),
                blocks=tuple(inside),
                leads=tuple(lead for lead in leads if start <= lead[0].start < end),
            )
        )
    title = found.title or next((each.title for each in found.headings if each.level == 1), None)
    return Outline(
        title=title or next((each.title for each in found.headings), None), sections=tuple(sections)
    )


def _paths(headings: Iterable[_Heading]) -> list[tuple[str, ...]]:
    """For each heading those above it and itself; a skipped level is no place."""
    above: list[_Heading] = []
    paths = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        paths.append(tuple(each.title for each in above))
    return paths
