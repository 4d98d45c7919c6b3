"""Headings are found as each kind of document writes them, and only there."""

from itertools import pairwise

import pytest

from quaidpy.documents.chunking import Sizes, cut
from quaidpy.documents.outlines import outline_of


def headings(path: str, text: str) -> list[tuple[str, ...]]:
    return [section.path for section in outline_of(path, text).sections if section.path]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.md", "# A\nx\n## B\ny\n# C\n", [("A",), ("A", "B"), ("C",)]),
        ("a.md", "A\n===\nx\n\nB\n---\ny\n", [("A",), ("A", "B")]),
        ("a.md", "# A\n```\n# no\n```\n    # no\n> # no\n- # no\n", [("A",)]),
        ("a.md", "# A\n### Deep\n## B\n", [("A",), ("A", "Deep"), ("A", "B")]),
        ("a.md", "# The `code` and **[link](x.md)** #\n", [("The code and link",)]),
        ("a.md", "# `snake_case` and _em_ <b>x</b> ![i](j)\n", [("snake_case and em x",)]),
        ("a.rst", "``set_timer``\n-------------\n", [("set_timer",)]),
        ("a.md", "#\n\n# \n\ntext\n", []),
        ("a.md", "---\ntitle: 'Mine'\nx: 1\n---\n# A\n", [("A",)]),
        ("a.rst", "=====\nTitle\n=====\n\nPart\n----\n\ntext::\n\n    no\n    --\n\nNext\n----\n", [("Title",), ("Title", "Part"), ("Title", "Next")]),
        ("a.rst", "Too long a title\n---\n\n==== ====\nA    B\n==== ====\n", []),
        ("a.adoc", "= A\n\n== B\ntext\n", [("A",), ("A", "B")]),
        ("README", "# As Markdown\n", [("As Markdown",)]),
        ("a.txt", "# no heading\n===\n", []),
    ],
)  # fmt: skip
def test_headings_are_found(path: str, text: str, expected: list[tuple[str, ...]]) -> None:
    assert headings(path, text) == expected


def test_the_title_is_that_of_the_front_matter_else_the_first_heading() -> None:
    assert outline_of("a.md", "---\ntitle: Front\n---\n# A\n").title == "Front"
    assert outline_of("a.md", "text\n\n## B\n\n# A\n").title == "A"
    assert outline_of("a.txt", "text\n").title is None


SMALL = Sizes(chunk_tokens=40, overlap_tokens=10, part_tokens=40)


def test_a_long_section_is_cut_between_its_paragraphs() -> None:
    text = "# A\n\n" + "\n\n".join(
        f"Paragraph {n} says one two three four five six seven eight." for n in range(8)
    )
    chunks = cut(text, outline_of("a.md", text), SMALL)
    assert len(chunks) > 2
    assert all(chunk.text.startswith(("# A", "Paragraph")) for chunk in chunks)
    assert all(chunk.headings == ("A",) for chunk in chunks)


def test_neighbouring_chunks_overlap_by_whole_lines() -> None:
    text = "# A\n" + "".join(f"line number {n}\n" for n in range(40))
    chunks = cut(text, outline_of("a.md", text), SMALL)
    for one, two in pairwise(chunks):
        assert one.first_line < two.first_line <= one.last_line < two.last_line


def test_a_table_that_is_cut_keeps_its_head() -> None:
    rows = "".join(f"| item {n} | {n} euros |\n" for n in range(30))
    text = f"# Prices\n\n| thing | price |\n|---|---|\n{rows}"
    first, *others = cut(text, outline_of("a.md", text), SMALL)
    assert first.lead == ""
    assert others
    assert {chunk.lead for chunk in others} == {"| thing | price |"}


def test_code_that_is_cut_keeps_its_language() -> None:
    text = "# Use\n\n```python\n" + "".join(f"value_{n} = {n}\n" for n in range(40)) + "```\n"
    assert {chunk.lead for chunk in cut(text, outline_of("a.md", text), SMALL)[1:]} == {"```python"}


def test_a_heading_without_words_of_its_own_only_names_what_is_below() -> None:
    text = "# A\n\n## B\n\nwords\n\n## Empty\n"
    chunks = cut(text, outline_of("a.md", text), SMALL)
    assert [chunk.headings for chunk in chunks] == [("A", "B"), ("A", "Empty")]


def test_one_huge_line_is_cut_at_sentences() -> None:
    text = "A sentence of some words. " * 200
    chunks = cut(text, outline_of("a.txt", text), SMALL)
    assert all(chunk.text.startswith("A sentence") for chunk in chunks)
    assert {(chunk.first_line, chunk.last_line) for chunk in chunks} == {(1, 1)}
