"""What becomes of statements that are too short to be understood alone?"""

import pytest

from quaidpy.domain.memories.drafts import RejectionReason
from quaidpy.domain.memories.episodes import Role
from tests.unit.remember.hearing import heard

TENT = "Lino is bringing the big tent from his uncle. The campsite costs forty euro a night."


def texts(told: str, *, role: Role = Role.USER) -> list[str]:
    return [draft.text for draft in heard((None, told), role=role).drafts]


def test_a_short_statement_stands_with_its_neighbour_in_the_turn() -> None:
    assert texts(TENT) == [TENT]


def test_its_words_are_those_of_both() -> None:
    (draft,) = heard((None, TENT)).drafts
    (words,) = draft.evidence
    assert TENT[words.start : words.end] == TENT


@pytest.mark.parametrize(
    "told",
    [
        "My dentist is Dr Wessel. The scooter is at the garage until Friday.",
        "Ines is my sister. The scooter is at the garage until Friday.",
        "I never eat celery. The scooter is at the garage until Friday.",
        "The scooter is at the garage until Friday.\n\nThe canoe is under the porch by the shed.",
        "- the scooter is at the garage until Friday\n- the canoe is under the porch by the shed",
    ],
)
def test_what_is_looked_up_by_itself_stands_by_itself(told: str) -> None:
    assert len(texts(told)) == 2


def test_of_a_document_each_line_is_by_itself() -> None:
    page = "The scooter is at the garage until Friday.\nThe canoe lies under the porch of the shed."
    assert not any("canoe" in text and "scooter" in text for text in texts(page, role=Role.DOCUMENT))


def test_the_sentences_of_a_long_turn_stay_apart() -> None:
    tent = "Lino is bringing the big tent from his uncle in Padua with the four sleeping mats and the gas stove of his aunt."
    site = "The campsite costs forty euro a night in the high season and thirty in the low one, with five more for each dog."
    assert texts(f"{tent} {site}") == [tent, site]


def test_what_points_at_what_was_told_before_stays_a_turn() -> None:
    found = heard((None, "Those rust in the rain."))
    assert not found.drafts
    assert RejectionReason.UNRESOLVED in {each.reason for each in found.rejections}


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        (
            "Radek wants me back for the summer, the yard in Cobh. I said no. The boat is mine.",
            "Radek wants the user back for the summer, the yard in Cobh. The user said no. The boat is the user's.",
        ),
        (
            "I have the written quote of the tiler. 14,200, deposit 10 % by May",
            "The user has the written quote of the tiler. 14,200, deposit 10 % by May 2026.",
        ),
        ("Orkney again? Joan says june", "Orkney again? Joan says june."),
    ],
)
def test_what_states_nothing_alone_completes_the_statement_beside_it(told: str, kept: str) -> None:
    assert texts(told) == [kept]


@pytest.mark.parametrize(
    "told",
    [
        "The scooter is at the garage until Friday. Best regards from Graz",
        "The scooter is at the garage until Friday. That thing is gorgeous.",
        "The scooter is at the garage until Friday. Can you fetch it?",
        "The scooter is at the garage until Friday. Add it to the list",
    ],
)
def test_leave_praise_questions_and_orders_complete_nothing(told: str) -> None:
    assert texts(told) == ["The scooter is at the garage until Friday 13 March 2026."]


def test_whoever_starts_behind_somebody_else_may_be_they() -> None:
    kept = " ".join(
        texts("The mill took Callum too!!! conditional on a 4 in maths. start 7 sept, fridays off")
    )
    assert "The user starts" not in kept
    assert texts("got the job at the mill. start 7 sept") == [
        "The user got the job at the mill. Start on 7 September 2026."
    ]


def test_what_is_done_behind_what_somebody_else_did_may_be_done_by_them() -> None:
    kept = texts("Ilse forgot the meds!! gave them at 11 when I rang. told the ward")
    assert kept == ["Ilse forgot the meds. Gave them at 11 when the user rang. The user told the ward."]
    assert (
        "The user sold the bike" in texts("my brother has the keys and I made tea. sold the bike for 40")[-1]
    )


def test_an_answer_of_one_word_before_it_names_no_doer() -> None:
    kept = heard(
        (Role.USER, "callum had his first week at the mill, he got the bus on his own"),
        (Role.ASSISTANT, "How was he when he got home?"),
        (Role.USER, 'starving. said "fine". ate 4 pancakes'),
    )
    assert not any("The user ate" in draft.text or "The user said" in draft.text for draft in kept.drafts)
