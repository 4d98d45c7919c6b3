"""A question may mean somebody without naming them: the graph knows who is Ana's sister, others tell the rest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.recall.queries import Query
from quaidpy.memory import RecallResult
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

FAMILY = """[2026-03-01 10:00] Ana: My sister Marta lives in Graz. She is so kind.
[2026-03-01 10:01] Ben: That sounds lovely.
"""
RACES = """[2026-04-10 10:00] Carl: Julia ran the marathon in April, in the rain.
[2026-04-10 10:01] Dora: Wow. Petra ran a marathon in Berlin too.
[2026-05-12 10:02] Carl: And Marta finished the Vienna marathon yesterday. Sonia ran the marathon as well.
[2026-05-12 10:03] Dora: Olga ran the marathon in Linz.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(home=tmp_path / "home")
    for key, text in (("family", FAMILY), ("races", RACES)):
        opened.extract(Intake(owner=opened.owner, source_key=key, data=text.encode()))
    yield opened
    opened.close()


def _names_on_the_way(memory: Memory, answer: RecallResult) -> list[str]:
    names = {entity.id: entity.name for entity in memory.entities()}
    return [names[node] for node in answer.results[0].path if node in names]


def test_a_relation_says_who_is_meant(memory: Memory) -> None:
    answer = memory.recall(Query(text="When did Ana's sister run the marathon?"))
    assert "Vienna marathon" in answer.results[0].text
    assert _names_on_the_way(memory, answer) == ["Ana", "Marta"]


def test_a_question_of_nothing_but_a_name_asks_for_its_intent(memory: Memory) -> None:
    answer = memory.recall(Query(text="Where is Marta?"))
    assert "Graz" in answer.results[0].text
    assert _names_on_the_way(memory, answer) == ["Marta", "Graz"]


def test_a_stranger_has_no_sister_here(memory: Memory) -> None:
    answer = memory.recall(Query(text="When did Petra's sister run the marathon?"))
    assert answer.trace.cleaned == "When did Petra's sister run the marathon?"


def test_what_is_stated_of_one_is_no_whole_answer_to_a_question_of_two(memory: Memory) -> None:
    def walked(question: str) -> str:
        stages = memory.recall(Query(text=question)).trace.stages
        return next(stage.note for stage in stages if stage.stage == "graph")

    assert walked("Where does Marta live?") == "the graph states the whole answer"
    assert "seeds" in walked("Where do Marta and Petra live?")
