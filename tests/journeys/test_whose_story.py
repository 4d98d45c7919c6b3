"""A question about one person gets nothing of what the other said of themselves, and says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.recall.explaining import in_plain_words
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

TALK = """[2026-03-01 10:00] Melanie: I painted a sunrise over the lake last year, in oil.
[2026-03-01 10:01] Caroline: Lovely! My grandma gave me this necklace in Sweden, I wear it every day.
[2026-03-01 10:02] Melanie: What a story, Caroline! I planted tomatoes on the balcony.
[2026-03-01 10:03] Caroline: Tomatoes are great. I planted an apple tree behind the house.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(home=tmp_path / "home")
    opened.extract(Intake(owner=opened.owner, source_key="talk", data=TALK.encode()))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("Where did Melanie's grandma give her a necklace?", "Caroline"),
        ("When did Caroline paint a sunrise over the lake?", "Melanie"),
    ],
)
def test_the_story_of_the_other_is_no_answer(memory: Memory, question: str, of: str) -> None:
    answer = memory.recall(Query(text=question))
    assert answer.results == ()
    assert f"{of} says of themselves" in (answer.trace.abstained or "")
    assert any(f"{of} says of themselves" in line for line in in_plain_words(answer.trace))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where did Caroline's grandma give her a necklace?", "necklace"),
        ("When did Melanie paint a sunrise over the lake?", "sunrise"),
        ("What did Melanie plant on the balcony?", "tomatoes"),
        ("Who wears a necklace every day?", "necklace"),
    ],
)
def test_whose_story_it_is_gets_it(memory: Memory, question: str, answer: str) -> None:
    results = memory.recall(Query(text=question)).results
    assert answer in results[0].text


def test_a_ranking_for_a_person_leaves_nothing_out(memory: Memory) -> None:
    ranked = memory.recall(Query(text="Where did Melanie's grandma give her a necklace?", aim=Aim.RANK))
    assert any("necklace" in result.text for result in ranked.results)


def test_an_answer_about_one_leaves_out_what_the_other_did(memory: Memory) -> None:
    answer = memory.recall(Query(text="What did Melanie plant?"))
    assert any("tomatoes" in result.text for result in answer.results)
    assert not any("apple tree" in result.text for result in answer.results)
    assert any("says it of themselves" in dropped.reason for dropped in answer.trace.rejected)
