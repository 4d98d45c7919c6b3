"""Words and ways count for as much of the question as they account for."""

from pathlib import Path

import pytest

from quaidpy.domain.recall.queries import LaneName, Query
from quaidpy.domain.recall.traces import RecallResult
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

LIFE = """[2025-03-01 10:00] Ana: My sister Marta moved to Porto last month. She works at the Serralves museum now.
[2025-03-01 10:01] Ben: Nice! My brother Tom lives in Porto, too. He plays the cello in an orchestra.
[2025-05-10 18:30] Ana: Marta got engaged to Rui yesterday. The wedding is in September.
[2025-05-10 18:31] Ben: Wonderful. I broke my arm while climbing last week.
[2025-10-02 09:12] Ana: The wedding was beautiful, Marta and Rui are in Japan for their honeymoon.
[2025-10-02 09:15] Ben: I started a new job at Siemens on Monday.
"""


@pytest.fixture
def life(tmp_path: Path) -> Memory:
    memory = Memory(home=tmp_path / "home")
    memory.extract(Intake(owner=memory.owner, source_key="talk", data=LIFE.encode()))
    return memory


def weight_of_words(answer: RecallResult) -> float:
    return next(lane.weight for lane in answer.trace.lanes if lane.lane == LaneName.EPISODE_TEXT.value)


def test_words_weigh_less_where_nothing_but_a_name_is_found(life: Memory) -> None:
    with life:
        worded = life.recall(Query(text="Who broke an arm while climbing?"))
        named = life.recall(Query(text="Did Ben suffer some injury?"))
    assert weight_of_words(named) < weight_of_words(worded)


def test_a_text_is_not_raised_by_what_was_remembered_of_itself(life: Memory) -> None:
    with life:
        answer = life.recall(Query(text="What happened to Ben in spring 2025?"))
    assert "broke his arm" in answer.results[0].text
