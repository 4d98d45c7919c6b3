"""What stays as it was said: chatter, verdicts, cut clauses, other people's words, an assistant's expositions."""

import pytest

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.remember.formats.pasted import words_of_others
from quaidpy.remember.words.chatter import is_chatter
from quaidpy.remember.words.self_contained import fault_of
from tests.unit.remember.test_short_answers import talk


def told(*said: str) -> list[str]:
    """What is kept of what a user says to an assistant."""
    turns = [turn for text in said for turn in ((None, text), ("assistant", "OK."))]
    return [draft.text for draft in talk(*turns).drafts]


@pytest.mark.parametrize(
    "said",
    [
        "the onboarding text is a nice touch",
        "the sidebar needs a darker border",
        "grey on grey is harsh",
        "yesterday was a lot",
        "a bad YEAR for hats",
        "i was stunned",
        "my boss probably thinks i'm lazy",
        "olga is going to lose it when she hears",
        "i just can't",
        "she's better at it than me",
        "we found a street we both like",
        "not a slider, like a real knob",
        "side note — explain how the cron syntax works",
        "three rounds is way more than i expected",
        "i keep thinking about the audition",
    ],
)
def test_what_is_said_in_passing_to_an_assistant_is_no_memory(said: str) -> None:
    assert told(said) == []


def test_facts_told_in_the_same_breath_as_chatter_are_kept() -> None:
    assert told("ugh what a day lol. anyway my sister Dora moved to Graz on 2 March") == [
        "The user's sister Dora moved to Graz on 2 March 2026."
    ]


def test_laughter_and_sighs_make_chatter_and_figures_do_not() -> None:
    assert is_chatter("omg lol i literally died")
    assert not is_chatter("flour: 18.40 a sack, delivered on mondays")


def test_a_line_with_somebody_s_name_before_it_is_theirs() -> None:
    text = "here is what she wrote\nOlga: I can't come, my knee hurts\n\nso we move it"
    (stretch,) = words_of_others(text, "Ben")
    assert text[slice(*stretch)] == "Olga: I can't come, my knee hurts"
    assert words_of_others("Port: 8080 is taken", "Ben") == []
    assert words_of_others("Ben: I am late", "Ben") == []


def test_pasted_words_of_another_are_not_said_by_who_pastes_them() -> None:
    drafts = talk(("Ben", "look\nOlga: I have been learning Dutch since May"), ("Cleo", "nice")).drafts
    assert drafts == ()


def test_a_list_with_bold_labels_is_pasted() -> None:
    assert told("- **Warrant**: Forty studies from 2019 support the claim.") == []


def test_the_number_of_an_item_belongs_to_the_item() -> None:
    drafts = talk(("Ben", "I bought two things!\n1. a kayak from Tromsø\n2. a tent"), ("Cleo", "wow")).drafts
    assert not any(draft.text.endswith(("1.", "2.")) for draft in drafts)


@pytest.mark.parametrize(
    "said",
    [
        "I have moved my thesis deadline to 3 May and told Professor Lind.",
        "Consider asking Professor Lind before 3 May.",
        "Hamburg is 289 km from Berlin. " * 20,
    ],
)
def test_drafts_advice_and_expositions_of_an_assistant_are_no_facts(said: str) -> None:
    assert not talk((None, "help me with a letter"), ("assistant", said)).drafts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Nora just won't.", RejectionReason.DANGLING),
        ('"He said so.', RejectionReason.DANGLING),
        ("Didn't say where.", RejectionReason.DANGLING),
        ("Nora's job, the rent, where the keys are, what we eat.", RejectionReason.FRAGMENT),
    ],
)
def test_the_judge_of_form_names_what_is_missing(text: str, reason: RejectionReason) -> None:
    assert fault_of(text) is reason


def test_an_old_name_and_a_new_one_leave_it_open_who_she_is() -> None:
    drafts = talk(
        ("Ben", "My aunt Ilse is well. She swims. Greta thinks I am mad. The pool is heated now."),
        ("Cleo", "ha"),
        ("Ben", "She even bought new goggles in Vienna."),
    ).drafts
    assert not any("goggles" in draft.text and "Greta" in draft.text for draft in drafts)


def test_a_plain_denial_corrects_nothing() -> None:
    drafts = talk(
        ("Ben", "I joined a club that gives necessary tools to schools in Graz."),
        ("Cleo", "do you pay?"),
        ("Ben", "No, this is not necessary."),
    ).drafts
    assert "necessary tools" in drafts[0].text
