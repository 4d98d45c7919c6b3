"""What anybody says in passing is kept without a model: what is yet to be done, and plain facts of a life."""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.memory import Kind
from tests.unit.remember.plain_lists import (
    Expected,
    as_note,
    expected,
    in_own_file,
    passing,
    to_assistant,
    to_friend,
    totals,
)
from tests.unit.remember.test_rules import extracted

HELD_OUT = 56  # of 60
NOT_OF_THE_SPEAKER = "Remember to"  # said to a friend, it is the friend who is to remember


@pytest.mark.parametrize("row", expected("kept"), ids=lambda row: row.sentence)
def test_what_is_said_plainly_is_kept_as_what_it_is(row: Expected) -> None:
    assert row.verdict(to_assistant(row.sentence)) == "kept"


def test_a_file_of_ones_own_is_read_as_its_writer_would() -> None:
    assert totals(expected("kept"), in_own_file)["kept"] == len(expected("kept"))
    assert totals(expected("kept_held_out"), in_own_file)["kept"] >= HELD_OUT


def test_a_file_of_nobody_has_no_tasks() -> None:
    assert not extracted(("document", "Remind me to buy milk.")).drafts
    assert not extracted(("document", "Todo: buy a new lamp.")).drafts


@pytest.mark.parametrize("sentence", passing("passed"))
def test_what_is_of_the_moment_is_not_kept(sentence: str) -> None:
    assert not to_assistant(sentence)
    assert not to_friend(sentence)


def test_a_list_that_the_rules_were_not_made_from_fares_nearly_as_well() -> None:
    rows, others = expected("kept_held_out"), passing("passed_held_out")
    assert totals(rows, to_assistant)["kept"] >= HELD_OUT
    assert totals(rows, as_note)["kept"] >= HELD_OUT
    assert totals(rows, to_friend)["kept"] >= 55
    assert sum(bool(to_assistant(sentence)) for sentence in others) <= 4
    assert not any(to_friend(sentence) for sentence in others)


def test_friends_are_understood_too() -> None:
    rows = [row for row in expected("kept") if not row.sentence.startswith(NOT_OF_THE_SPEAKER)]
    assert totals(rows, to_friend)["kept"] >= len(rows) - 1


@pytest.mark.parametrize(
    ("said", "remembered"),
    [
        ("I have to finish the report by Friday.", "Max has to finish the report by Friday 13 June 2025."),
        (
            "Please remind me to renew my passport before Christmas.",
            "Max wants to be reminded to renew his passport before Christmas.",
        ),
        (
            "Can you remind me on Friday about the meeting with Tom?",
            "Max wants to be reminded on Friday 13 June 2025 of the meeting with Tom.",
        ),
        ("Todo: buy a new lamp.", "Max has to buy a new lamp."),
        ("Todo: a present for Lena", "Max has on his list: a present for Lena."),
        ("I gotta send Laura the slides before Monday.", "Max has got to send Laura the slides before Monday 16 June 2025."),
        ("I must pay the rent by the first.", "Max must pay the rent by 1 July 2025."),
        ("Tom needs to sign the contract by Wednesday.", "Tom needs to sign the contract by Wednesday 11 June 2025."),
        ("I must remember to call Aunt May on Sunday.", "Max must remember to call Aunt May on Sunday 15 June 2025."),
        ("I still have to return the drill to my uncle.", "Max still has to return the drill to his uncle."),
        ("Remember to feed Minka.", "Max has to feed Minka."),
    ],
)  # fmt: skip
def test_a_task_names_who_has_it_and_the_day_it_is_due(said: str, remembered: str) -> None:
    (draft,) = to_assistant(said)
    assert draft.text == remembered
    assert draft.kind is Kind.TODO


def test_a_task_is_found_by_what_it_is_about() -> None:
    (draft,) = to_assistant("Remind me to water the orchids.")
    assert draft.keywords == ("water", "orchids")
    assert draft.tags == ("reminder",)


@pytest.mark.parametrize(
    "said",
    [
        "I need to call the API twice.",
        "I need to return the list sorted.",
        "I have to clean the cache first.",
        "I have to clean up the imports.",
        "I need to order the rows by date.",
        "I have to write a cover letter.",
        "I need to call it a day.",
        "We should send the request again.",
        "Remember to close the bracket.",
        "You need to renew your passport.",
        "If I have to pay the rent by Friday, I am broke.",
    ],
)
def test_work_on_code_and_what_is_of_somebody_else_is_no_errand(said: str) -> None:
    assert not to_assistant(said)


def test_an_assistant_owes_nothing() -> None:
    said = (
        (None, "Hi!"),
        ("assistant", "I have to finish the summary by Friday. Remind me to send the report."),
    )
    assert not extracted(*said, user_name="Max").drafts


def test_what_somebody_asks_to_be_kept_is_kept_of_anything() -> None:
    (draft,) = to_assistant("Remember that the shop closes at six.")
    assert draft.text == "The shop closes at six."
    assert "asked to remember" in draft.tags
    assert not to_assistant("Remember that you can always start over.")


@pytest.mark.parametrize(
    "behind", ["remember that when we invite him", "don't forget that", "keep it in mind if you cook"]
)
def test_what_is_asked_behind_a_fact_is_no_part_of_it(behind: str) -> None:
    drafts = extracted(("Lotte", "See you on Sunday."), ("Paul", f"Olaf can't eat walnuts, {behind}.")).drafts
    assert [draft.text for draft in drafts] == ["Olaf can't eat walnuts."]


def test_whether_somebody_remembers_asks() -> None:
    assert not extracted(("Lotte", "Hello!"), ("Paul", "We lost the oars there, remember that?")).drafts


def test_a_name_that_is_a_word_too_is_a_person_where_a_role_says_so() -> None:
    (boss,) = to_assistant("Ben is my boss.")
    assert boss.mentions[0].entity.type is EntityType.PERSON
    assert not to_assistant("Coffee is my best friend.")


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I have two cats.", Kind.FACT),
        ("I usually get up at six.", Kind.FACT),
        ("The passports are in the top drawer of the desk.", Kind.FACT),
        ("My therapist is called Dr. Weiss.", Kind.FACT),
        ("I have a dentist appointment on the 3rd of December.", Kind.EVENT),
    ],
)
def test_a_plain_fact_of_a_life_is_kept(said: str, kind: Kind) -> None:
    assert [draft.kind for draft in to_assistant(said)] == [kind]
    assert [draft.kind for draft in to_friend(said)] == [kind]


@pytest.mark.parametrize("said", ["The value is in the box plot.", "The picture is on the wall of text."])
def test_a_word_for_a_room_in_another_sense_is_no_place_at_home(said: str) -> None:
    assert not to_assistant(said)


def test_what_is_made_up_and_what_anybody_can_look_up_is_not_of_the_user() -> None:
    assert not to_assistant("Imagine Clara is an architect.")
    assert not to_assistant("Lyon is bigger than Nice.")
    assert to_assistant("Clara is an architect.")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i'm right handed so whoever sets up: monitor on the left", "Max is right handed."),
        ("vegetarian since October actually", "Max is vegetarian since October"),
        ("i'm colour blind so don't use red for it", "Max is colour blind"),
        ("I'm deaf in one ear, and I wear a hearing aid", "Max is deaf in one ear, and wears a hearing aid."),
    ],
)
def test_among_friends_a_physical_trait_stands_alone(said: str, kept: str) -> None:
    assert [draft.text for draft in to_friend(said) if draft.text.startswith(kept)]
