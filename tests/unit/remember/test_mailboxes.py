"""Mails as programs keep them, as pages print them, and as threads are copied: who wrote what, and when."""

from base64 import b64encode
from datetime import UTC, datetime

import pytest

from quaidpy.domain.sources.transcripts import Transcript
from quaidpy.remember.formats.transcripts import read_transcript

FIRST = """From 1829@xxx Mon May 04 08:12:11 +0000 2026
Delivered-To: ana@example.com
MIME-Version: 1.0
From: Ben Okoro <ben@example.org>
Date: Mon, 4 May 2026 10:12:05 +0200
Subject: =?UTF-8?Q?Die_Pumpe_f=C3=BCr_den_Hof?=
Content-Type: multipart/alternative; boundary="aa11"

--aa11
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

The pump comes on Friday, it costs 340 =E2=82=AC, and I can=
 fetch it.
>From June on it costs more.

--aa11
Content-Type: text/html; charset="UTF-8"

<p>The pump comes on Friday.</p>

--aa11--

"""
PACKED = b64encode("Buy it. Grüße an alle.\n\n-- \nAna Ruiz\nLinden Street 7\n".encode()).decode()
SECOND = f"""From 1830@xxx Tue May 05 06:02:00 +0000 2026
Message-ID: <2@example.com>
From: "Ruiz, Ana" <ana@example.com>
Date: Tue, 05 May 2026 06:01:55 +0000
Subject: Re: Die Pumpe
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: base64

{PACKED}

"""
HTML = """From 1831@xxx Wed May 06 06:02:00 +0000 2026
Message-ID: <3@example.com>
From: Kim <kim@example.com>
Date: Wed, 06 May 2026 06:01:55 +0000
Content-Type: text/html; charset="UTF-8"

<html><head><style>p {color: red}</style></head><body><p>The fence is <b>green</b>.</p><div>Two posts &amp; a gate.</div></body></html>
"""


def read(text: str, from_byte: int = 0) -> Transcript:
    return read_transcript(text.encode(), name="mails.mbox", from_byte=from_byte)


def said_in(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text.rpartition("\n\n")[2]) for turn in transcript.turns]


def test_a_mailbox_is_read_by_its_messages_whatever_they_are_packed_in() -> None:
    transcript = read(FIRST + SECOND + HTML)
    assert said_in(transcript) == [
        (
            "Ben Okoro",
            "The pump comes on Friday, it costs 340 €, and I can fetch it.\nFrom June on it costs more.",
        ),
        ("Ana Ruiz", "Buy it. Grüße an alle."),
        ("Kim", "Two posts & a gate."),
    ]
    assert transcript.turns[0].text.startswith("Subject: Die Pumpe für den Hof\n\n")
    assert transcript.turns[0].at == datetime(2026, 5, 4, 8, 12, 5, tzinfo=UTC)


def test_a_single_mail_in_a_file_is_a_mailbox_of_one() -> None:
    assert said_in(read(SECOND.partition("\n")[2])) == [("Ana Ruiz", "Buy it. Grüße an alle.")]


def test_a_mailbox_that_grew_goes_on_behind_its_cursor() -> None:
    assert said_in(read(FIRST + SECOND, from_byte=len(FIRST.encode()))) == [
        ("Ana Ruiz", "Buy it. Grüße an alle.")
    ]


def test_a_mail_in_an_unknown_code_is_reported_and_the_others_are_read() -> None:
    transcript = read(FIRST.replace('"UTF-8"', '"x-nobody"') + SECOND)
    assert [damaged.line for damaged in transcript.damaged] == [1]
    assert len(transcript.turns) == 1


def test_what_a_mail_quotes_is_not_said_again() -> None:
    mail = SECOND.partition("Content-Transfer")[0] + (
        "\nDone.\n\nOn Mon, May 4, 2026 at 10:12 AM Ben Okoro <ben@example.org>\nwrote:\n\n> The pump comes on Friday.\n"
    )
    assert said_in(read(mail)) == [("Ana Ruiz", "Done.")]


PRINTED = """5/6/26, 8:15 PM                                  Gmail - The pump

Gmail                                                     Ana Ruiz <ana@example.com>

The pump
2 messages

Ben Okoro <ben@example.org>                                    Mon, May 4, 2026 at 10:12 AM
To: Ana Ruiz <ana@example.com>

The pump comes on Friday.

https://mail.google.com/mail/u/0/?ik=3f&view=pt                                            1/2
5/6/26, 8:15 PM                                  Gmail - The pump

Ana Ruiz <ana@example.com>                                     Tue, May 5, 2026 at 6:02 AM
To: Ben Okoro <ben@example.org>

Buy it.
[Quoted text hidden]
"""
THREAD = """Buy it.

Ana

Von: Ben Okoro <ben@example.org>
Gesendet: Montag, 4. Mai 2026 10:12
An: Ana Ruiz <ana@example.com>
Betreff: AW: Pumpe

The pump comes on Friday.

-----Ursprüngliche Nachricht-----
Von: Ana Ruiz <ana@example.com>
Gesendet: Montag, 4. Mai 2026 09:14
An: Ben Okoro <ben@example.org>
Betreff: Pumpe

When does the pump come?
"""


def test_a_printed_page_of_mails_is_read_by_its_messages() -> None:
    transcript = read(PRINTED)
    assert said_in(transcript) == [("Ben Okoro", "The pump comes on Friday."), ("Ana Ruiz", "Buy it.")]
    assert [turn.at and f"{turn.at:%d %H:%M}" for turn in transcript.turns] == ["04 10:12", "05 06:02"]


def test_the_answer_over_a_copied_thread_is_of_the_one_whom_the_last_mail_went_to() -> None:
    first, *others = read(THREAD).turns
    assert (first.speaker, first.text, first.at) == ("Ana Ruiz", "Buy it.\n\nAna", None)
    assert [turn.speaker for turn in others] == ["Ben Okoro", "Ana Ruiz"]


def test_mails_below_a_remark_of_who_copied_them_need_not_say_whom_they_went_to() -> None:
    mails = (
        "From: Tolan Yard\nTo: Ana Ruiz\nDate: 9 Feb 2026 09:12\nSubject: Larch\n\nFive boards have come.\n",
        "From: Ana Ruiz\nDate: 9 Feb 2026 20:40\nSubject: Re: Larch\n\nWhat do I owe?\n",
        "From: Tolan Yard\nDate: 10 Feb 2026 08:55\nSubject: Re: Larch\n\n412 with delivery.\n",
    )
    turns = read("[copied out of the mail program]\n\n" + "\n".join(mails)).turns
    assert [turn.speaker for turn in turns[1:]] == ["Tolan Yard", "Ana Ruiz", "Tolan Yard"]
    assert [turn.at.day for turn in turns[1:] if turn.at] == [9, 9, 10]


@pytest.mark.parametrize(
    "text",
    [
        "Notes on mail\n\nFrom: is a field.\nTo: is another.\nSubject: a third.\n",
        "MIME-Version: 1.0 is what stands in each.\nIt means nothing.\n",
    ],
)
def test_a_text_about_mails_is_no_mail(text: str) -> None:
    assert read(text).format not in {"mail", "mailbox"}
