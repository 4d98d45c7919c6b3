"""How programs write down who said what and when: each form is read to the same three turns."""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.hosts.formats import sessions_in
from quaidpy.remember.formats.transcripts import Transcript, read_transcript

WRITTEN = datetime(2026, 11, 26, tzinfo=UTC)
DATED = {
    "surnames first, times in brackets": "[04/05/2026 10:12] Ruiz, Ana\nthe pump is in\n[04/05/2026 10:14] Ben\nwhich one\n"
    "[04/05/2026 10:15] Ruiz, Ana\nthe old one\n",
    "a day and a time in a line below the name": "Ana Ruiz\n04/05/2026 10:12\nthe pump is in\n\nBen\n04/05/2026 10:14\nwhich one\n\n"
    "Ana Ruiz\n04/05/2026 10:15\nthe old one\n",
    "a log in columns": "# Yard log\n2026-05-04 10:12 | Ana Ruiz (office) | the pump is in\n2026-05-04 10:14 | Ben (tenant, flat 4) | "
    "which one\n2026-05-04 10:15 | Ana Ruiz (office) | the old one\n",
    "slack, with a sign beside the name": "Monday, May 4th\nAna Ruiz:house:  10:12 AM\nthe pump is in\nBen  10:14 AM\n"
    "which one\nAna Ruiz  10:15 AM\nthe old one\n",
    "slack, the page": "Monday, May 4th\nAna Ruiz\n  10:12 AM\nthe pump is in\nBen\n  10:14 AM\nwhich one\nAna Ruiz\n  10:15 AM\n"
    "the old one\n",
    "slack, a copy that says which weeks": "#pumps\ncopied from Slack by Cleo, from all channels, 4 May – 5 June 2026\n\n"
    "Monday, May 4th\nAna Ruiz  10:12 AM\nthe pump is in\nBen  10:14 AM\nwhich one\nAna Ruiz  10:15 AM\nthe old one\n",
    "slack, times behind names under a long title": "Some Games workspace / #pumps of all / export 2026-05-04 .. 2026-06-30\n\n"
    "--- Monday, May 4th, 2026 ---\nAna Ruiz [10:12]: the pump is in\nben [10:14]: which one\nAna Ruiz [10:15]: the old one\n",
    "a time before its day": "#pumps\n\nAna Ruiz  10:12  4 May 2026\nthe pump is in\nBen  10:14\nwhich one\nAna Ruiz  10:15\n"
    "the old one\n",
    "columns under a day": "May 4, 2026\nAna Ruiz  10:12  the pump is in\nben  10:14  which one\nAna Ruiz  10:15  the old one\n",
    "messages, names before times": "Messages with Ben\ncopied 20 June 2026\n\n4 May 2026\nAna Ruiz 10:12: the pump is in\n"
    "Ben 10:14: which one\nAna Ruiz 10:15: the old one\n",
    "discord": "Ana Ruiz — 04/05/2026 10:12\nthe pump is in\nBen — 04/05/2026 10:14\nwhich one\nAna Ruiz — 04/05/2026 10:15\n"
    "the old one\n",
    "discord, exported": "[04-May-26 10:12 AM] Ana Ruiz#1234\nthe pump is in\n\n[04-May-26 10:14 AM] ben#22\nwhich one\n\n"
    "[04-May-26 10:15 AM] Ana Ruiz#1234\nthe old one\n",
    "telegram": "Ana Ruiz, [04.05.2026 10:12]\nthe pump is in\n\nBen, [04.05.2026 10:14]\nwhich one\n\n"
    "Ana Ruiz, [04.05.2026 10:15]\nthe old one\n",
    "telegram, worded": "Ana Ruiz, [4 May 2026 at 10:12]:\nthe pump is in\n\nBen, [4 May 2026 at 10:14]:\nwhich one\n\n"
    "Ana Ruiz, [4 May 2026 at 10:15]:\nthe old one\n",
    "telegram, words behind the stamp": "Chat: Ben 🐘 / Ana\nAna Ruiz, [04.05.2026 10:12]: the pump is in\n"
    "Ben, [04.05.2026 10:14]: which one\nAna Ruiz, [04.05.2026 10:15]: the old one\n",
    "slack, copied in a later year than it begins": "Pumps Slack > #team > copied 2026-11-02\n\nAna Ruiz  10:12 AM  May 4\n"
    "the pump is in\n\nBen  10:14 AM\nwhich one\n\nAna Ruiz  10:15 AM\nthe old one\n",
    "google chat": "Ana Ruiz, May 4, 10:12 AM\nthe pump is in\nBen, May 4, 10:14 AM\nwhich one\nAna Ruiz, May 4, 10:15 AM\n"
    "the old one\n",
    "teams": "4 May 2026\n[10:12] Ana Ruiz\nthe pump is in\n[10:14] Ben\nwhich one\n[10:15] Ana Ruiz\nthe old one\n",
    "messages of a telephone": "Ana Ruiz (+49 170 1234567) 04.05.2026 10:12\nthe pump is in\n\nBen 04.05.2026 10:14\nwhich one\n\n"
    "Ana Ruiz (+49 170 1234567) 04.05.2026 10:15\nthe old one\n",
    "messages, exported from a Mac": "May 04, 2026 10:12:00 AM\nAna Ruiz\nthe pump is in\n\n"
    "May 04, 2026  10:14:00 AM (Read by you after 2 minutes)\nBen\nwhich one\n\nMay 04, 2026 10:15:00 AM\nAna Ruiz\nthe old one\n",
    "a table": "Date,Time,Sender,Message\n04/05/2026,10:12,Ana Ruiz,the pump is in\n04/05/2026,10:14,ben,which one\n"
    "04/05/2026,10:15,Ana Ruiz,the old one\n",
    "a table with semicolons and quotes": 'timestamp;author;text\n2026-05-04 10:12;"Ana Ruiz";"the pump is in"\n'
    "2026-05-04 10:14;Ben;which one\n2026-05-04 10:15;Ana Ruiz;the old one\n",
    "irc": "2026-05-04 10:12 <Ana Ruiz> the pump is in\n2026-05-04 10:14 <ben> which one\n2026-05-04 10:15 <Ana Ruiz> the old one\n",
    "tabs": "2026-05-04 10:12\tAna Ruiz\tthe pump is in\n2026-05-04 10:14\tben\twhich one\n"
    "2026-05-04 10:15\tAna Ruiz\tthe old one\n",
    "whatsapp, names with signs": "04/05/2026, 10:12 - Ana Ruiz 🌸: the pump is in\n04/05/2026, 10:14 - ~ Ben (Goalie): which one\n"
    "04/05/2026, 10:15 - Ana Ruiz 🌸: the old one\n",
    "support log under a long title": "PUMPS AND MORE – shop chat (site widget + phone notes), export of spring, all days\n\n"
    "2026-05-04 10:12 Customer (Ana Ruiz): the pump is in\n2026-05-04 10:14 Ben: which one\n"
    "2026-05-04 10:15 Customer (Ana Ruiz): the old one\n",
    "a day over times": "4 May 2026\n10:12 Ana Ruiz: the pump is in\n10:14 Ben: which one\n10:15 Ana Ruiz: the old one\n",
    "slack, a thread": "Thread\npumps\nAna Ruiz\n  May 4th, 2026 at 10:12 AM\nthe pump is in\n2 replies\nBen\n"
    "  May 4th, 2026 at 10:14 AM\nwhich one\nAna Ruiz\n  May 4th, 2026 at 10:15 AM\nthe old one\n:tada:\n4\n",
    "slack, a second message without its name": "Monday, May 4th\nAna Ruiz\n  10:12 AM\nthe pump is in\nBen\nAPP\n"
    "  10:14 AM\nwhich one\nAna Ruiz\n  10:14 AM\n:eyes:\n3\n10:15\nthe old one\n",
    "discord, names over times": "Ana Ruiz\n — 04/05/2026, 10:12\nthe pump is in\n\nBen\n — 04/05/2026, 10:14\nwhich one\n\n"
    "Ana Ruiz\nOP\n — 04/05/2026, 10:15\nthe old one\n",
    "teams, with what a screen reader is told": "Monday, May 4, 2026\nthe pump is in by Ana Ruiz\nAna Ruiz\n10:12 AM\nthe pump is in\n"
    "has context menu\nwhich one by Ben\nBen\n10:14 AM\nwhich one\nthe old one by Ana Ruiz\nAna Ruiz\n10:15 AM\nEdited\n"
    "the old one\nLast read\n",
    "messages, exported with answers": "May 04, 2026 10:12:00 AM\nAna Ruiz\nthe pump is in\nTapbacks:\n    Loved by Ben\n\n"
    "May 04, 2026 10:14:00 AM\nBen\nwhich one\n\n    May 04, 2026 10:15:00 AM\n    Ana Ruiz\n    the old one\n"
    "    This message responded to an earlier message.\n\nMay 04, 2026 10:15:00 AM\nAna Ruiz\nthe old one\n"
    "This message responded to an earlier message.\n",
    "whatsapp, in German, changed and without words": "04.05.26, 10:11 - Ana Ruiz: <Medien ausgeschlossen>\n"
    "04.05.26, 10:12 - Ana Ruiz: the pump is in <Diese Nachricht wurde bearbeitet.>\n"
    "04.05.26, 10:13 - Ben: Diese Nachricht wurde gelöscht.\n04.05.26, 10:14 - Ben: IMG-20260504-WA01.jpg (Datei angehängt)\n"
    "which one\n04.05.26, 10:15 - Ana Ruiz: the old one\n",
    "whatsapp, in Spanish, of an iPhone": "[4/5/26, 10:10:00] Ana Ruiz: \u200eLos mensajes están cifrados.\n"
    "[4/5/26, 10:12:00] Ana Ruiz: the pump is in\n\u200e[4/5/26, 10:13:00] Ben: \u200eimagen omitida\n"
    "[4/5/26, 10:14:00] Ben: which one\n[13/5/26, 10:15:00] Ana Ruiz: \u200ePDF • \u200e2 páginas\n"
    "[4/5/26, 10:15:00] Ana Ruiz: the old one\n",
    "whatsapp, with halves of the day in Spanish": "4/5/26, 10:12 a.\u00a0m. - Ana Ruiz: the pump is in\n"
    "4/5/26, 10:14 a.\u00a0m. - Ben: which one\n14/5/26, 10:14 p.\u00a0m. - Ben: null\n"
    "4/5/26, 10:15 a.\u00a0m. - Ana Ruiz: the old one\n",
    "viber": "[ 4 May 2026 10:12 AM ] \u2068Ana Ruiz\u2069: the pump is in\n[ 4 May 2026 10:14 AM ] \u2068Ben\u2069: which one\n"
    "[ 4 May 2026 10:15 AM ] \u2068Ana Ruiz\u2069: the old one\n",
    "line, with American days": "[LINE] Chat history with Ben\n\nMon, 05/04/2026\n10:12\tAna Ruiz\tthe pump is in\n"
    "10:13\tBen\t[Sticker]\n10:14\tBen\twhich one\n10:14\t☎ Call time 0:42\n10:15\tAna Ruiz\tthe old one\n",
    "kakaotalk": "May 4, 2026 at 10:12 AM, Ana Ruiz : the pump is in\nMay 4, 2026 at 10:14 AM, Ben : which one\n"
    "May 4, 2026 at 10:15 AM, Ana Ruiz : the old one\n",
    "kakaotalk, in Korean": "--------------- 2026년 5월 4일 월요일 ---------------\n[Ana Ruiz] [오전 10:12] the pump is in\n"
    "[Ben] [오전 10:14] which one\n[Ana Ruiz] [오전 10:15] the old one\n",
    "wechat, mailed": "—————  2026-05-04  —————\n\nAna Ruiz  10:12\n\nthe pump is in\n\nBen  10:14\n\nwhich one\n\n"
    "Ana Ruiz  10:15\n\nthe old one\n",
    "chat beside a call, exported": '2026-05-04 10:12:04 From Ana Ruiz to Everyone:\n\tthe pump is in\n'
    '2026-05-04 10:14:04 From Ben (he) to Everyone:\n\tReplying to "the pump\nis in"\n\t\n\twhich one\n'
    '2026-05-04 10:15:09 From Ana Ruiz to Ben(Direct Message):\n\tthe old one\n',
    "times with dashes": "Mon 4 May\n10:12 - Ana Ruiz: the pump is in\n10:14 - Ben: which one\n10:15 - Ana Ruiz: the old one\n",
}  # fmt: skip
UNDATED = {
    "transcript of a call": "00:01:12 Ana Ruiz: the pump is in\n00:01:20 Ben: which one\n00:01:25 Ana Ruiz: the old one\n",
    "chat beside a call": "10:12:04\t From Ana Ruiz to Everyone : the pump is in\n10:13:04\t From Ben to Everyone : which one\n"
    "10:13:09\t From Ana Ruiz to Everyone : the old one\n",
    "dictation": "Ana Ruiz  0:03\nthe pump is in\n\nBen  0:12\nwhich one\n\nAna Ruiz  0:20\nthe old one\n",
    "subtitles": "WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.000\nAna Ruiz: the pump is in\n\n2\n00:00:03.000 --> 00:00:06.000\n"
    "Ben: which one\n\n3\n00:00:06.000 --> 00:00:07.000\nAna Ruiz: the old one\n",
    "subtitles with voices": "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ana Ruiz>the pump is in</v>\n\n"
    "00:00:03.000 --> 00:00:06.000\n<v Ben>which one</v>\n\n00:00:06.000 --> 00:00:07.000\n<v Ana Ruiz>the old one</v>\n",
}  # fmt: skip


