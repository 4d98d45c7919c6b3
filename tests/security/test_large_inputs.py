"""What comes in large is taken in to the end, in time that grows with its size and no faster."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from quaidpy import Intake, Memory
from quaidpy.domain.secrets.redaction import tree_without_secrets
from quaidpy.errors import UsageError
from quaidpy.hosts.hook_events import hook_event
from quaidpy.hosts.injection import question_in
from quaidpy.recall.giving.passage_selection import best_passages
from quaidpy.remember.changing.noting import Note
from quaidpy.remember.formats.cleaning import clean_turn
from tests.security.repetitions import UNITS

LARGE = 100_000  # bytes
A_TURN = 1 / 1000  # seconds; a turn is kept, cut and looked through however short: 7 bytes took 1 / 3800
WAS_SLOW = ("word ", "Ana and ", "a. ", "1-", "/a", "Ana: b\n", "[MEMORY]", '"')
SAYS = "I bought a kitchen number {0} for my garden last week, and Maria said it costs {0} euros. "
KNOWN_TEXT = "".join(SAYS.format(number) for number in range(300))
KNOWN_WORDS = re.compile(r"\b(?:[A-Z]\w+|\w+ (?:and|for|said) \w+)\b")
KNOWN_WORK = 0.0075  # seconds that `slowness` measured where 50 kilobytes a second were first required


@pytest.fixture(autouse=True)
def without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")


def seconds(work: Callable[[], object]) -> float:
    """Of this process, as if nothing else ran: others beside it take the caches, and more than half of its pace."""
    before = slowness()
    begun = time.process_time()
    with suppress(UsageError):  # nothing but noise: told so, and in time as well
        work()
    return (time.process_time() - begun) / max(1.0, before, slowness())


def slowness() -> float:
    """How many times as long as on an idle machine the same known work takes now."""
    begun = time.process_time()
    for _ in range(3):
        pairs = Counter(match.group().lower() for match in KNOWN_WORDS.finditer(KNOWN_TEXT))
        words = sorted((len(word), word) for word in KNOWN_TEXT.split())
        json.loads(json.dumps(pairs))
        "".join(word[::-1] for _, word in words)
    return (time.process_time() - begun) / KNOWN_WORK


def repeated(unit: str, size: int) -> str:
    return unit * (size // len(unit.encode()))


def allowed(way: Callable[[Memory, str], object], text: str, seconds_for_the_size: float) -> float:
    """By size; by the number of turns where that is more: only `extract` tells the turns of a text apart."""
    turns = text.count("Ana: ") if way is extract else 1
    return max(seconds_for_the_size, turns * A_TURN)


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
def test_what_was_slow_once_is_taken_in_at_fifty_kilobytes_a_second_and_more(
    way: Callable[[Memory, str], object],
) -> None:
    with Memory() as memory:
        slow = {
            unit: took
            for unit in WAS_SLOW
            if (took := seconds(lambda unit=unit: way(memory, repeated(unit, LARGE // 10))))
            > allowed(way, repeated(unit, LARGE // 10), 0.4)
        }
    assert not slow


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("way", WAYS)
def test_a_hundred_kilobytes_of_anything_are_taken_in_within_two_seconds(
    way: Callable[[Memory, str], object],
) -> None:
    with Memory() as memory:
        slow = {
            unit: took
            for unit in UNITS
            if (took := seconds(lambda unit=unit: way(memory, repeated(unit, LARGE))))
            > allowed(way, repeated(unit, LARGE), 2)
        }
    assert not slow


def test_blocks_within_blocks_are_cut_in_time_that_grows_with_the_text() -> None:
    def nested(depth: int) -> str:
        return "My dog is old. " + "[MEMORY" * depth + "]x[/MEMORY]" * depth

    def least(depth: int) -> float:
        return min(seconds(lambda: clean_turn(nested(depth))) for _ in range(3))

    assert clean_turn(nested(3_000)).text.startswith("My dog is old.")
    assert least(8_000) < 4 * least(2_000) * 2 + 0.05


def test_of_a_very_long_turn_the_stretch_that_answers_is_looked_at_closely() -> None:
    filler = "Here is some general advice that has little to do with anything. " * 20_000
    text = f"{filler}The kiln in the shed runs at 1,180 degrees. {filler}"
    found: list[tuple[tuple[int, int], ...]] = []
    took = seconds(lambda: found.append(best_passages(text, {"kiln": 1.0}, most_tokens=100)))
    assert any("1,180 degrees" in text[start:end] for start, end in found[0])
    assert took < 1


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


def test_twice_as_many_turns_take_no_more_than_thrice_as_long() -> None:
    seconds_for(chat(20))
    assert seconds_for(chat(200)) < 3 * seconds_for(chat(100)) + 0.3


def test_a_sentence_twice_as_long_takes_no_more_than_thrice_as_long() -> None:
    def is_slow(more: int) -> bool:
        one, two = (repeated("Ana went to Porto and ", size + more) for size in (40_000, 80_000))
        return seconds_for(two) >= 3 * seconds_for(one) + 0.3

    seconds_for(chat(20))
    # A busy machine makes the longer one slow now and then, but not again and again.
    assert not all(is_slow(100 * attempt) for attempt in range(3))


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
