"""A question about somebody who was never spoken of gets nothing, however well the rest of it fits."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy.domain.recall.queries import Query
from quaidpy.remember.pipeline import Intake
from quaidpy.wiring.parts import Memory

TALK = """[2026-03-01 10:00] Melanie: I painted a sunrise over the lake last year, in oil.
[2026-03-01 10:01] Caroline: It hangs in my kitchen now!
"""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory(home=tmp_path / "home")
    opened.extract(Intake(owner=opened.owner, source_key="talk", data=TALK.encode()))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "question",
    [
        "When did Rosalind paint a sunrise?",
        "What did Caroline and Thaddeus hang in the kitchen?",
        "What is the sunrise that Rosalind painted?",
        "Who painted the sunrise in Rosalind's kitchen?",
        "What does a sunrise mean to Rosalind?",
        "Where hangs the sunrise painted by Rosalind?",
        "Rosalind's sunrise hangs where?",
    ],
)
def test_nobody_has_heard_of_a_stranger(memory: Memory, question: str) -> None:
    answer = memory.recall(Query(text=question))
    assert answer.results == ()
    assert "was ever spoken of" in (answer.trace.abstained or "")


@pytest.mark.parametrize(
    "question",
    [
        "When did Melanie paint a sunrise?",
        "When did Melany paint a sunrise?",
        "Was the sunrise of Melanie painted in June?",
        "Did Melanie take the sunrise with her to Canada?",
        "What did Melanie paint on 3 November?",
        "Would Melanie like a sunrise by Monet?",
        "Wann hat Melanie den Sonnenaufgang am See gemalt?",
    ],
)
def test_who_is_known_or_misspelt_is_no_stranger(memory: Memory, question: str) -> None:
    answer = memory.recall(Query(text=question))
    assert "was ever spoken of" not in (answer.trace.abstained or "")
