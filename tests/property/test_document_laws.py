"""Laws of cutting documents: nothing is lost, nothing is too long, every line number is right, always the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.documents.chunking import Sizes, cut
from quaidpy.documents.outlines import outline_of
from quaidpy.domain.language.tokens import count_tokens

pytestmark = pytest.mark.property

SIZES = Sizes(chunk_tokens=60, overlap_tokens=12, part_tokens=25)
LINES = st.sampled_from(
    [
        "# Title", "## Part", "### Deeper", "Setext", "======", "------", "", "", "a few words here",
        "- item of a list", "  - inner", "| a | b |", "|---|---|", "| 1 | 2 |", "```python", "# no heading", "```",
        "    indented code", "> quoted", "---", "title: Front", "漢字かな混じりの長い文章です。次の文です。",
        "word " * 40, "x" * 300, "One sentence. " * 30, "\u2028odd\x0cends", ".. note::", "\tTabbed", "<div>", "</div>",
    ]
)  # fmt: skip
TEXTS = st.lists(LINES, max_size=40).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n"]).map(lambda end: end.join(lines))
)
NAMES = st.sampled_from(["a.md", "b.rst", "c.txt", "README", "d.adoc"])


@given(NAMES, TEXTS)
def test_sections_cover_a_document_in_order(name: str, text: str) -> None:
    at = 0
    for section in outline_of(name, text).sections:
        assert section.span.start == at < section.span.end
        assert list(section.blocks) == sorted(set(section.blocks))
        at = section.span.end
    assert at == len(text)


@given(NAMES, TEXTS)
def test_every_word_is_in_a_chunk_or_names_one(name: str, text: str) -> None:
    chunks = cut(text, outline_of(name, text), SIZES)
    kept = " ".join(f"{' '.join(chunk.headings)} {chunk.text}" for chunk in chunks)
    lost = [
        line
        for line in text.split("\n")
        if any(w not in kept for w in line.split() if w.isalpha() and len(w) < 30)
    ]
    assert not lost


@given(NAMES, TEXTS)
def test_no_chunk_or_part_is_too_long(name: str, text: str) -> None:
    for chunk in cut(text, outline_of(name, text), SIZES):
        assert count_tokens(chunk.text) <= SIZES.chunk_tokens
        assert all(count_tokens(part.text) <= SIZES.part_tokens for part in chunk.parts)
        assert chunk.text.strip()


@given(NAMES, TEXTS)
def test_a_chunk_stands_at_its_lines_word_for_word(name: str, text: str) -> None:
    lines = text.split("\n")
    for chunk in cut(text, outline_of(name, text), SIZES):
        assert chunk.text in "\n".join(lines[chunk.first_line - 1 : chunk.last_line])
        for part in chunk.parts:
            assert part.text in "\n".join(lines[part.first_line - 1 : part.last_line])
            assert chunk.first_line <= part.first_line <= part.last_line <= chunk.last_line


@given(NAMES, TEXTS)
def test_parts_of_a_chunk_hold_all_of_it(name: str, text: str) -> None:
    for chunk in cut(text, outline_of(name, text), SIZES):
        joined = "".join(part.text for part in chunk.parts)
        assert "".join(joined.split()) == "".join(chunk.text.split())


@given(NAMES, TEXTS)
def test_cutting_is_deterministic(name: str, text: str) -> None:
    assert cut(text, outline_of(name, text), SIZES) == cut(text, outline_of(name, text), SIZES)
