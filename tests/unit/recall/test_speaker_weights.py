"""Whose words a question asks for, and what an assistant's count."""

from pathlib import Path

import pytest

from quaidpy.domain.memories.episodes import Role
from quaidpy.recall.judging.speaker_weights import asks_for_assistant, assistant_share
from quaidpy.recall.understanding.overviews import asks_for_overview
from quaidpy.settings import load_settings
from tests.samples import turn

TUNING = load_settings(home=Path("nowhere"), environment={}).tuning.recall
ESSAY = "A sourdough starter wants flour, water and patience. " * 80


@pytest.mark.parametrize(
    "question",
    [
        "Which hiking boots did you recommend for wide feet?",
        "What was the ratio you gave me for the mortar?",
        "Remind me of your advice about the hedge.",
        "How had you suggested storing the dahlias?",
        "What was I told about the second injection?",
    ],
)
def test_a_question_for_what_an_assistant_said_is_heard(question: str) -> None:
    assert asks_for_assistant(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which boots would you suggest for wide feet?",
        "Can you list my hedge plants?",
        "What did I tell you about my feet?",
        "When did the plumber recommend a new valve?",
        "Did I mention which mortar we used?",
    ],
)
def test_a_question_for_what_a_user_said_is_none_for_the_assistant(question: str) -> None:
    assert not asks_for_assistant(question)


def test_a_long_answer_of_an_assistant_counts_for_less_than_a_short_one() -> None:
    question = "How much water does my starter need?"
    long, short = turn(0, ESSAY, role=Role.ASSISTANT), turn(1, "Noted: 90 g of water.", role=Role.ASSISTANT)
    assert assistant_share(long, question, TUNING) < assistant_share(short, question, TUNING) < 1


def test_what_a_user_writes_counts_in_full_however_long() -> None:
    assert assistant_share(turn(0, ESSAY), "How much water does my starter need?", TUNING) == 1


def test_an_assistant_that_is_asked_for_its_words_counts_in_full() -> None:
    question = "How much water did you recommend for my starter?"
    assert assistant_share(turn(0, ESSAY, role=Role.ASSISTANT), question, TUNING) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Give me a recap of the kitchen renovation.",
        "In which order did the choir rehearse the pieces?",
        "What did we decide about the boat throughout our talks?",
    ],
)
def test_what_is_asked_of_many_conversations_is_heard(question: str) -> None:
    assert asks_for_overview(question)


@pytest.mark.parametrize(
    "question",
    ["In order to sail, which knot do I need?", "What is the order number?", "Where did Ana change trains?"],
)
def test_one_thing_that_was_said_is_not_all(question: str) -> None:
    assert not asks_for_overview(question)
