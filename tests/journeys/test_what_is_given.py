"""Does an agent get what answers, and little else?"""

import json
from pathlib import Path

import pytest

from quaidpy import Memory, Query

SAID = [
    ("2026-03-02T10:00:00Z", "user", "the berth costs 62 a month, paid until june"),
    ("2026-03-02T10:05:00Z", "user", "please always give me measurements in mm, never inches"),
    ("2026-03-02T10:05:20Z", "assistant", "Measurements in mm, never inches, noted."),
    ("2026-03-09T18:00:00Z", "user", "my daughter Ilse is coeliac so no normal flour when she's on board"),
    ("2026-03-20T18:00:00Z", "user", "the launch is planned for 16 May, high water is at noon"),
    ("2026-04-02T08:00:00Z", "user", "the berth is 71 a month from april, they put it up again"),
    ("2026-04-20T08:00:00Z", "user", "launch moved to 30 May, the crane is booked out"),
    ("2026-04-22T08:00:00Z", "user", "/clear"),
    ("2026-04-22T08:01:00Z", "user", "Dorian helps with the sails, he lives in Harwich"),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("given")
    chat = folder / "chat.jsonl"
    rows = ({"timestamp": at, "role": role, "content": text} for at, role, text in SAID)
    chat.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with Memory(home=folder / "home") as memory:
        memory.extract_file(str(chat))
    return folder / "home"


def lines(home: Path, question: str) -> list[str]:
    with Memory(home=home) as memory:
        block = memory.context(Query(text=question))
    return [line for line in block.splitlines() if line.startswith("- ")]


def test_the_value_that_holds_comes_first_and_the_old_one_says_until_when(home: Path) -> None:
    first, second, *_ = lines(home, "When is the launch?")
    assert "30 May" in first
    assert "until 20 April 2026" in second


def test_one_that_may_be_old_does_not_stand_alone(home: Path) -> None:
    given = lines(home, "What does the berth cost me?")
    assert any("71 a month" in line for line in given)
    assert len(given) <= 3


@pytest.mark.parametrize(
    ("prompt", "needed"),
    [
        ("Plan a lunch on board with Ilse.", "coeliac"),
        ("Convert my measurements of the hatch.", "mm, never inches"),
        ("Who is Dorian?", "Harwich"),
    ],
)
def test_a_prompt_gets_what_it_needs(home: Path, prompt: str, needed: str) -> None:
    assert any(needed in line for line in lines(home, prompt))


@pytest.mark.parametrize(
    "prompt",
    ["How old is Dorian?", "What is Ilse's shoe size?", "How do I splice a rope?", "Who painted Guernica?"],
)
def test_what_nobody_told_gets_nothing(home: Path, prompt: str) -> None:
    assert lines(home, prompt) == []


def test_commands_and_echoes_are_not_given(home: Path) -> None:
    given = " ".join(lines(home, "Which measurements should I always use?"))
    assert "never inches" in given
    assert "noted" not in given
    assert "/clear" not in given
