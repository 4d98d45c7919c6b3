"""What comes in large is taken in to the end, in time that grows with its size and no faster."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy import Intake, Memory
from quaidpy.domain.secrets.redaction import tree_without_secrets
from quaidpy.hosts.hook_events import hook_event
from quaidpy.hosts.injection import question_in
from quaidpy.recall.giving.passage_selection import best_passages
from quaidpy.remember.changing.noting import Note
from quaidpy.remember.formats.cleaning import clean_turn
from tests.security.repetitions import UNITS
from tests.security.slowness import ATTEMPTS, SAYS, repeated, seconds, slow_of

LARGE = 100_000  # bytes
WAS_SLOW = ("word ", "Ana and ", "a. ", "1-", "/a", "Ana: b\n", "[MEMORY]", '"')


@pytest.fixture(autouse=True)
def without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")


def extract(memory: Memory, text: str) -> object:
    data = f"[2024-03-01 10:00] Ana: {text}\n".encode()
    return memory.extract(Intake(owner=memory.owner, source_key=f"chat {text[:40]}", data=data))


def store(memory: Memory, text: str) -> object:
    return memory.store(Note(owner=memory.owner, text=text))


def recall(memory: Memory, text: str) -> object:
    return memory.recall(text)


def hook(_: Memory, text: str) -> object:
    body = json.loads(json.dumps({"session_id": "s", "prompt": text, "hook_event_name": "UserPromptSubmit"}))
    hook_event("claude-code", "UserPromptSubmit", body)
    return question_in(text), tree_without_secrets(body)


WAYS = (extract, store, recall, hook)


@pytest.mark.parametrize("way", WAYS)
def test_what_was_slow_once_is_taken_in_as_fast_as_prose(way: Callable[[Memory, str], object]) -> None:
    with Memory() as memory:
        assert not slow_of(WAS_SLOW, LARGE // 10, lambda text: way(memory, text))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("way", WAYS)
def test_a_hundred_kilobytes_of_anything_are_taken_in_as_fast_as_prose(
    way: Callable[[Memory, str], object],
) -> None:
    with Memory() as memory:
        assert not slow_of(UNITS, LARGE, lambda text: way(memory, text))


def test_blocks_within_blocks_are_cut_in_time_that_grows_with_the_text() -> None:
    def nested(depth: int) -> str:
        return "My dog is old. " + "[MEMORY" * depth + "]x[/MEMORY]" * depth

    def least(depth: int) -> float:
        return min(seconds(lambda: clean_turn(nested(depth))) for _ in range(3))

    assert clean_turn(nested(3_000)).text.startswith("My dog is old.")
    assert least(8_000) < 4 * least(2_000) * 2 + 0.05


def test_of_a_very_long_turn_the_stretch_that_answers_is_looked_at_closely() -> None:
    def turn(sentences: int) -> str:
        filler = "Here is some general advice that has little to do with anything. " * sentences
        return f"{filler}The kiln in the shed runs at 1,180 degrees. {filler}"

    def least(text: str) -> float:
        return min(seconds(lambda: best_passages(text, {"kiln": 1.0}, most_tokens=100)) for _ in range(3))

    long = turn(20_000)
    (start, end), *_ = best_passages(long, {"kiln": 1.0}, most_tokens=100)
    assert "1,180 degrees" in long[start:end]
    assert least(long) < 8 * least(turn(5_000)) + 0.05


def chat(turns: int) -> str:
    return "".join(
        f"[2024-03-01 {turn // 60:02}:{turn % 60:02}] {('Ana', 'Ben')[turn % 2]}: {SAYS.format(turn)}\n"
        for turn in range(turns)
    )


def seconds_for(text: str) -> float:
    with Memory() as memory:
        return seconds(
            lambda: memory.extract(
                Intake(owner=memory.owner, source_key=f"chat {len(text)}", data=text.encode())
            )
        )


def takes_more_than_thrice(text: Callable[[int, int], str], size: int) -> bool:
    """Whether twice the size takes more than thrice as long, at every attempt."""
    seconds_for(chat(20))
    return all(
        seconds_for(text(2 * size, attempt)) > 3 * seconds_for(text(size, attempt)) + 0.3
        for attempt in range(ATTEMPTS)
    )


def test_twice_as_many_turns_take_no_more_than_thrice_as_long() -> None:
    assert not takes_more_than_thrice(lambda size, attempt: chat(size + attempt), 100)


def test_a_sentence_twice_as_long_takes_no_more_than_thrice_as_long() -> None:
    unit = "Ana went to Porto and "
    assert not takes_more_than_thrice(lambda size, attempt: repeated(unit, size + 100 * attempt), 40_000)


class Interrupted(BaseException):
    """Ctrl-C, at a moment of our choosing."""


def test_what_was_kept_before_ctrl_c_stays_and_the_rest_comes_in_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(chat(450))
    done: list[int] = []

    def progress(turns: int, _: int) -> None:
        done.append(turns)
        if turns > 100:
            raise Interrupted

    with Memory() as memory:
        with pytest.raises(Interrupted):
            memory.extract_file(path, progress=progress)
        (episode,) = memory.episodes()
        stopped = memory.stats()["memories"]
    with Memory() as memory:
        memory.extract_file(path)
        assert memory.stats()["memories"] > stopped > 0
        assert [each.id for each in memory.episodes()] == [episode.id]
        assert memory.extract_file(path).known
