"""How do two hang together? What is said on the shortest way between them is given, whoever finds the way."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.recall.queries import Query
from quaidpy.memory import RecallResult
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory
from tests.server_homes import engine_of_rows

TALKS = """[2026-03-01 10:00] Irene: My brother Paul works at Norsk Glass.
[2026-03-01 10:01] Walter: Nice. I play the cello.
[2026-03-02 09:00] Walter: I work at Norsk Glass.
[2026-03-02 09:01] Irene: I love hiking.
[2026-03-03 09:00] Judith: I live in Porto, and I keep bees.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(home=tmp_path / "home")
    opened.extract(Intake(owner=opened.owner, source_key="talks", data=TALKS.encode()))
    yield opened
    opened.close()


def _asked(memory: Memory, text: str) -> tuple[RecallResult, str]:
    found = memory.recall(Query(text=text))
    (note,) = [stage.note for stage in found.trace.stages if stage.stage == "relations"]
    return found, note


def _texts(found: RecallResult) -> str:
    return "\n".join(result.text for result in found.results[:3])


def test_what_is_said_on_the_way_between_two_is_given(memory: Memory) -> None:
    found, note = _asked(memory, "How are Irene and Walter connected?")
    assert "Paul" in _texts(found)
    assert "Walter works at Norsk Glass" in _texts(found) or "I work at Norsk Glass" in _texts(found)
    assert note == f"connected in 3 steps, found by {engine_of_rows()}"


def test_the_graph_engine_finds_the_way_once_it_is_open_and_the_rows_whenever_it_is_behind(
    memory: Memory,
) -> None:
    by_rows, _ = _asked(memory, "What is the connection between Walter and Irene?")
    memory.follow()
    by_engine, note = _asked(memory, "What is the connection between Walter and Irene?")
    assert note == f"connected in 3 steps, found by {memory.parts.graph.engine}"
    assert by_engine.trace.engine == memory.parts.graph.engine
    assert [result.node for result in by_engine.results] == [result.node for result in by_rows.results]
    memory.store("Irene grows tulips.")
    assert _asked(memory, "What is the connection between Walter and Irene?")[1].endswith(
        f"by {engine_of_rows()}"
    )


def test_between_strangers_to_one_another_nothing_is_made_up(memory: Memory) -> None:
    _, note = _asked(memory, "How are Judith and Walter connected?")
    assert "connected in" not in note
