"""Who is "D"? The one person known whose name begins so, if a single letter does what people do."""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.remember.people.entities import find_entities
from tests.unit.remember.hearing import heard

TOMAS = EntityDraft(name="Tomas", type=EntityType.PERSON)
THEA = EntityDraft(name="Thea", type=EntityType.PERSON)


def test_a_letter_is_written_out_in_what_is_told_of_them() -> None:
    found = heard(
        ("Runa", "My partner Tomas is a joiner."),
        ("Runa", "T wants to move to the coast. He liked the flat in Arden last week."),
        ("Runa", "T and I sold the van on 3 March."),
    )
    texts = [draft.text for draft in found.drafts]
    assert "Tomas wants to move to the coast." in texts
    assert "Tomas and Runa sold the van on 3 March 2026." in texts


@pytest.mark.parametrize(
    "text",
    [
        "T wants the blue one",
        "we told T that it rains",
        "I and T went by train",
        "T's sister came",
        "so T called",
    ],
)
def test_a_letter_means_the_one_person_whose_name_begins_so(text: str) -> None:
    assert [one.entity.name for one in find_entities(text, [TOMAS]) if one.entity.name != "Maya"] == ["Tomas"]


@pytest.mark.parametrize(
    "text",
    [
        "option T wants more memory",
        "plan T is on",
        "a T shirt",
        "T-shirts came",
        "the option-T wants a fee",
        "the T wants",
    ],
)
def test_a_letter_that_numbers_something_is_nobody(text: str) -> None:
    assert TOMAS.name not in {one.entity.name for one in find_entities(text, [TOMAS])}


def test_a_letter_with_which_two_people_begin_is_neither_unless_one_was_called_so() -> None:
    assert find_entities("T wants the blue one", [TOMAS, THEA]) == []
    called = EntityDraft(name="Thea", type=EntityType.PERSON, aliases=("T",))
    (found,) = find_entities("T wants the blue one", [TOMAS, called])
    assert found.entity.name == "Thea"


@pytest.mark.parametrize(
    "note", ["J. Off her dinner.", "M. Washing line broke.", "M. Mam asked was I the nurse."]
)
def test_a_letter_before_a_note_begins_no_name(note: str) -> None:
    assert find_entities(note) == []


def test_a_letter_before_a_surname_does() -> None:
    assert [one.entity.name for one in find_entities("J. Smith came.")] == ["J. Smith"]
