"""Who is one person, and who are two: full names in chat without capitals, and what one of their words means later."""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.people.full_names import names_alone
from tests.unit.remember.hearing import heard


def people(text: str, *known: EntityDraft) -> list[str]:
    return [one.entity.name for one in find_entities(text, known) if one.entity.type is EntityType.PERSON]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("my tutor is anneke hofstra, she starts at nine", ["Anneke Hofstra"]),
        ("nora van osselt has the keys", ["Nora Van Osselt"]),
        ("daniel iyer, the postdoc, is fast", ["Daniel Iyer"]),
        ("nora tmrw brings the cake", ["Nora"]),
        ("anneke havent you got the list", ["Anneke"]),
        ("oliver bakes on sundays", ["Oliver"]),
        ("anneke london next week", ["Anneke"]),
    ],
)
def test_a_surname_written_small_belongs_to_the_given_name_before_it(text: str, named: list[str]) -> None:
    assert people(text)[: len(named)] == named


def test_a_surname_alone_means_whom_the_talk_has_named() -> None:
    found = heard(
        ("Ravi", "daniel hofstra reads everything late"),
        ("Lena", "ok"),
        ("Ravi", "hofstra said the demo is on 4 may"),
    )

    meant = [mention.entity.name for mention in found.drafts[-1].mentions]
    assert "Daniel Hofstra" in meant


def test_one_given_name_with_two_surnames_is_two_people() -> None:
    assert people(
        "Anneke Berg sings alto",
        EntityDraft(name="Anneke Hofstra", type=EntityType.PERSON, aliases=("Anneke",)),
    ) == ["Anneke Berg"]


def test_a_word_of_every_day_stands_for_nobody_alone() -> None:
    assert list(names_alone("Anneke Hofstra")) == ["Anneke", "Hofstra"]
    assert list(names_alone("Anneke Baker")) == ["Anneke"]
    assert list(names_alone("Henrike Thomas")) == ["Henrike"]


@pytest.mark.parametrize(
    "text", ["Britain wanted to keep the base.", "Then Spain said nothing, and Sweden agreed."]
)
def test_a_country_that_does_what_people_do_is_a_place(text: str) -> None:
    found = {one.entity.name: one.entity.type for one in find_entities(text)}

    assert set(found.values()) == {EntityType.PLACE}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("I told Nora Wednesday works.", ["Nora"]),
        ("Nora Christmas shopping is done.", ["Nora"]),
        ("He won the Olivier Award.", []),
        ("three passes: Furgga, Ansel and Grey Saddle", ["Ansel"]),
    ],
)
def test_no_day_no_prize_and_no_pass_is_somebody(text: str, named: list[str]) -> None:
    assert people(text) == named


def test_in_a_document_a_surname_means_whom_it_has_named_in_full() -> None:
    page = "Ravens\nImke Hofstra sang in Ravens, a film by Karl Berg and Ida Berg. Hofstra won a prize, and Berg left."
    found = heard(("page", page), role=Role.DOCUMENT)

    meant = {mention.entity.name for _, mention in found.turn_mentions}
    assert {"Imke Hofstra", "Karl Berg", "Ida Berg"} <= meant
    assert "Hofstra" not in meant


def test_a_given_name_alone_in_a_document_is_nobody_of_another_document() -> None:
    found = heard(("page", "The Mill\nBruno wrote of the mill in 1911."), role=Role.DOCUMENT)

    assert [
        mention.entity.is_lone for _, mention in found.turn_mentions if mention.entity.name == "Bruno"
    ] == [True]


def test_two_named_in_one_turn_are_two_though_one_name_begins_the_other() -> None:
    found = heard(("Runa", "Steph is Stephanie's sister."), ("Runa", "Steph said she is leaving."))

    named = {mention.entity.name: mention.entity.is_lone for _, mention in found.turn_mentions}
    assert named == {"Steph": True, "Stephanie": True}
