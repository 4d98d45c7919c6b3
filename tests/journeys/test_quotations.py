"""What is forgotten, kept out or erased is not quoted by the memories beside it either."""

import json
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.identity import EpisodeId, MemoryId
from quaidpy.domain.recall.queries import Filter
from quaidpy.remember.pipeline import Intake

TALK = (
    ("user", "the kiln needs a new element, 340 fitted"),
    ("assistant", "Noted."),
    ("user", "the deposit was 150, the rest on delivery"),
    ("assistant", "Good news for the kiln."),
)
STATED = "The deposit was 150, the rest on delivery."
QUOTED = f"{STATED} (after “{TALK[0][1]}”)"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    lines = (
        json.dumps({"role": role, "content": text, "timestamp": f"2026-03-02T18:0{minute}:00Z"})
        for minute, (role, text) in enumerate(TALK)
    )
    memory = Memory(home=tmp_path, owner="ana")
    memory.extract(Intake(owner=memory.owner, source_key="c.jsonl", data="\n".join(lines).encode()))
    return memory


def texts(memory: Memory) -> dict[str, MemoryId]:
    return {each.text: each.id for each in memory.memories(Filter(owner=memory.owner), limit=20)}


def kiln(memory: Memory) -> MemoryId:
    return next(identity for text, identity in texts(memory).items() if text.startswith("The kiln"))


def test_what_is_forgotten_is_quoted_no_more_until_that_is_undone(memory: Memory) -> None:
    with memory:
        assert QUOTED in texts(memory)
        forgotten = memory.forget(kiln(memory))
        assert STATED in texts(memory)
        assert QUOTED not in texts(memory)
        memory.undo(forgotten)
        assert QUOTED in texts(memory)


def test_what_is_kept_out_of_some_sessions_is_quoted_in_none(memory: Memory) -> None:
    with memory:
        memory.suppress(kiln(memory), ["work"])
        assert STATED in texts(memory)


def test_what_moves_to_another_space_takes_no_words_that_stay_and_leaves_none_of_its_own(
    memory: Memory,
) -> None:
    with memory:
        memory.create_space("team")
        deposit = texts(memory)[QUOTED]
        for moving in (deposit, kiln(memory)):
            moved = memory.move([moving], "team")
            assert memory.show(deposit).text == STATED
            memory.undo(moved)
            assert memory.show(deposit).text == QUOTED


def test_what_is_erased_stands_in_no_quotation_no_version_and_no_file(memory: Memory, tmp_path: Path) -> None:
    with memory:
        erased = kiln(memory)
        episode = EpisodeId(memory.show(erased).evidence[0].turn.rpartition(".")[0])
        memory.purge([erased], [episode])
        ((text, identity),) = texts(memory).items()
        assert text == STATED
        assert [version.memory.text for version in memory.history(identity)] == [STATED]
    holding = [path for path in tmp_path.rglob("*") if path.is_file() and b"new element" in path.read_bytes()]
    assert holding == []