def read(text: str) -> Transcript:
    return read_transcript(text.encode(), name="chat.txt", written_at=WRITTEN)


def said_in(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns if turn.role is not Role.DOCUMENT]


THREE_TURNS = [("Ana Ruiz", "the pump is in"), ("Ben", "which one"), ("Ana Ruiz", "the old one")]


@pytest.mark.parametrize("text", [*DATED.values(), *UNDATED.values()], ids=[*DATED, *UNDATED])
def test_who_says_what_is_read_whatever_program_wrote_it_down(text: str) -> None:
    assert said_in(read(text)) == THREE_TURNS


@pytest.mark.parametrize("text", DATED.values(), ids=DATED)
def test_every_turn_has_its_day_and_time(text: str) -> None:
    times = [turn.at for turn in read(text).turns if turn.role is not Role.DOCUMENT]
    assert [at and f"{at:%Y-%m-%d %H:%M}" for at in times] == [
        "2026-05-04 10:12",
        "2026-05-04 10:14",
        "2026-05-04 10:15",
    ]


def test_a_copied_page_that_says_today_is_of_the_day_it_was_written_down() -> None:
    page = "Ana Ruiz\n — Yesterday at 20:55\nthe pump is in\nBen\n — Today at 08:10\nwhich one\nAna Ruiz — Today at 08:31\nthe old one\n"
    turns = read(page).turns
    assert said_in(read(page)) == THREE_TURNS
    assert [turn.at and f"{turn.at:%d %H:%M}" for turn in turns] == ["25 20:55", "26 08:10", "26 08:31"]


