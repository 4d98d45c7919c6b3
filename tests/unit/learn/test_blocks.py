"""Bullets and diary paragraphs stand in blocks of a day and occasion; people may write beside them."""

from datetime import UTC, date, datetime

import pytest

from quaidpy.domain.memories.honesty import says_no_more
from quaidpy.domain.memories.learning import Trigger
from quaidpy.learn.blocks import (
    bullets_in,
    entries_in,
    plain_line,
    with_bullets,
    with_entries,
    with_paragraphs,
    without_bullets,
    without_entries,
)
from quaidpy.learn.protection import protected_spans, reason_against
from quaidpy.settings import load_settings

AT = datetime(2026, 2, 12, 14, 30, tzinfo=UTC)
LATER = datetime(2026, 2, 12, 18, 0, tzinfo=UTC)
NEXT = datetime(2026, 2, 13, 9, 0, tzinfo=UTC)
HEAD = "# Snippets"


def test_a_day_and_occasion_has_one_block() -> None:
    text = with_bullets(None, ["one"], Trigger.COMPACTION, AT, head=HEAD)
    text = with_bullets(text, ["two"], Trigger.RESET, AT, head=HEAD)
    text = with_bullets(text, ["three"], Trigger.COMPACTION, LATER, head=HEAD)
    assert text == (
        "# Snippets\n\n## Compaction - 2026-02-12 14:30\n\n- one\n- three\n\n## Reset - 2026-02-12 14:30\n\n- two\n"
    )


def test_the_ends_of_lines_stay_what_they_are() -> None:
    text = with_bullets("# Mine\r\n\r\n- own\r\n", ["one"], Trigger.RESET, AT, head=HEAD)
    assert text == "# Mine\r\n\r\n- own\r\n\r\n## Reset - 2026-02-12 14:30\r\n\r\n- one\r\n"


def test_bullets_of_a_person_count_and_may_span_lines() -> None:
    text = "Words.\n\n* own\n  goes on\n- other\n\n    not of it\n"
    assert [bullet.text for bullet in bullets_in(text)] == ["own goes on", "other"]
    assert without_bullets(text, bullets_in(text)[:1]) == "Words.\n\n- other\n\n    not of it\n"


def test_a_block_goes_with_its_last_bullet_and_the_file_with_its_last_block() -> None:
    text = with_bullets(None, ["one"], Trigger.COMPACTION, AT, head=HEAD)
    text = with_bullets(text, ["two"], Trigger.RESET, AT, head=HEAD)
    one, two = bullets_in(text)
    assert without_bullets(text, [one]) == "# Snippets\n\n## Reset - 2026-02-12 14:30\n\n- two\n"
    assert without_bullets(text, [one, two]) is None
    assert without_bullets(f"Mine.\n{text}", bullets_in(f"Mine.\n{text}")) == "Mine.\n# Snippets\n"


def test_a_journal_has_its_newest_day_first() -> None:
    text = with_paragraphs(None, ["First."], Trigger.RESET, AT, head="# Journal")
    text = with_paragraphs(text, ["Second."], Trigger.RESET, NEXT, head="# Journal")
    text = with_paragraphs(text, ["Third."], Trigger.RESET, LATER, head="# Journal")
    assert text == (
        "# Journal\n\n## 2026-02-13 - Reset\n\nSecond.\n\n## 2026-02-12 - Reset\n\nFirst.\n\nThird.\n"
    )
    assert [(entry.day, entry.text) for entry in entries_in(text)] == [
        (date(2026, 2, 13), "Second."),
        (date(2026, 2, 12), "First.\n\nThird."),
    ]


def test_entries_move_whole() -> None:
    text = "# Journal\n\n## 2026-02-13 - Reset\n\nSecond.\n\n## 2026-02-12\n\nFirst.\n"
    new, old = entries_in(text)
    assert without_entries(text, [old]) == "# Journal\n\n## 2026-02-13 - Reset\n\nSecond.\n"
    assert without_entries(text, [new, old]) is None
    archive = with_entries(None, [old], head="# Archive", end="\n")
    assert archive == "# Archive\n\n## 2026-02-12\n\nFirst.\n"
    assert with_entries(archive, [new], head="# Archive", end="\n") == (
        "# Archive\n\n## 2026-02-13 - Reset\n\nSecond.\n\n## 2026-02-12\n\nFirst.\n"
    )


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("# A head\nand more", "A head and more"),
        ("- a bullet", "a bullet"),
        ("1. first", "first"),
        ("<!-- /protected --> out", "/protected out"),
        ("#tag stays", "#tag stays"),
    ],
)
def test_what_is_learnt_is_one_plain_line(said: str, line: str) -> None:
    assert plain_line(said) == line


def test_protection_reaches_to_its_mark_or_to_the_end() -> None:
    text = "a\n<!-- protected -->\nb\n<!-- /Protected -->\nc\n<!--protected-->\nd"
    assert [text[start:end] for start, end in protected_spans(text)] == [
        "<!-- protected -->\nb\n<!-- /Protected -->",
        "<!--protected-->\nd",
    ]


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("a\n" * 10, "a\n" * 4, "less than 50%"),
        ("a\n" * 10, "a\n" * 6, None),
        ("x\n<!-- protected -->\ny\n", "x\n<!-- protected -->\nz\n", "protected"),
        ("x\n", "x\n" * 200, "200 lines"),
        ("x\n" * 300, "x\n" * 290, None),
    ],
)
def test_an_edit_that_must_not_be_is_refused_with_its_reason(
    before: str, after: str, reason: str | None
) -> None:
    found = reason_against(before, after, load_settings(environment={}).tuning.learning)
    assert (found is None) if reason is None else (reason in str(found))


@pytest.mark.parametrize(
    ("text", "honest"),
    [
        ("Works in blocks of 2 hours.", True),
        ("Works in blocks of 3 hours.", False),
        ("Works with Viktor.", False),
        ("The user, Ana, works in blocks.", True),
    ],
)
def test_a_text_may_name_only_what_its_sources_name(text: str, honest: bool) -> None:
    assert says_no_more(text, ["Ana works in 2 hour blocks", "the user"]) is honest
