"""Which of what was found comes first?"""

from datetime import timedelta
from math import fsum, isclose
from pathlib import Path

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.giving.order import in_order
from quaidpy.recall.judging.scoring import Scored
from quaidpy.settings import load_settings
from tests.samples import DAY, turn
from tests.unit.recall.asking import Asking

TUNING = load_settings(environment={}).tuning.recall


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


def found(number: int, text: str, score: float, *, role: Role = Role.USER) -> Scored:
    spoken = turn(10 * number, text, at=DAY + timedelta(days=number), role=role)
    candidate = Candidate(key=spoken.id, turn=spoken, memories=(), is_outdated=False)
    return Scored(candidate=candidate, score=score, parts=(("relevance", score),))


def texts(asking: Asking, question: str, *scored: Scored) -> list[str]:
    ordered = in_order(
        scored, asking(question), {"rent": 1.0, "flat": 0.8, "invoic": 1.0, "mik": 1.0}, TUNING
    )
    assert all(isclose(each.score, fsum(value for _, value in each.parts)) for each in ordered)
    assert all(0 <= each.score <= 1 for each in ordered)
    return [each.candidate.turn.text for each in ordered if each.candidate.turn]


OLD = found(0, "The rent of the flat is 800.", 0.9)
NEW = found(9, "The rent of the flat went up to 850.", 0.8)


def test_of_what_tells_the_same_the_newest_comes_first(asking: Asking) -> None:
    assert texts(asking, "What is the rent of the flat?", OLD, NEW)[0] == NEW.candidate.turn.text  # type: ignore[union-attr]


def test_a_question_of_the_past_leaves_the_order_as_it_is(asking: Asking) -> None:
    assert texts(asking, "What was the rent of the flat before?", OLD, NEW)[0] == OLD.candidate.turn.text  # type: ignore[union-attr]


def test_who_somebody_is_does_not_change_with_the_news(asking: Asking) -> None:
    known = found(0, "Mike is the roofer.", 0.9)
    news = found(9, "Mike is late today.", 0.8)
    assert texts(asking, "Who is Mike?", known, news)[0] == "Mike is the roofer."


def test_something_new_of_something_else_does_not_come_first(asking: Asking) -> None:
    aside = found(20, "We painted the hall.", 0.8)
    assert texts(asking, "What is the rent of the flat?", OLD, aside)[0] == OLD.candidate.turn.text  # type: ignore[union-attr]


def test_what_something_else_costs_is_no_newer_price_of_what_is_named(asking: Asking) -> None:
    named = found(0, "Mike sent the invoice for the flat, 90 euros.", 0.9)
    other = found(9, "The invoice of the flat came to 312.", 0.85)
    assert texts(asking, "How much is Mike's invoice for the flat?", named, other)[0].startswith("Mike")