def test_the_second_half_of_an_eastern_day_is_the_afternoon() -> None:
    turns = read(
        "--------------- 2026년 5월 4일 월요일 ---------------\n[Ana] [오전 12:10] still awake\n[Ben] [오후 6:52] the queue is long\n"
    ).turns
    assert [turn.at and f"{turn.at:%H:%M}" for turn in turns] == ["00:10", "18:52"]


def test_times_of_messages_are_no_offsets_of_a_recording() -> None:
    assert sessions_in(b"Ana  09:14\nthe pump is in\n\nBen  09:18\nwhich one\n", "chat.txt") == []
    assert len(sessions_in(b"Ana  00:02\nthe pump is in\n\nBen  00:18\nwhich one\n", "call.txt")) == 1


def test_a_reaction_with_its_count_is_nothing_said_but_a_number_is() -> None:
    page = "Ana\n  10:12 AM\nhow many?\nBen\n  10:14 AM\n3\nAna\n  10:15 AM\nfine\n:eyes:\n2\n"
    assert said_in(read(page)) == [("Ana", "how many?"), ("Ben", "3"), ("Ana", "fine")]


@pytest.mark.parametrize(
    "text",
    [
        "**You:**\nhello there\n\n**ChatGPT:**\nhi\n\n**You:**\nthanks\n",
        "## User\n\nhello there\n\n## Assistant\n\nhi\n\n## User\n\nthanks\n",
        "You said:\nhello there\nChatGPT said:\nThought for 4 seconds\nhi\nYou said:\nthanks\n",
        "You said\nhello there\n\nShow thinking\nGemini said\nhi\n\nYou said\nthanks\n\nOpens in a new window\n",
    ],
)
def test_a_talk_with_an_assistant_copied_out_of_a_browser_has_two_sides(text: str) -> None:
    turns = [(turn.role, turn.text) for turn in read(text).turns]
    assert turns == [(Role.USER, "hello there"), (Role.ASSISTANT, "hi"), (Role.USER, "thanks")]


