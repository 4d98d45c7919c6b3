"""Lines come into a file where they belong, and only what is spare goes out."""

import pytest

from quaidpy.learn.folding import Folding, blank_lines, headings_in, learnt_lines, repeated_lines, with_lines

CODE = "## Work\n\n```\n# a comment\n- item\n- item\n\n\nls\n```\n\nAfter.\n\n## Food\n"


def put(text: str | None, under: str | None = None) -> str:
    return with_lines(text, [Folding("new", under)], title="USER")


@pytest.mark.parametrize(
    ("before", "under", "after"),
    [
        (None, None, "# USER\n\n## Learnt\n\n- new\n"),
        ("", None, "## Learnt\n\n- new\n"),
        ("# Me\n", "Nowhere", "# Me\n\n## Learnt\n\n- new\n"),
        ("# Me", None, "# Me\n\n## Learnt\n\n- new"),
        ("# Me\r\n", None, "# Me\r\n\r\n## Learnt\r\n\r\n- new\r\n"),
        ("## Learnt\n\n- old\n\n## Z\n", None, "## Learnt\n\n- old\n- new\n\n## Z\n"),
        ("## Food\n## Z\n", "food", "## Food\n\n- new\n## Z\n"),
        ("\ufeff# Food\n", "Food", "\ufeff# Food\n\n- new\n"),
        (CODE, "Work", CODE.replace("After.\n", "After.\n- new\n")),
        (
            "# Me\n\n<!-- protected -->\n## Learnt\n",
            None,
            "# Me\n\n## Learnt\n\n- new\n\n<!-- protected -->\n## Learnt\n",
        ),
        (
            "## Food\n\nPies.\n<!-- protected -->\nx\n<!-- /protected -->\nLast.\n",
            "Food",
            "## Food\n\nPies.\n- new\n<!-- protected -->\nx\n<!-- /protected -->\nLast.\n",
        ),
    ],
)
def test_a_line_stands_at_the_end_of_its_section(before: str | None, under: str | None, after: str) -> None:
    assert put(before, under) == after


def test_a_comment_in_code_is_no_heading() -> None:
    assert headings_in(CODE) == ["Work", "Food"]
    assert headings_in("<!-- protected -->\n# Shut\n<!-- /protected -->\n# Open #\n") == ["Open"]


def test_only_repetitions_in_one_section_are_spare() -> None:
    text = "## Monday\n- gym\n- gym\n  - late\n- Gym\n## Tuesday\n- gym\n"
    assert repeated_lines(text) == [4]
    assert repeated_lines(CODE) == []


def test_empty_lines_in_code_count() -> None:
    assert blank_lines(CODE) == []
    assert blank_lines("a\n\n\n\nb\n") == [2, 3]


def test_our_own_lines_are_told_oldest_first() -> None:
    assert learnt_lines("# Me\n- mine\n\n## Learnt\n\n- one\nwords\n- two\n## Z\n- z\n") == [5, 7]
    assert learnt_lines("# Me\n") == []
