"""On which day was each part of a diary, of a list of tickets or of minutes written?"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.time.days_of_year import DayOfYear, first_year
from quaidpy.remember.formats.transcripts import Transcript, read_transcript
from quaidpy.remember.pipeline import Intake

WRITTEN = datetime(2026, 11, 26, tzinfo=UTC)


def read(text: str, written_at: datetime | None = WRITTEN) -> Transcript:
    return read_transcript(text.encode(), name="notes.md", written_at=written_at)


def days_of(transcript: Transcript) -> list[str | None]:
    return [turn.at.date().isoformat() if turn.at else None for turn in transcript.turns]


@pytest.mark.parametrize(
    "diary",
    [
        "**29 June.** I cut the hedge.\n\n**4 July, Saturday.** Sold it.\n\n**2 August.** Rain.",
        "_Mon 29 June_ – I cut the hedge.\n\n_Sat 4 July_ – Sold it.\n\n_Sun 2 August_ – Rain.",
        "29 June. I cut the hedge.\n\n4 July, Saturday. Sold it.\n\n2 August. Rain.",
        "Monday 29 June\nI cut the hedge.\n\nSaturday 4 July\nSold it.\n\nSunday 2 August\nRain.",
        "# Ana, diary, summer 2026\n\n**29 June.** I cut the hedge.\n\n**4 July.** Sold it.\n\n**2 August.** Rain.",
        (
            "Recording 14 (29 June 2026, 16:04, 3 min 12)\nI cut the hedge.\n\nRecording 15 (4 July 2026, 9:40)\nSold it."
            "\n\nRecording 16 (2 August 2026, 9:40, 20 s)\nRain."
        ),
        (
            "Memo 3 — 2026-06-29 08:12 (1:04)\nI cut the hedge.\n\nMemo 4 — 2026-07-04 17:40 (0:38)\nSold it."
            "\n\nMemo 5 — 2026-08-02 22:03 (12 min)\nRain."
        ),
        "6/29/26 - I cut the hedge.\n\n7/4/26 - Sold it.\n\n8/2/26 - Rain.",
        "29.6.\nI cut the hedge.\n\n4.7.\nSold it.\n\n2.8.\nRain.",
        # a book with a line for each day, and no mark behind it
        "29.6. I cut the hedge.\n4.7. Sold it.\n2.8. Rain.",
        "29/6 I cut the hedge.\n4/7 Sold it.\n2/8 Rain.",
        "Mon 29 June I cut the hedge.\nSat 4 July Sold it.\nSun 2 Aug Rain.",
    ],
)
def test_a_day_before_or_above_what_somebody_tells_of_it_is_its_day(diary: str) -> None:
    transcript = read(diary)
    assert days_of(transcript)[-3:] == ["2026-06-29", "2026-07-04", "2026-08-02"]
    assert [turn.text for turn in transcript.turns][-3:] == ["I cut the hedge.", "Sold it.", "Rain."]
    assert {turn.role for turn in transcript.turns} == {Role.USER}


def test_where_it_was_may_stand_beside_the_day_and_is_kept() -> None:
    diary = "29 June 2026, Lier\nI cut it.\n\n4 July 2026, Bram's dock\nSold it.\n\n2 August 2026\nRain."
    transcript = read(diary)
    assert days_of(transcript) == ["2026-06-29", "2026-07-04", "2026-08-02"]
    told = [turn.text.replace("\n", " ") for turn in transcript.turns]
    assert told == ["Lier I cut it.", "Bram's dock Sold it.", "Rain."]


def test_a_sentence_behind_a_date_is_no_place() -> None:
    assert "Pia moved to Lier." in read("29 June 2026, Pia moved to Lier.\n\nI was glad.").turns[0].text


def test_a_line_that_has_no_day_goes_on_with_the_one_before() -> None:
    transcript = read("# Yard book 2026\n29.6. I cut the hedge,\nall of it.\n4.7. Sold it.\n2.8. Rain.")
    assert days_of(transcript)[1:] == ["2026-06-29", "2026-07-04", "2026-08-02"]
    assert "all of it" in transcript.turns[1].text


@pytest.mark.parametrize(
    "text",
    [
        "4.1. brings search.\nIt is fast.\nAnd small.\n4.2. mends it.\nSlowly.\nAh.",
        "My scones\n1/4 cup of sugar\n1/2 cup of milk\n3/4 cup of flour\nI bake them hot.",
        "1.1. We began with the pump.\n1.2. We went on with the roof.\n1.3. I wrote the report.",
    ],
)
def test_figures_at_the_beginnings_of_lines_are_no_days(text: str) -> None:
    assert set(days_of(read(text))) == {None}


def test_several_paragraphs_are_of_the_day_before_them() -> None:
    diary = (
        "**29 June.** I cut it.\n\nAnd raked.\n\n**4 July.** Sold it.\n\n**2 August.** Rain.\n\nMore rain."
    )
    assert days_of(read(diary)) == ["2026-06-29", "2026-06-29", "2026-07-04", "2026-08-02", "2026-08-02"]


def test_what_is_to_be_is_no_diary() -> None:
    programme = "# Spring\n\n**14 March:** concert\n\n**18 April:** picnic\n\n**9 May:** regatta"
    assert set(days_of(read(programme))) == {None}


def test_minutes_are_of_their_own_day_whatever_days_they_list() -> None:
    minutes = "# Minutes of 9 June 2026\n\nWe meet again:\n\n**14 July.** Budget\n\n**18 August.** Roof\n\n**9 September.** AOB"
    assert set(days_of(read(minutes))) == {"2026-06-09"}


def test_two_headings_and_a_date_field_are_one_head() -> None:
    minutes = "# Town hall\n## Minutes\n\nDate: Monday 9 February 2026, 14:30\nPresent: Ana\n\n### Roof\n\nIt leaks."
    assert days_of(read(minutes)) == ["2026-02-09", "2026-02-09"]


def test_a_record_may_say_more_in_the_line_of_its_date() -> None:
    minutes = (
        "# Choir – board meeting\n\nTuesday 20 January 2026, 18:00, at Gert's, ended 20:50 owing to the sweets of his wife"
        "\nPresent: Ana\n\n### Money\n\nThere is some."
    )
    assert set(days_of(read(minutes))) == {"2026-01-20"}


def test_each_ticket_is_of_the_day_it_was_opened() -> None:
    tickets = (
        "#PM-22  opened 2026-03-09 08:12  by: counter 3\n  It does not start\n\n#PM-23  opened 2026-03-10 11:05\n  Wrong colour"
        "\n\n#PM-26  opened 2026-03-12 15:51\n  A question\n"
    )
    transcript = read(tickets)
    assert days_of(transcript) == ["2026-03-09", "2026-03-10", "2026-03-12"]
    assert transcript.turns[0].text.startswith("#PM-22")
    assert {turn.role for turn in transcript.turns} == {Role.DOCUMENT}


def test_appointments_that_lie_ahead_date_nothing() -> None:
    plan = "- 2027-01-04: dentist\n- 2027-02-09: MOT\n- 2027-03-01: school trip\n"
    assert days_of(read(plan)) == [None]


def test_between_mails_copied_into_a_file_a_rule_is_part_of_none() -> None:
    thread = "From: Ana\nDate: Mon, 4 May 2026 10:12\n\nIt is in.\n\n---\nFrom: Ben\nDate: Mon, 4 May 2026 10:14\n\nWhich?\n"
    assert [turn.text for turn in read(thread).turns] == ["It is in.", "Which?"]


MONDAY = DayOfYear(month=5, day=4, weekday=0)


@pytest.mark.parametrize(
    ("days", "stated", "written_at", "year"),
    [
        ([MONDAY], None, WRITTEN, 2026),
        ([DayOfYear(5, 4)], None, WRITTEN, 2026),
        ([DayOfYear(12, 4)], None, WRITTEN, 2025),  # it has not come yet
        ([DayOfYear(5, 4, 6)], None, WRITTEN, 2025),  # a Sunday
        ([DayOfYear(5, 4)], 2019, WRITTEN, 2019),
        ([MONDAY], 2025, WRITTEN, 2026),  # begun in the year before
        ([DayOfYear(5, 4)], None, None, None),
        ([], 2026, WRITTEN, None),
    ],
)
def test_the_year_is_the_latest_that_fits(
    days: list[DayOfYear], stated: int | None, written_at: datetime | None, year: int | None
) -> None:
    assert first_year(days, stated=stated, written_at=written_at) == year


def test_a_diary_that_comes_without_a_file_was_written_before_it_came(tmp_path: Path) -> None:
    diary = "**29 June.** I cut the hedge.\n\n**4 July.** Sold it.\n\n**2 August.** Rain."
    with Memory(home=tmp_path, owner="ana") as memory:
        now = memory.now()
        report = memory.extract(Intake(owner=memory.owner, source_key="diary.md", data=diary.encode()))
        turns = memory.turns(report.episode)
    first = datetime(now.year, 8, 2, tzinfo=UTC) <= now
    assert {turn.at.year for turn in turns if turn.at} == {now.year if first else now.year - 1}


def test_what_a_mail_is_about_stands_before_its_words() -> None:
    thread = (
        "From: Ana\nDate: Mon, 4 May 2026 10:12\nSubject: Re: Loft of Zell\n\nIt is 46 300 euros.\n\n---\n"
        "From: Ben\nDate: Mon, 4 May 2026 10:14\n\nWhich?\n"
    )
    assert [turn.text for turn in read(thread).turns] == [
        "Subject: Loft of Zell\n\nIt is 46 300 euros.",
        "Which?",
    ]


def test_in_a_log_of_two_each_day_begins_anew_and_an_a_among_initials_is_somebody() -> None:
    log = (
        "18 July 2026, Lier\nM: Telephone from Pia.\nA: Bought paint.\n\n8 August 2026\nM: She is here.\n\n"
        "6 September 2026\nA: Trial fine. Hours 8,640.\nM: Nobody cried.\n"
    )
    told = [(turn.speaker, turn.at.date().isoformat() if turn.at else None) for turn in read(log).turns]
    assert told == [
        ("M", "2026-07-18"), ("A", "2026-07-18"), ("M", "2026-08-08"), ("A", "2026-09-06"), ("M", "2026-09-06"),
    ]  # fmt: skip


def test_answers_to_questions_are_nobody() -> None:
    turns = read("B: Where is it?\nQ: How old?\nA: Four.\nB: And now?\nB: Well?").turns
    assert "A" not in {turn.speaker for turn in turns}


def test_an_entry_with_a_topic_is_no_speaker() -> None:
    notes = (
        "Jan 27 2026. Pads ordered, I paid.\nFeb 3. Rink: we're in!\nFeb 12. Zorp has a new number.\n"
        "Mar 8. Zorp: his bag is with me.\n"
    )
    turns = read(notes).turns
    assert [turn.at.date().isoformat() for turn in turns if turn.at] == [
        "2026-01-27", "2026-02-03", "2026-02-12", "2026-03-08",
    ]  # fmt: skip
    assert turns[1].text == "Rink: we're in!"
    assert {turn.speaker for turn in turns} == {None}


def test_only_the_first_of_the_days_above_entries_may_have_its_year() -> None:
    transcript = read(
        "Mill diary (in pencil)\n\nMon 29 Dec 2025\nI oiled the wheel.\n\nTue 30 Dec\nRain, I stayed in.\nFri 2 Jan"
        "\nNew belt.\n\nSat 3 Jan\nI ground the rye."
    )
    assert days_of(transcript)[1:] == ["2025-12-29", "2025-12-30", "2026-01-02", "2026-01-03"]


def test_a_book_may_write_its_weekdays_with_two_letters_and_no_stop_behind_the_month() -> None:
    transcript = read(
        "FORGE BOOK 2026\nMo 5.1  swept, I am tired\nTu 6.1 gate hinges\nWe 7.1 quotes\nTh 8.1  thumb"
    )
    assert days_of(transcript)[1:] == ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08"]
    assert transcript.turns[2].text == "gate hinges"


def test_a_day_may_stand_beside_what_a_part_is_called() -> None:
    transcript = read(
        "# Choir log\n\n## Evening 1 - Thu 4 Sep 2025\nWe sang.\n\n## Evening 2 - Thu 18 Sep (short)\nRain.\n\n"
        "## Evening 3: Thu 2 Oct\nWe ate."
    )
    assert days_of(transcript)[1:] == ["2025-09-04", "2025-09-18", "2025-10-02"]
    assert transcript.turns[2].text.startswith("Evening 2 - short")


def test_a_label_with_a_number_may_stand_before_each_day() -> None:
    transcript = read(
        "Recorder app, Wim\n\nNew recording 1 \u2014 2 February 2026, 10:14\ni am testing\n\nNew recording 2 \u2014 4 February 2026, "
        "09:05\nraining again\n\nNew recording 3 \u2014 5 February 2026, 16:40\nbeen to the mill"
    )
    assert days_of(transcript)[1:] == ["2026-02-02", "2026-02-04", "2026-02-05"]
    assert transcript.turns[2].text == "raining again"


def test_a_week_is_of_its_first_day() -> None:
    transcript = read(
        "# Rowing 2026\n\n## Week 1 (5-11 Jan)\nI rowed 8 km.\n\n## Week 2 (12-18 Jan)\nNew oars.\n\n## Week 3 (19 Jan to 1 Feb)\nFlu."
    )
    assert days_of(transcript)[1:] == ["2026-01-05", "2026-01-12", "2026-01-19"]
    tasks = read(
        "# Jobs 2026\n\n## week of 9 feb\n- I oil it\n\n## week of 2 march\n- rope\n\n## week of 16 march\n- paint"
    )
    assert days_of(tasks)[1:] == ["2026-02-09", "2026-03-02", "2026-03-16"]


def test_what_somebody_writes_below_each_month_is_of_its_first_day() -> None:
    book = read("# Scratch\n\n## nov 2025\n- I oil it\n\n## dec\n- rope\n\n## jan\n- away 13-17 jan, I drive")
    assert days_of(book)[1:] == ["2025-11-01", "2025-12-01", "2026-01-01"]


@pytest.mark.parametrize(
    "months",
    [
        "# Garden 2026\n\n## January\nOrder seed.\n\n## February\nPrune.\n\n## March\nSow.",
        "# Jobs\n\n## Nov 2026\n- I oil it\n\n## Dec\n- I rest\n\n## Jan\n- we go",
        "# Jobs\n\n## March\n- I oil it\n\n## April\n- I rest\n\n## May\n- we go",
    ],
)
def test_what_is_to_be_done_in_each_month_and_months_without_a_year_date_nothing(months: str) -> None:
    assert set(days_of(read(months))) == {None}


def test_a_note_of_several_days_is_of_its_first_and_says_its_last() -> None:
    log = read(
        "# Log\n\n**11 Dec** – I cut it.\n**13–14 Dec** – Ida up.\n**27 Dec–2 Jan** – Away.\n**3 Jan** – Back."
    )
    assert days_of(log)[1:] == ["2025-12-11", "2025-12-13", "2025-12-27", "2026-01-03"]
    assert "13–14 Dec" in log.turns[2].text


def test_a_memo_that_says_when_it_was_spoken_is_of_that_day() -> None:
    memos = (
        "Voice memo 2026-02-11 08.14 (transcribed)\nNote to self, the cover is a bath.\n\n"
        "Voice memo 2026-03-27 10.05\nLabels approved yesterday.\n\nVoice memo 2026-05-06 17:15\nThe course starts soon.\n"
    )
    turns = read(memos).turns
    assert [(turn.at.date().isoformat(), turn.text) for turn in turns if turn.at] == [
        ("2026-02-11", "Note to self, the cover is a bath."),
        ("2026-03-27", "Labels approved yesterday."),
        ("2026-05-06", "The course starts soon."),
    ]


def test_a_book_of_two_years_begins_in_the_first() -> None:
    book = "# Blue notebook, Oct 2026 – Jan 2027\n\n## Sun 11 October\nI raked.\n\n## Sun 1 November\nRain.\n\n## Fri 8 January\nSnow."
    days = days_of(read(book, datetime(2026, 11, 26, tzinfo=UTC)))
    assert days[-3:] == ["2026-10-11", "2026-11-01", "2027-01-08"]
