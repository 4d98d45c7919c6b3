"""What is recalled again after a rest is strengthened more than what is recalled again at once."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.recall.queries import Query
from quaidpy.recall.pipeline import recall
from tests.fakes import FakeClock
from tests.themed import OTHERS, OWNER, SAID, themed


def _strength_after(home: Path, rest: timedelta) -> float:
    """Of a memory that was found by the same question twice, with a rest between."""
    with themed(home, OTHERS) as opened:
        clock = FakeClock(SAID + timedelta(days=1))
        tools = replace(opened.memory.parts.recalling, clock=clock)
        for _ in range(2):
            effects = recall(Query(text="What does Ben grow?"), tools).effects
            tools.store.record_usage(OWNER, effects)  # type: ignore[attr-defined]
            clock.current += rest
        return tools.store.usages(OWNER, [MemoryId("m_5")])[MemoryId("m_5")].strength


def test_a_rest_before_the_second_recall_strengthens_more_up_to_a_month(tmp_path: Path) -> None:
    rests = [timedelta(0), timedelta(days=1), timedelta(days=7), timedelta(days=30), timedelta(days=300)]
    gained = [_strength_after(tmp_path / str(place), rest) for place, rest in enumerate(rests)]
    assert 0 < gained[0] < gained[1] < gained[2] < gained[3] == gained[4]
