"""What a question is about, without how it asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.language.text import words
from quaidpy.recall.understanding.framing import without_frame, without_reason


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("Could you walk me through the sequence in which I raised the repairs of the boat?", "the repairs of the boat?"),
        ("Please give us a short overview of the orchard across our chats.", "the orchard."),
        ("Summarise how the choir has grown over time.", "how the choir has grown."),
        ("Which tiles did I say I ordered?", "Which tiles I ordered?"),
        ("What have we discussed about the lease so far?", "What about the lease?"),
        ("Show me how to prune a fig.", "how to prune a fig."),
        ("Who is coming to the fair? Answer in two sentences.", "Who is coming to the fair?"),
        ("Describe various aspects of the harvest in order.", "the harvest."),
    ],
)  # fmt: skip
def test_the_request_the_telling_and_the_form_are_left_out(question: str, sought: str) -> None:
    assert without_frame(question) == sought


@pytest.mark.parametrize(
    "question",
    [
        "Give Tom the keys.",
        "In which order do the planets stand?",
        "What did Ana say about the lease?",
        "List only the vegan dishes.".removeprefix("List "),
        "Did the session with the physiotherapist help?",
        "Tell me.",
        "Wo wohnt meine Schwester?",
    ],
)
def test_what_is_asked_for_itself_stays(question: str) -> None:
    assert without_frame(question) == question


@given(
    st.lists(
        st.sampled_from(
            [
                "could",
                "you",
                "list",
                "me",
                "what",
                "i",
                "mentioned",
                "about",
                "the",
                "garden",
                "in",
                "order",
                "over",
                "time",
                ".",
                "?",
            ]
        ),
        min_size=1,
    )
)
def test_something_is_left_and_nothing_is_added(spoken: list[str]) -> None:
    question = " ".join(spoken)
    sought = without_frame(question)
    assert sought.strip()
    assert set(words(sought)) <= set(words(question))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("what may Rex eat? the lady of the shop asks", "what may Rex eat?"),
        ("What are the dues now? somebody asks at the door", "What are the dues now?"),
        ("what happened? the boiler man rang", "what happened? the boiler man rang"),
        ("what is my locker number? i keep losing it", "what is my locker number?"),
        # what is told before says of what it is, and an order is to be followed
        ("The planer broke. What was its part number?", "The planer broke. What was its part number?"),
        ("Is the glue dry? Then write the label.", "Is the glue dry? Then write the label."),
        ("any idea? the boiler man rang", "any idea? the boiler man rang"),
    ],
)
def test_why_it_is_asked_is_not_looked_for(question: str, asked: str) -> None:
    assert without_reason(question) == asked


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("auntie asks which Piet is which?", "which Piet is which?"),
        ("the plumber wants to know where the stopcock is", "where the stopcock is"),
        ("Ben asked me what the wifi is called", "what the wifi is called"),
        ("Hazel asks if she can bring a dog", "Hazel asks if she can bring a dog"),
        ("did Ana ask what the price is", "did Ana ask what the price is"),
    ],
)
def test_who_passed_a_question_on_is_left_out_unless_it_is_of_them(question: str, sought: str) -> None:
    assert without_reason(question) == sought
