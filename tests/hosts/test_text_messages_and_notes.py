"""Text messages of a telephone and notes of a program of notes, as they are exported."""

import json
from datetime import UTC, datetime

import pytest

from quaidpy.domain.sources.sessions import HostSession
from quaidpy.errors import UnreadableError
from quaidpy.hosts.formats import sessions_in

MESSAGES = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<!--File Created By SMS Backup & Restore-->
<smses count="5">
  <sms address="+34600111" date="1777889520000" type="1" body="The pump is in &#55357;&#56832;" contact_name="Ana Ruiz" />
  <sms address="+34600111" date="1777889640000" type="2" body="Which one?&#10;And where" contact_name="Ana Ruiz" />
  <sms address="+34600111" date="1777889650000" type="3" body="never sent" contact_name="Ana Ruiz" />
  <sms address="DHL" date="1777889700000" type="1" body="Your parcel is at the shop" contact_name="(Unknown)" />
  <mms date="1777889760000" msg_box="1" address="+34600111~+34600222" contact_name="Ana Ruiz, Leo">
    <parts><part ct="image/jpeg" text="null" /><part ct="text/plain" text="I do the washing up" /></parts>
    <addrs><addr address="+34600222" type="137" /><addr address="+34600111" type="151" /></addrs>
  </mms>
</smses>
"""


def sessions(text: str) -> dict[str | None, list[tuple[str | None, str]]]:
    return {each.title: said_in(each) for each in sessions_in(text.encode(), "sms.xml")}


def said_in(session: HostSession) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in session.turns]


def test_messages_of_a_telephone_are_a_session_a_contact_and_what_was_sent_is_the_owners() -> None:
    assert sessions(MESSAGES) == {
        "Ana Ruiz": [("Ana Ruiz", "The pump is in 😀"), (None, "Which one?\nAnd where")],
        "DHL": [("DHL", "Your parcel is at the shop")],
        "Ana Ruiz, Leo": [("Leo", "I do the washing up")],
    }
    assert sessions_in(MESSAGES.encode(), "sms.xml")[0].turns[0].at == datetime(
        2026, 5, 4, 10, 12, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (MESSAGES.replace("</smses>", ""), "broken XML"),
        (MESSAGES.replace("<smses", '<!DOCTYPE smses [<!ENTITY a "aaaa">]><smses'), "its own XML entities"),
    ],
)
def test_a_broken_backup_says_so(text: str, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        sessions_in(text.encode(), "sms.xml")


JOURNAL = {
    "metadata": {"version": "1.0"},
    "entries": [
        {"creationDate": "2026-05-04T10:12:00Z", "text": "# The pump\n\nIt is in\\. Cost 340 euros\\."},
        {"creationDate": "2026-05-05T08:00:00Z", "text": ""},
        {"creationDate": "2026-05-06T08:00:00Z", "text": "Planted two pears"},
    ],
}
LIST = {
    "title": "Camping",
    "isTrashed": False,
    "createdTimestampUsec": 1777889520000000,
    "userEditedTimestampUsec": 1777889999000000,
    "listContent": [{"text": "tent", "isChecked": True}, {"text": "gas", "isChecked": False}],
}


def test_entries_of_a_journal_are_the_users_each_of_its_day() -> None:
    (session,) = sessions_in(json.dumps(JOURNAL).encode(), "Journal.json")
    assert said_in(session) == [
        (None, "# The pump\n\nIt is in. Cost 340 euros."),
        (None, "Planted two pears"),
    ]
    assert [turn.at and turn.at.day for turn in session.turns] == [4, 6]


def test_a_note_that_is_a_list_is_read_as_one() -> None:
    (session,) = sessions_in(json.dumps(LIST).encode(), "Camping.json")
    assert said_in(session) == [(None, "Camping\n- [x] tent\n- [ ] gas")]
    assert session.turns[0].at == datetime(2026, 5, 4, 10, 12, tzinfo=UTC)


def test_a_note_that_was_thrown_away_is_nothing_said() -> None:
    (session,) = sessions_in(json.dumps({**LIST, "isTrashed": True}).encode(), "Camping.json")
    assert session.turns == ()
