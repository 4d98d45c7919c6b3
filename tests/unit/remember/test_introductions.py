"""How the user of an assistant is called."""

import json
from pathlib import Path

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.people.introductions import introduced_name
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory
from tests.samples import turn


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("I'm Ana and I live in Porto.", "Ana"),
        ("Hi! My name is Ana Costa.", "Ana Costa"),
        ("Call me Benny, please.", "Benny"),
        ("I'm Portuguese.", None),
        ("I'm Ana's sister.", None),
        ("I'm in Lisbon.", None),
        ("I am happy.", None),
    ],
)
def test_a_name_is_taken_from_an_introduction_only(said: str, name: str | None) -> None:
    assert introduced_name([turn(0, said, speaker=None)]) == name


def test_what_others_say_introduces_nobody() -> None:
    assert introduced_name([turn(0, "I'm Ana.", speaker="Ben")]) is None
    assert introduced_name([turn(0, "I'm Ana.", speaker=None, role=Role.ASSISTANT)]) is None


def test_a_name_told_once_holds_for_the_whole_conversation_and_for_others(tmp_path: Path) -> None:
    small_talk = [f"Well, that makes it {number} then." for number in range(120)]
    said = ["I'm Ana and I live in Porto with my dog Rex.", *small_talk, "I moved to Lisbon in June 2025."]
    with Memory(home=tmp_path / "home") as memory:
        first = _texts_of(memory, "first", said)
        _texts_of(memory, "second", ["I work as a nurse."])
        names = [entity.name for entity in memory.entities()]
    assert "Ana lives in Porto with her dog Rex." in first
    assert "Ana moved to Lisbon in June 2025." in first
    assert "Ana" in names
    assert "The user" not in names


def _texts_of(memory: Memory, key: str, said: list[str]) -> list[str]:
    data = "\n".join(json.dumps({"role": "user", "content": text}) for text in said).encode()
    report = memory.extract(Intake(owner=memory.owner, source_key=key, data=data))
    return [memory.show(identity).text for identity in report.outcome.inserted]
