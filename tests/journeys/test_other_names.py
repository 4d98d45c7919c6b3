"""People are called by short names: what a conversation shows is kept, and a question finds whom it can only mean."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.recall.queries import Query
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

TALK = """[2026-03-01 10:00] Caroline: Hey Mel! How are you?
[2026-03-01 10:01] Melanie: Hi Caro, I took up pottery last month and I love it.
[2026-03-01 10:02] Caroline: Great. My brother Alexander, we call him Sasha, moved to Oslo.
[2026-03-02 10:03] Melanie: Elizabeth sold the boat again.
[2026-03-02 10:05] Melanie: My best friend Robert got a dog. Bob was jealous of it.
[2026-03-02 10:06] Caroline: Everybody at work calls me Lina now.
[2026-03-02 10:07] Melanie: Anna is in Rome, she sends you her love.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(home=tmp_path / "home")
    opened.extract(Intake(owner=opened.owner, source_key="talk", data=TALK.encode()))
    yield opened
    opened.close()


def test_names_that_a_conversation_shows_are_kept(memory: Memory) -> None:
    aliases = {entity.name: set(entity.aliases) for entity in memory.entities()}
    assert aliases["Melanie"] == {"Mel"}
    assert aliases["Caroline"] == {"Caro", "Lina"}
    assert aliases["Alexander"] == {"Sasha"}


def test_whoever_may_be_somebody_else_stays_apart(memory: Memory) -> None:
    names = {entity.name for entity in memory.entities()}
    assert {"Robert", "Bob", "Anna", "Elizabeth"} <= names


@pytest.mark.parametrize(
    ("question", "entity", "answer"),
    [
        ("What does Mel love?", "Melanie", "pottery"),
        ("Where does Sasha live?", "Alexander", "Oslo"),
        ("What did Liz sell?", "Elizabeth", "boat"),
        ("What was Bob jealous of?", "Bob", "dog"),
    ],
)
def test_a_question_may_use_a_short_name(memory: Memory, question: str, entity: str, answer: str) -> None:
    found = memory.recall(Query(text=question))
    assert entity in found.trace.entities
    assert any(answer in turn.text for result in found.results[:2] for turn in result.evidence)


def test_a_name_that_many_may_bear_means_nobody(memory: Memory) -> None:
    assert memory.recall(Query(text="Where is Ann?")).trace.entities == ()
