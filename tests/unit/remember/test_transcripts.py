from datetime import UTC, datetime

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.errors import UnreadableError
from quaidpy.remember.formats.transcripts import Transcript, read_transcript


def read(text: str, *, from_byte: int = 0, name: str = "chat") -> Transcript:
    return read_transcript(text.encode(), name=name, from_byte=from_byte)


def said(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns]


def test_a_log_gives_one_turn_a_speaker_line_and_joins_what_follows() -> None:
    transcript = read("Ana: hi\nhow are you?\nBen: fine\n\nand you?\n")
    assert said(transcript) == [("Ana", "hi\nhow are you?"), ("Ben", "fine\n\nand you?")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("[2023-05-08 13:56] Ana: hello", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("8/5/23, 13:56 - Ana: hello", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("5/8/23, 1:56 PM - Ana: hello", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("[08.05.23, 13:56:10] Ana: hello", datetime(2023, 5, 8, 13, 56, 10, tzinfo=UTC)),
        ("2023-05-08T13:56:00Z Ana: hello", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("Ana (2023-05-08 13:56): hello", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("2023-05-08 13:56 Customer (Ana, Oulu): hello", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
    ],
)
def test_a_stamped_line_is_dated(line: str, expected: datetime) -> None:
    (turn,) = read(line + "\n").turns
    assert (turn.speaker, turn.text, turn.at) == ("Ana", "hello", expected)


@pytest.mark.parametrize(
    "header",
    ["## Session 3 — 8 May 2023", "date: 8 May 2023", "=== May 8, 2023 ===", "Session 3 (2023-05-08)"],
)
def test_a_header_dates_the_turns_below_it(header: str) -> None:
    transcript = read(f"Ana: before\n{header}\nAna: one\nBen: two\n")
    assert [turn.at and turn.at.date().isoformat() for turn in transcript.turns] == [
        None,
        "2023-05-08",
        "2023-05-08",
    ]


def test_the_order_of_day_and_month_is_read_from_all_stamps() -> None:
    transcript = read("2/3/23, 10:00 - Ana: a\n2/14/23, 10:00 - Ben: b\n")
    assert [turn.at.month for turn in transcript.turns if turn.at] == [2, 2]


@pytest.mark.parametrize("line", ["**Ana**: hi there", "**Ana:** hi there", "- **Ana**: hi there"])
def test_a_speaker_may_be_bold(line: str) -> None:
    assert said(read(f"{line}\n**Ben**: hello\n{line}\n"))[0] == ("Ana", "hi there")


def test_bold_items_of_notes_are_no_speakers() -> None:
    notes = "# Shop meeting\n\n- **Boiler** died for good.\n- **Lathe** bought, 850 after haggling.\n- **Vans** sold.\n"
    assert read(notes, name="minutes.md").format == "markdown"


def test_labels_of_notes_that_never_recur_are_no_speakers() -> None:
    notes = "# Board, 6 March 2026\n\nRent: stays at 40.\n**Ladders**: two are rotten.\n**Roof**: no.\n**Jetty**: June."
    assert read(notes, name="board.md").format == "markdown"
    assert read("Ida: hello\nOlaf: hi\nGreta: yes\nRune: no").format == "log"


def test_user_and_assistant_are_roles_not_names() -> None:
    transcript = read("User: hi\nAssistant: hello\nUser: bye\n")
    assert [(turn.speaker, turn.role) for turn in transcript.turns] == [
        (None, Role.USER), (None, Role.ASSISTANT), (None, Role.USER),
    ]  # fmt: skip


def test_a_document_with_a_colon_is_no_log() -> None:
    transcript = read("# Bread\n\nIngredients: flour and water.\nNote: let it rest.\n\nBake it well.\n")
    assert transcript.format == "markdown"
    assert transcript.title == "Bread"
    assert [turn.role for turn in transcript.turns] == [Role.DOCUMENT, Role.DOCUMENT]


def test_direct_and_wrapped_lines_are_read_and_machine_lines_skipped() -> None:
    transcript = read(
        '{"type":"session","id":"s1"}\n'
        '{"role":"system","content":"be nice"}\n'
        '{"role":"user","content":"I live in Porto"}\n'
        '{"type":"message","timestamp":"2023-05-08T10:00:00+02:00","message":{"role":"assistant","content":'
        '[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Noted"}]}}\n'
        '{"role":"tool","content":"exit 0"}\n'
        '{"speaker":"Ana","text":"hello","timestamp":1683547200}\n'
    )
    assert said(transcript) == [(None, "I live in Porto"), (None, "Noted"), ("Ana", "hello")]
    assert transcript.session == "s1"
    assert transcript.turns[1].at == datetime(2023, 5, 8, 8, tzinfo=UTC)
    assert transcript.turns[2].at == datetime(2023, 5, 8, 12, tzinfo=UTC)


def test_a_line_whose_role_is_document_is_a_passage_and_nobody_says_it() -> None:
    transcript = read('{"role":"document","content":"Porto\\nPorto is a city in Portugal."}\n')
    assert [(turn.speaker, turn.role) for turn in transcript.turns] == [(None, Role.DOCUMENT)]


def test_a_broken_line_is_named_and_the_others_are_read() -> None:
    good = '{"role":"user","content":"hello"}\n'
    transcript = read(good * 6 + '{"role":"user","content":\n' + good)
    assert [damaged.line for damaged in transcript.damaged] == [7]
    assert "JSON" in transcript.damaged[0].reason
    assert len(transcript.turns) == 7


def test_a_line_still_being_written_is_named_and_left_for_the_next_reading() -> None:
    whole = '{"role":"user","content":"one"}\n'
    first = read(whole + '{"role":"user","con')
    assert first.consumed_bytes == len(whole)
    assert [line.line for line in first.damaged] == [2]
    second = read(whole + '{"role":"user","content":"two"}\n', from_byte=first.consumed_bytes)
    assert said(second) == [(None, "two")]


def test_a_grown_log_goes_on_at_its_cursor_with_date_and_speaker() -> None:
    before = "date: 8 May 2023\nAna: one\n"
    grown = read(before + "and more\nBen: two\n", from_byte=len(before))
    assert said(grown) == [("Ana", "and more"), ("Ben", "two")]
    assert {turn.at.date().isoformat() for turn in grown.turns if turn.at} == {"2023-05-08"}
    assert grown.consumed_bytes == len(before) + len("and more\nBen: two\n")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"Ana: hi\x00there", "NUL"),
        ("Ana: ol\u00e1".encode("latin-1"), "not UTF-8"),
        (bytes(range(1, 9)) * 20, "binary"),
    ],
)
def test_what_is_no_text_is_refused_with_a_way_out(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        read_transcript(data, name="x.bin")


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    transcript = read("The river is long and wide. " * 100)
    assert len(transcript.turns) > 1
    assert all(len(turn.text) <= 1200 and turn.text.endswith(".") for turn in transcript.turns)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("ROWING CLUB\nMinutes of the board, Friday 6 March 2026, at the boathouse\n\nPresent: Ida", "2026-03-06"),
        ("Boathouse committee\nheld on 6 March 2026\n\nPresent: Ida", "2026-03-06"),
        ("Regatta\nSaturday 4 July 2026, at noon\n\nbring towels", None),
    ],
)  # fmt: skip
def test_a_record_is_of_the_day_under_its_title(text: str, day: str | None) -> None:
    days = {turn.at.date().isoformat() if turn.at else None for turn in read(text, name="minutes.txt").turns}
    assert days == {day}


def test_the_days_of_a_diary_take_the_year_of_the_day_before() -> None:
    diary = (
        "# Log\n\n## Sunday 28 December 2025\nI fixed the sledge.\n\n## Tuesday 30 December\nI sold it.\n\n"
        "## Saturday 3 January\nI slept."
    )
    days = [turn.at.date().isoformat() for turn in read(diary).turns if turn.at]
    assert days == ["2025-12-28", "2025-12-30", "2026-01-03"]


@pytest.mark.parametrize(
    ("days", "written", "read_as"),
    [
        (["4 July", "20 July"], "2026-11-24", ["2026-07-04", "2026-07-20"]),
        (["20 December", "3 January"], "2026-11-24", ["2025-12-20", "2026-01-03"]),
        (["4 July", "20 July"], "2026-07-11", ["2025-07-04", "2025-07-20"]),
    ],
)
def test_a_diary_without_years_is_of_those_before_its_file_was_written(
    days: list[str], written: str, read_as: list[str]
) -> None:
    diary = "# Jo\n\n" + "\n\n".join(f"## {day}\n\nI went up the hill." for day in days)
    stamp = datetime.fromisoformat(written).replace(tzinfo=UTC)
    turns = read_transcript(diary.encode(), name="diary.md", written_at=stamp).turns
    assert [turn.at.date().isoformat() for turn in turns if turn.at] == read_as