@pytest.mark.parametrize(
    "text",
    [
        "Opening 10:00\nLunch 12:30\nTour 14:15\nClosing 18:00\n",
        "Day of the open door\n\n10:00 Welcome: the mayor speaks\n12:30 Lunch: soup\n14:15 Tour: bring boots\n",
        (
            "The deploy failed. What we saw, as a list, is below and was copied from the pager of the night.\n\n"
            "## Timeline\n\n10:02 alert: disk full\n10:05 restart: no change\n\nWe add a check of the disk.\n"
        ),
    ],
)
def test_a_programme_is_said_by_nobody(text: str) -> None:
    assert {turn.speaker for turn in read(text).turns} == {None}


def test_headings_of_a_text_about_models_are_no_speakers() -> None:
    text = "## Model\n\nIt is small.\n\n## Agent\n\nIt asks.\n\n## Model\n\nIt answers.\n"
    assert {turn.role for turn in read(text).turns} == {Role.DOCUMENT}


def test_what_stands_over_a_log_is_kept_and_said_by_nobody() -> None:
    first = read(DATED["support log under a long title"]).turns[0]
    assert (first.role, first.text[:14]) == (Role.DOCUMENT, "PUMPS AND MORE")


TABLE = 'date,sender,message\n2026-05-04,Ana,"Two things:\nthe pump, and the ""old"" hose"\n2026-05-05,Ben,\n'


