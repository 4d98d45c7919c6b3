"""How a named person is reached becomes their attribute; where it is unclear whose it is, nobody's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.remember.attributes.contacts import find_contacts

PEOPLE = ("Ilse", "Tomas Vrba")


def found(text: str) -> list[tuple[str | None, str, str]]:
    return [
        (each.name, each.value.kind.removeprefix("slot "), each.value.text)
        for each in find_contacts(text, PEOPLE)
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ilse's number is 020 7946 0018.", [("Ilse", "phone", "020 7946 0018")]),
        ("You can reach Tomas Vrba on +420 601 234 567.", [("Tomas Vrba", "phone", "+420 601 234 567")]),
        (
            "Write to Ilse at ilse.k+home@post.example.org.",
            [("Ilse", "email", "ilse.k+home@post.example.org")],
        ),
        ("Ilse lives at 4 Quay Street, Hull.", [("Ilse", "address", "4 Quay Street, Hull")]),
        ("Ilse moved to 9 Mill Lane since she has a dog.", [("Ilse", "address", "9 Mill Lane")]),
        ("Ilse moved to 14 May, the dentist says.", []),
        (
            "Ring Ilse on (020) 7946-0018 or mail ilse@post.example.org. It rains.",
            [("Ilse", "email", "ilse@post.example.org"), ("Ilse", "phone", "(020) 7946-0018")],
        ),
        ("ilse's mobile: 0170 1234567", [("Ilse", "phone", "0170 1234567")]),
        ("Ilse: 0170 1234567", [("Ilse", "phone", "0170 1234567")]),
        ("Ilse (ilse@post.example.org) sends it.", [("Ilse", "email", "ilse@post.example.org")]),
        ("Ilse lives in 12 Elm Road, Bath", [("Ilse", "address", "12 Elm Road, Bath")]),
        ("Ilse's new number is 0170 7654321, the old one is dead.", [("Ilse", "phone", "0170 7654321")]),
        ("Ilse's landline changed to 020 7946 0018.", [("Ilse", "phone", "020 7946 0018")]),
        ("Ilse gave me Tomas Vrba's number: 0170 1234567", [("Tomas Vrba", "phone", "0170 1234567")]),
        ("Tomas Vrba says Ilse's number is 0170 1234567.", [("Ilse", "phone", "0170 1234567")]),
        (
            "Ilse and Tomas Vrba live at 12 Elm Road, Bath.",
            [("Ilse", "address", "12 Elm Road, Bath"), ("Tomas Vrba", "address", "12 Elm Road, Bath")],
        ),
        ("Mum lives at 12 Elm Road, Bath", [("Mum", "address", "12 Elm Road, Bath")]),
        ("my dad's number is 01225 123456", [("Dad", "phone", "01225 123456")]),
        ("My number is 0170 1234567", [(None, "phone", "0170 1234567")]),
        ("You can reach me at ana@post.example.org.", [(None, "email", "ana@post.example.org")]),
        ("We live at 5 Hill Street, York", [(None, "address", "5 Hill Street, York")]),
    ],
)
def test_what_reaches_the_one_person_of_a_sentence_is_found(
    text: str, told: list[tuple[str | None, str, str]]
) -> None:
    assert sorted(found(text)) == sorted(told)


@pytest.mark.parametrize(
    "text",
    [
        "Ilse and Tomas Vrba can be reached on 020 7946 0018.",  # whose?
        "You can reach them on 020 7946 0018.",
        "Ilse said I can be reached on 020 7946 0018.",
        "020 7946 0018 is not Ilse's number.",
        "Ilse's old number was 020 7946 0018.",
        "Is Ilse's number 020 7946 0018?",
        "Ilse's number is 020 7946 0018 or 020 7946 0019.",  # which?
        "Ilse called on 2026-03-01.",
        "Ilse called at 12 about 400 parts.",
        "Ilse sold 1000000 tickets.",
        "Call ilse@post.example.org.",
        "Ilse's customer number is 12345678.",
        "Ilse, your order number is 20240001234, call us.",
        "My sister's number is 0170 1234567.",
        "Ilse works at 12 Elm Road, Bath.",
        "My old number was 0170 1234567.",
        "If Ilse lives at 12 Elm Road she has a long way.",
    ],
)
def test_what_is_unclear_denied_over_or_no_contact_is_nobodys(text: str) -> None:
    assert found(text) == []


@settings(max_examples=60)
@given(st.text(max_size=80))
def test_a_contact_is_the_words_of_the_text_and_no_text_breaks_it(noise: str) -> None:
    text = f"{noise} Ilse's number is 020 7946 0018 {noise}"
    for contact in find_contacts(text, PEOPLE):
        assert text[contact.value.start : contact.value.end] == contact.value.text
