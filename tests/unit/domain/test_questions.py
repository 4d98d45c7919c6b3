"""Whether what somebody writes ends with a question, with or without its mark."""

import pytest

from quaidpy.domain.language.questions import ends_with_question


@pytest.mark.parametrize(
    "text",
    [
        "Which one?",
        "What reg is it now for the gate form",
        "The punt is due in may. where did i take it last year",
        "who feeds the heron",
        "whose",
        "is she back",
        "queue out of the door, what did we put in the buns",
        "what does he do, send a bill",
    ],
)
def test_a_question_needs_no_mark_in_a_chat(text: str) -> None:
    assert ends_with_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!!!",
        "what a day",
        "when i was young we had a heron",
        "what i need is a rest",
        "how they do it is a mystery",
        "which is why we left",
        "did the shopping",
        "the plumber, who was late, left",
        "Where are you? I am at the lock.",
    ],
)
def test_what_only_begins_like_one_is_none(text: str) -> None:
    assert not ends_with_question(text)