def test_a_message_of_a_table_may_have_several_lines_and_one_without_words_is_no_turn() -> None:
    assert said_in(read(TABLE)) == [("Ana", 'Two things:\nthe pump, and the "old" hose')]


def test_a_table_that_grew_goes_on_behind_its_cursor() -> None:
    grown = f"{TABLE}2026-05-06,Ben,sold the hose\n".encode()
    transcript = read_transcript(grown, name="chat.csv", from_byte=len(TABLE.encode()))
    assert (said_in(transcript), transcript.consumed_bytes) == ([("Ben", "sold the hose")], len(grown))


@pytest.mark.parametrize(
    "text",
    [
        "date,item,amount\n2026-05-04,hose,12\n2026-05-05,pump,340\n",
        "name,text\nkettle,boils water\nhose,leads it\n",
        'message,sender\n"never closed,Ana\n' + "and so on\n" * 20_000,
        "sender,message\n",
    ],
)
def test_another_table_is_said_by_nobody(text: str) -> None:
    assert {turn.role for turn in read(text).turns} == {Role.DOCUMENT}


def test_what_follows_a_quote_that_does_not_end_is_left_for_later() -> None:
    half = f'{TABLE}2026-05-06,Ben,"sold the'
    transcript = read(half)
    assert (said_in(transcript), transcript.consumed_bytes) == (said_in(read(TABLE)), len(TABLE.encode()))
    assert [damaged.line for damaged in transcript.damaged] == [5]
    whole = read_transcript(f'{half} hose"\n'.encode(), name="chat.csv", from_byte=transcript.consumed_bytes)
    assert said_in(whole) == [("Ben", "sold the hose")]


def test_a_label_within_a_message_is_no_speaker_where_each_of_them_has_a_time() -> None:
    log = """Wiebke Hauser  9:02 AM
morning, the oven line is back
Tiago Nunes  9:40 AM
Careful: I'm away from 18 to 29 May. Wiebke covers the phone
Wiebke Hauser  9:41 AM
noted
Tiago Nunes  9:43 AM
thanks
"""
    turns = read(log).turns

    assert {turn.speaker for turn in turns} == {"Wiebke Hauser", "Tiago Nunes"}
    assert any("away from 18 to 29 May" in turn.text for turn in turns)


def test_who_comes_and_goes_is_said_by_nobody() -> None:
    log = """[27/06/2026, 22:50:14] Ana: last night, the drum kit is in the cellar
[28/06/2026, 09:00:31] Mika B left
[04/07/2026, 12:20:45] Ana (no 3) added Ines fl 4
[04/07/2026, 12:22:18] Ines fl 4: boxes everywhere
[04/07/2026, 12:23:00] Ana: welcome
"""
    assert [turn.text for turn in read(log).turns] == [
        "last night, the drum kit is in the cellar",
        "boxes everywhere",
        "welcome",
    ]


def test_a_chat_that_is_kept_below_a_mail_is_read_as_one() -> None:
    page = """From: Bela Noor
Date: Mon, 2 Mar 2026 09:00
Subject: fund

got it in on the last day. answer by 15 april
b

#studio

Ana Ruiz  12 Mar 2026, 18:30
three quotes for the panels
Ben  12 Mar 2026, 18:34
are they flameproof
Ana Ruiz  12 Mar 2026, 18:35
two of them
"""
    turns = read(page).turns
    assert [turn.speaker for turn in turns] == ["Bela Noor", "Ana Ruiz", "Ben", "Ana Ruiz"]
    assert turns[0].text.endswith("answer by 15 april\nb")
    assert [turn.at.day for turn in turns if turn.at] == [2, 12, 12, 12]


def test_days_without_a_year_are_before_the_copy_was_made() -> None:
    page = "Pumps Slack > #team > copied 2026-02-12\n\nAna Ruiz  10:12 AM  Nov 30\nthe pump is in\n\nBen  9:00 AM  Jan 8\nwhich\n"
    turns = read_transcript(page.encode(), name="chat.txt", written_at=datetime(2027, 5, 1, tzinfo=UTC)).turns
    days = [turn.at and f"{turn.at:%Y-%m-%d}" for turn in turns if turn.role is not Role.DOCUMENT]
    assert days == ["2025-11-30", "2026-01-08"]
