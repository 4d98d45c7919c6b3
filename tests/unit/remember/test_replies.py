"""What an answer, a correction and a cause state together with what was said before."""

import pytest

from quaidpy.domain.memories.memory import Kind, Source
from quaidpy.remember.exchanges.assistant_corrections import cause_of, corrected, wanted_otherwise
from quaidpy.remember.exchanges.question_to_statement import declared, subject_asked
from quaidpy.remember.exchanges.replies import replied, with_value
from tests.unit.remember.test_rules import extracted

HELPER = "assistant"


def told(*turns: tuple[str | None, str]) -> dict[str, Kind]:
    return {draft.text: draft.kind for draft in extracted(*turns).drafts}


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Does the ferry leave at six?", "the ferry leaves at six"),
        ("Did your landlord raise the rent?", "my landlord raised the rent"),
        ("Is the plumber still coming on Friday?", "the plumber is still coming on Friday"),
        ("So the new curfew is 22:30?", "the new curfew is 22:30"),
        ("Should gate B stay closed?", "gate B should stay closed"),
        ("What does it cost?", None),
        ("Shall I book it?", None),
        ("Can you wait?", None),
    ],
)
def test_a_question_that_holds_the_statement_is_turned_into_it(question: str, statement: str | None) -> None:
    assert declared(question) == statement


def test_the_subject_of_a_question_is_what_is_asked_about() -> None:
    assert subject_asked("Does the night shift start on Monday?") == "the night shift"
    assert subject_asked("Are you free?") is None


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("So the inspection is on 9 June?", "yep", "the inspection is on 9 June"),
        ("Is the inspection on 9 June?", "no, 11 June", "the inspection is on 11 June"),
        ("Does the night shift stay on Sundays?", "moved to Saturdays, the lab is closed", "The night shift moved to Saturdays, the lab is closed"),
        ("Should the alarm ring at someone?", "yes at the porter", "the alarm should ring at the porter"),
        ("What are your fees?", "first hour 80, then 60", "My fees: first hour 80, then 60"),
        ("How do you want the labels?", "CLIENT-YEAR", "I want the labels: CLIENT-YEAR"),
        ("And delivery times?", "3 weeks, 5 in summer", "Delivery times: 3 weeks, 5 in summer"),
    ],
)  # fmt: skip
def test_a_short_reply_takes_from_the_question_what_it_leaves_out(
    question: str, answer: str, statement: str
) -> None:
    assert replied(answer, question, is_of_helper=True) == statement


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you enjoy hiking?", "Yes!"),
        ("Have you ever been to Peru?", "Yeah, twice"),
        ("Do you have any plans?", "yes"),
        ("Would you like a list?", "yes"),
        ("Can you tell me more?", "sure"),
    ],
)
def test_what_is_agreed_to_for_company_states_nothing(question: str, answer: str) -> None:
    assert replied(answer, question) is None
    assert replied(answer, question, is_of_helper=True) is None


def test_people_agree_on_deeds_that_have_a_day() -> None:
    (made,) = told(("Ove", "Can you walk Rex on Sunday?"), ("Tilda", "sure, can do"))
    assert made.startswith("Tilda will walk Rex on Sunday")


def test_a_question_asked_again_of_somebody_else_needs_no_words() -> None:
    found = told(
        ("Ove", "what does Malin need for camp"), ("Tilda", "a head torch"),
        ("Ove", "and Nils?"), ("Tilda", "gumboots, size 31"),
    )  # fmt: skip
    assert "Malin needs a head torch for camp." in found
    assert "Nils needs gumboots, size 31." in found


def test_what_an_assistant_concludes_is_the_users_once_they_confirm_it() -> None:
    found = extracted(
        (None, "the marquee broke so the fete is two weeks later"),
        (HELPER, "Then it is Saturday 19 July."),
        (None, "exactly"),
    ).drafts
    (made,) = [draft for draft in found if "19 July" in draft.text]
    assert made.text.startswith("The fete is Saturday 19 July")
    assert made.source is Source.USER
    assert not told((None, "the fete is late"), (HELPER, "Then it is Saturday 19 July."), (None, "hm, not sure"))  # fmt: skip


@pytest.mark.parametrize(
    ("offered", "said", "right"),
    [
        ("The kiln fires at 980 degrees.", "no, 1040 degrees", "The kiln fires at 1040 degrees"),
        ("Noted, Vera lives in Graz.", "wrong, Linz, not Graz", "Vera lives in Linz"),
        ("The deeds look like form 12 (1990).", "its form 14, blue", "The deeds are form 14, blue, not form 12 (1990)"),
        ("The glaze is type C (lead).", "it's type D, lead free", "The glaze is type D, lead free, not type C (lead)"),
        ("Mr Alder signs on Monday.", "it's Mr Elder", "Mr Elder signs on Monday"),
    ],
)  # fmt: skip
def test_a_corrected_assistant_gives_the_right_statement(offered: str, said: str, right: str | None) -> None:
    assert corrected(said, offered) == right


def test_a_correction_of_an_assistant_is_a_lesson() -> None:
    found = told((HELPER, "The kiln fires at 980 degrees."), (None, "that's wrong, it is 1040 degrees"))
    assert found == {"The kiln fires at 1040 degrees.": Kind.LESSON}


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("you keep renaming my files: don't", "stop renaming my files"),
        ("I told you not to round the totals", "never round the totals"),
        ("It's Bo, nobody calls me Bodil", "call me Bo, not Bodil"),
        ("you keep the change", None),
    ],
)
def test_what_an_assistant_is_told_once_more_is_an_order(said: str, order: str | None) -> None:
    assert wanted_otherwise(said) == order


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("it was the fuse after all", "The oven won't heat: the cause was the fuse"),
        (
            "turned out the thermostat was loose",
            "The oven won't heat: the cause was that the thermostat was loose",
        ),
        ("because of a worn gasket", "The oven won't heat: the cause was a worn gasket"),
        ("it was lovely", None),
    ],
)
def test_a_cause_is_told_with_its_trouble(said: str, whole: str | None) -> None:
    assert cause_of(said, "The oven won't heat") == whole


def test_a_cause_is_a_lesson_and_needs_a_trouble() -> None:
    found = told(
        (None, "the oven won't heat"), (HELPER, "Check the plug."), (None, "it was the fuse after all")
    )
    assert found["The oven won't heat: the cause was the fuse."] is Kind.LESSON
    assert not told((None, "it was the fuse after all"))


def test_a_value_is_only_exchanged_for_one_of_its_kind() -> None:
    assert with_value("the call is on Monday", "Tuesday") == "the call is on Tuesday"
    assert with_value("the call is on Monday", "the blue one") is None
    assert with_value("from Monday to Friday at 9", "Tuesday") is None
