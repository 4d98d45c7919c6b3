"""What somebody asks not to be kept is kept nowhere; what only sounds like it is."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.remember.formats.off_record import PRIVATE_WORDS, without_off_record
from quaidpy.remember.pipeline import Intake


def _left(*said: tuple[Role, str]) -> list[str]:
    turns = [RawTurn(text=text, role=role) for role, text in said]
    return [turn.text for turn in without_off_record(turns)]


def _said(text: str) -> str:
    return _left((Role.USER, text))[0]


@pytest.mark.parametrize(
    "text",
    [
        "petra told me shes been asked by the bank. dont put that anywhere",
        "petra was asked by the bank dont put that anywhere pls",
        "Off the record: Sam is leaving",
        "This is off the record but Jo is expecting",
        "i'm seeing a therapist. please don't save that.",
        "Don't save this to memory: I owe my brother 500",
        "Jo's expecting, dont note it down",
        "The treasurer is ill. Keep that out of the minutes, please.",
        "not for the notes: we may close in May",
        "forget this after, really don't keep it: i had an interview. i won't take it",
        "Ben says he's seeing somebody. so don't you put it anywhere either",
    ],
)
def test_what_is_not_to_be_kept_goes(text: str) -> None:
    assert _said(text) == PRIVATE_WORDS


@pytest.mark.parametrize(
    "text",
    [
        "dont remember that tbh",
        "He told me off the record that they would sell",
        "Hash it, but don't save it in the session, use the cache",
        "We don't put that anywhere near the oven",
        "forget what I said about the boiler, it's fixed",
        "don't log this header",
        "don't put it in the fridge",
        "Please don't tell Mum about the party",
        "they never put that in writing",
        "the council has no record of it",
        "I don't want it in the list, remove the row",
        "just stream it, don't record it",
    ],
)
def test_what_is_said_of_other_things_stays(text: str) -> None:
    assert _said(text) == text


def test_only_the_paragraph_that_it_is_said_of_goes() -> None:
    assert _said("Theo's exam is on 4 May.\n\noff the record: he won't sit it") == (
        f"Theo's exam is on 4 May.\n\n{PRIVATE_WORDS}"
    )


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (
            "hazel not next to Martin. between us, and don't note that anywhere, she's leaving him. in may",
            f"hazel not next to Martin. {PRIVATE_WORDS}",
        ),
        (
            "Jo is leaving him. in may. don't note that anywhere. And we need milk.",
            f"{PRIVATE_WORDS} And we need milk.",
        ),
        ("off the record and don't save this anywhere, josh was fined", PRIVATE_WORDS),
        ("please dont keep this one, off the record. I looked at flats. 900 a month", PRIVATE_WORDS),
        ("this stays out of the notes and the bot please: I'm expecting. in may", PRIVATE_WORDS),
        ("btw off the record, not for any notes file: jo is interviewing elsewhere", PRIVATE_WORDS),
        ("Jo is seeing somebody. Cam doesn't know. Not to be noted.", PRIVATE_WORDS),
        (
            "Jo drinks again. I don't want that in any list or note. Just help me.",
            f"{PRIVATE_WORDS} Just help me.",
        ),
        ("private, dont write this in any notes file or memory: jo is interviewing", PRIVATE_WORDS),
        ("between us, no note of it: jo drinks again", PRIVATE_WORDS),
        ("crush stuff, not for saving: i like somebody at the mill", PRIVATE_WORDS),
    ],
)
def test_what_is_said_before_it_or_what_follows_goes(said: str, left: str) -> None:
    assert _said(said) == left


def test_of_a_long_paragraph_only_what_is_around_it_goes() -> None:
    before, after = "The hall is let until June. " * 15, " We meet again on Monday." * 15
    text = f"{before}The warden drinks. Don't write that down, please.{after}"
    left = _said(text)
    assert "warden" not in left
    assert left.startswith(before[:200])
    assert left.endswith(after[-200:])


def _turns(*texts: str) -> Sequence[tuple[Role, str]]:
    return [(Role.USER if place % 2 == 0 else Role.ASSISTANT, text) for place, text in enumerate(texts)]


def test_what_an_assistant_repeats_of_it_goes_too() -> None:
    left = _left(*_turns("off the record: I may quit", "I won't note that you may quit.", "what's for lunch"))
    assert left == [PRIVATE_WORDS, PRIVATE_WORDS, "what's for lunch"]


def test_a_message_that_only_asks_means_the_one_before() -> None:
    left = _left(
        *_turns("I may quit in May", "Quit in May? Why?", "oh and pls forget i said that", "Forgotten.", "ok")
    )
    assert left == [PRIVATE_WORDS] * 4 + ["ok"]


def test_what_an_assistant_advises_is_no_request() -> None:
    advice = "A seed phrase belongs on paper. Don't store it anywhere."
    assert _left((Role.USER, "where do I keep it"), (Role.ASSISTANT, advice)) == [
        "where do I keep it",
        advice,
    ]


def test_what_others_say_after_it_stays() -> None:
    turns = [
        RawTurn(text="off the record: Jo is moving", speaker="Ana"),
        RawTurn(text="The bins are out", speaker="Ben"),
    ]
    assert [turn.text for turn in without_off_record(turns)] == [PRIVATE_WORDS, "The bins are out"]


def test_it_is_nowhere_in_the_home(tmp_path: Path) -> None:
    said = b"[2026-03-05 09:00] Ana: Petra has been asked by Barrowgate. dont put that anywhere\n"
    with Memory(home=tmp_path, owner="ana") as memory:
        report = memory.extract(Intake(owner=memory.owner, source_key="chat.txt", data=said))
        assert [turn.text for turn in memory.turns(report.episode)] == [PRIVATE_WORDS]
        assert (PRIVATE_WORDS, RejectionReason.OFF_RECORD) in [
            (each.text, each.reason) for each in report.rejections
        ]
        assert memory.extract(Intake(owner=memory.owner, source_key="chat.txt", data=said)).known
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"barrowgate" in path.read_bytes().lower()]
