"""What comes in large is taken in to the end, in time that grows with its size and no faster."""

import time

import pytest

from quaidpy import Intake, Memory

SAYS = "I bought a kitchen number {0} for my garden last week, and Maria said it costs {0} euros. "
UNITS = (
    "word ", " ", "\n", "a. ", "Ana and ", "I went to Porto and ", "Maria Tom Julia ", '"', "1-", "[MEMORY]", "<system",
    "very really ", "2024-01-01 yesterday ", "on Monday ", "![a](http://a?", '{"a":', "/a", "...a", "Ana: b\n", "I, ",
)  # fmt: skip


@pytest.fixture(autouse=True)
def without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")


def seconds_for(text: str) -> float:
    with Memory() as memory:
        begun = time.process_time()
        memory.extract(
            Intake(owner=memory.owner, source_key=f"chat {len(text)} {text[:80]}", data=text.encode())
        )
        return time.process_time() - begun


def chat(turns: int) -> str:
    return "".join(
        f"[2024-03-{1 + turn % 28:02} 10:00] {('Ana', 'Ben')[turn % 2]}: {SAYS.format(turn)}\n"
        for turn in range(turns)
    )


@pytest.mark.parametrize("unit", UNITS)
def test_a_hundred_kilobytes_of_anything_are_taken_in_within_two_seconds(unit: str) -> None:
    assert seconds_for(f"[2024-03-01 10:00] Ana: {unit * (100_000 // len(unit))}\n") < 2


def test_twice_as_many_turns_take_no_more_than_thrice_as_long() -> None:
    seconds_for(chat(20))
    assert seconds_for(chat(600)) < 3 * seconds_for(chat(300)) + 0.3


@pytest.mark.long
@pytest.mark.timeout(900)
def test_ten_thousand_turns_are_taken_in_at_two_hundred_a_second() -> None:
    assert seconds_for(chat(10_000)) < 10_000 / 200


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_twenty_megabytes_in_one_line_are_taken_in() -> None:
    assert seconds_for(f"[2024-03-01 10:00] Ana: {SAYS.format(7) * (20_000_000 // len(SAYS))}\n") > 0
