"""People write days in any way, and in one text always in the same: each form is read to the same three days."""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.formats.transcripts import Transcript, read_transcript

WRITTEN = datetime(2026, 11, 26, tzinfo=UTC)
DAYS = ["2026-03-04", "2026-03-09", "2026-03-27"]
FORMS = {
    "numbers below months": "DIARY 2026\n\nMARCH\n\n4. I cut the hedge\n\n9. Sold it\n\n27. Rain\n",
    "numbers below the month of the title": "Notes of a walk, March 2026\n\nWednesday 4\nI cut the hedge\n\nMonday 9\nSold it\n\nFriday 27\nRain\n",
    "weekdays below weeks": "Log 2026\n\nWeek of 2 March\nWed   I cut the hedge\n\nWeek of 9 March\nMon   Sold it\n\nWeek of 23 March\n"
    "Fri   Rain\n",
    "numbers of weeks": "Log by weeks, 2026\n\nW10 Wed\n  I cut the hedge\n\nW11 Mon\n  Sold it\n\nW13 Fri\n  Rain\n",
    "a number and the weather around it": "Visit No. 1 (Wed. 4 March 2026, 8.30 am, dry)\n I cut the hedge\n\n"
    "Visit No. 2 (Mon. 9 March 2026, 4 pm)\n Sold it\n\nVisit No. 3 (Fri. 27 March 2026, 9 am)\n Rain\n",
    "a stamp of a program": "* Garden\n** DONE Hedge\n   CLOSED: [2026-03-04 Wed 18:30]\n   I cut the hedge\n** DONE Sale\n"
    "   CLOSED: [2026-03-09 Mon 12:00]\n   Sold it\n** DONE Rest\n   CLOSED: [2026-03-27 Fri 17:15]\n   Rain\n",
    "rows of a table": "# My log\n\n| day | what |\n|---|---|\n| 2026-03-04 | I cut the hedge |\n| 2026-03-09 | Sold it |\n"
    "| 2026-03-27 | Rain |\n",
    "six digits": "260304 I cut the hedge\n260309 Sold it\n260327 Rain\n",
    "a label above the day": "New Recording 41\nWed 4 Mar at 07:52 · 0:48\nI cut the hedge\n\nNew Recording 42\n"
    "Mon 9 Mar at 18:20 · 1:12\nSold it\n\nNew Recording 43\nFri 27 Mar at 09:03 · 0:31\nRain\n",
    "Spanish weekdays": "Diario\n\nMiércoles, 4 de marzo de 2026.\nI cut the hedge\n\nLunes, 9 de marzo de 2026.\nSold it\n\n"
    "Viernes, 27 de marzo de 2026.\nRain\n",
    "years over months": "THE HEDGE, I kept count\n\n2026\n  Mar 4      I cut the hedge\n  Mar 9      Sold it\n  Mar 27     Rain\n",
    "a year over the first paragraph alone": "Garden weekly, 4 March 2026\nthere: me, Ida\n- I cut the hedge\n\nWeekly 9 March\nthere: me\n"
    "- Sold it\n\nWeekly 27 March\n- Rain\n",
}  # fmt: skip


def read(text: str) -> Transcript:
    return read_transcript(text.encode(), name="notes.txt", written_at=WRITTEN)


def day_of(words: str, transcript: Transcript) -> str | None:
    at = next(turn.at for turn in transcript.turns if words in turn.text)
    return at.date().isoformat() if at else None


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_day_is_told_in_whatever_form(text: str) -> None:
    transcript = read(text)
    assert [day_of(words, transcript) for words in ("I cut the hedge", "Sold it", "Rain")] == DAYS


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_what_was_written_on_one_day_is_a_part_of_its_own(text: str) -> None:
    hedge = next(turn.text for turn in read(text).turns if "I cut the hedge" in turn.text)
    assert "Sold it" not in hedge


def test_the_newest_may_stand_on_top() -> None:
    notes = ":Mar 27: I mopped up the rain.\n\n:Mar 9: Sold it.\n\n:Mar 4: Hedge.\n"
    transcript = read(notes)
    assert [day_of(words, transcript) for words in ("Hedge", "Sold it", "rain")] == DAYS


def test_parts_of_a_note_have_each_the_day_of_their_last_change() -> None:
    note = (
        "# House\n\n## Heating\n_last updated: 2026-03-09_\n\nI top it up by the black tap.\n\n## Wifi\n_last updated: 2026-03-27_\n\n"
        "It restarts on Sundays.\n\n## Bins\n_last updated: 2026-03-04_\n\nI put them out.\n"
    )
    transcript = read(note)
    assert [day_of(words, transcript) for words in ("put them out", "black tap", "restarts")] == DAYS


@pytest.mark.parametrize(
    "text",
    [
        "# Spring\n\nMon 7 Dec: concert\nMon 14 Dec: picnic\nMon 21 Dec: regatta\n",  # a programme
        "Paint\n\n1/2 cup white\n1/3 cup blue\n1/4 cup oil\n",
        "# Things to do, March 2026\n\n1. I call the mill\n2. Then the weir\n3. Then the lock\n",
        "3. Tour\n\n3.1. The mill\n3.2. The weir\n3.3. The lock\n",
    ],
)
def test_a_plan_and_figures_are_no_days(text: str) -> None:
    assert {turn.at for turn in read(text).turns} == {None}


def test_paragraphs_that_are_called_otherwise_are_not_of_the_days_they_name() -> None:
    notes = (
        "Rota from 4 March 2026\nIda, Ben\n\nBoat 9 March\nhull, mast\n\nHarbour 27 March\nwe pay the fee\n"
    )
    assert len({turn.at for turn in read(notes).turns}) == 1


def test_a_book_of_several_hands_names_them_beside_its_days() -> None:
    book = "12/3 Oda: dentist is at four\n12/3 Runa: ugh\n13/3 Oda: bins were not emptied\n19/3 Runa: six pounds for the museum\n"
    turns = read(book).turns
    assert [(turn.speaker, turn.at and f"{turn.at:%m-%d}") for turn in turns] == [
        ("Oda", "03-12"), ("Runa", "03-12"), ("Oda", "03-13"), ("Runa", "03-19"),
    ]  # fmt: skip


def test_headings_between_what_people_say_date_it() -> None:
    minutes = (
        "Skittles club\n\nMeeting on Wednesday, the 4th of March 2026\nGerda: We have 212 left.\nUwe: Good.\n\n"
        "Meeting on Monday, the 9th of March 2026\nUwe: I cannot bowl.\nGerda: Then you write.\n\n"
        "Meeting on Friday, the 27th of March 2026\nGerda: Uwe bowls again.\nUwe: Badly.\n"
    )
    turns = [turn for turn in read(minutes).turns if turn.role is Role.USER]
    assert [turn.at and turn.at.date().isoformat() for turn in turns] == [
        day for day in DAYS for _ in range(2)
    ]


def test_weeks_and_days_that_no_calendar_has_date_nothing() -> None:
    log = "Log by weeks, 2026\n\nW0 Wed\n  I cut the hedge\n\nW54 Mon\n  Sold it\n\nW99 Fri\n  Rain\n\nMARCH\n\n39. Snow\n"
    assert {turn.at for turn in read(log).turns} == {None}
