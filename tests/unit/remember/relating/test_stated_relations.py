"""Which relations does a sentence state, and which does it only speak of?"""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.memories.drafts import USER, person
from quaidpy.remember.people.entities import find_entities
from quaidpy.remember.relating.finding import SpeechContext, StatedEdge, find_stated_relations
from quaidpy.remember.relating.parties import NOBODY_SPEAKS, Voice
from quaidpy.remember.words.sentences import Span
from quaidpy.settings import load_relations

SAID = datetime(2026, 5, 10, tzinfo=UTC)
RELATIONS = load_relations()
USERS_VOICE = Voice(person(USER), None, lambda _pronoun: None)


def told(text: str, voice: Voice = USERS_VOICE, *, speaks: bool = True) -> list[StatedEdge]:
    heard = SpeechContext(voice=voice, at=SAID, confidence=0.7, speaks=speaks)
    return find_stated_relations(Span(0, len(text), text), find_entities(text), heard, RELATIONS)


def triples(text: str) -> set[tuple[str, str, str]]:
    return {(one.edge.subject.name, one.edge.relation, one.edge.object.name) for one in told(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My aunt Odile keeps bees.", ("Odile", "aunt_or_uncle_of", USER)),
        ("My manager, Ragna Holt, is away.", ("Ragna Holt", "manages", USER)),
        ("Isak, my flatmate, cooks.", ("Isak", "roommate_of", USER)),
        ("Vikram is our plumber.", ("Vikram", "professional_of", USER)),
        ("Olga's stepson Piet is nine.", ("Olga", "step_parent_of", "Piet")),
        ("The dentist is Dr Falk.", ("Falk", "doctor_of", USER)),
        ("physio (runar) wants me to rest", ("Runar", "doctor_of", USER)),
        ("A cousin of mine, Zofia, sings.", ("The user", "cousin_of", "Zofia")),
        ("We have a parrot called Kiki.", (USER, "has_pet", "Kiki")),
        ("my brother sven works in a bank", ("Sven", "sibling_of", USER)),
        ("dads name is Leopold", ("Leopold", "parent_of", USER)),
        ("I have a son. His name is Kasper.", (USER, "parent_of", "Kasper")),
        ("our kids, vera (4) and milo (7), are ill", (USER, "parent_of", "Milo")),
        ("Ulrike came along (my niece, 12) and swam.", (USER, "aunt_or_uncle_of", "Ulrike")),
        ("Piet's parents: Olga and Bas, both bakers.", ("Olga", "parent_of", "Piet")),
        ("My brother in Graz (Severin) rang.", ("Severin", "sibling_of", USER)),
    ],
)
def test_a_role_and_a_name_beside_it_are_a_relation(text: str, expected: tuple[str, str, str]) -> None:
    subject, relation, target = expected
    found = triples(text)
    is_symmetric = RELATIONS.is_symmetric(relation)
    assert expected in found or (is_symmetric and (target, relation, subject) in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live with two friends in Bergen.", (USER, "lives_in", "Bergen")),
        ("im living in tromso these days", (USER, "lives_in", "Tromso")),
        ("I started archery in spring.", (USER, "has_hobby", "archery")),
        ("Greta is learning how to play the harp.", ("Greta", "has_hobby", "harp")),
        ("We took the twins on a road trip to Norway.", (USER, "visited", "Norway")),
        ("We spent three weeks in Peru.", (USER, "visited", "Peru")),
        ("Greta works as a clerk for Holzmann.", ("Greta", "works_at", "Holzmann")),
        ("I've joined the Fjord Rowers.", (USER, "member_of", "Fjord Rowers")),
        ("Priya and Tom got married last month.", ("Priya", "spouse_of", "Tom")),
        ("We use Grafana for the charts.", (USER, "uses", "Grafana")),
        ("I play the harp.", (USER, "has_hobby", "harp")),
        ("i'm allergic to latex", (USER, "allergic_to", "latex")),
        ("i run a cheese shop called moon & rind in hull", (USER, "manages", "Moon & Rind")),
        ("I bought a red kayak in April.", (USER, "owns", "The user's kayak")),
        ("My friend Noor, who lives in Utrecht, rang.", ("Noor", "lives_in", "Utrecht")),
        ("today: first day at holzmann. my head hurts", (USER, "works_at", "Holzmann")),
        ("Greta's first week at Holzmann went well.", ("Greta", "works_at", "Holzmann")),
    ],
)
def test_a_verb_with_what_it_needs_is_a_relation(text: str, expected: tuple[str, str, str]) -> None:
    assert expected in triples(text)


@pytest.mark.parametrize(
    "text",
    [
        "Vikram isn't our plumber.",
        "Does Greta work for Holzmann?",
        "If I worked for Holzmann, I would be rich.",
        "Piet says Olga moved to Bergen.",
        "I want to move to Bergen.",
        "Maybe I will join the Fjord Rowers.",
        "I might sell the kayak.",
        "Apparently Greta works for Holzmann.",
        "I never lived in Bergen.",
        "I met someone from Holzmann.",
        "My next boss Ragna will decide.",
        'The letter said: "my wife Ada lives in Bergen".',
        "I've moved on from dinosaurs to geology.",
        "I live in harmony.",
        "I got an offer from Holzmann.",
        "Nora's first day at Hillside Primary went well.",
        "first day at the gym and I'm dead",
        "Last day at Holzmann for the season was cold.",
        "My first day at Holzmann will be hard.",
    ],
)
def test_what_is_denied_asked_wished_supposed_or_heard_is_no_relation(text: str) -> None:
    assert triples(text) == set()


@pytest.mark.parametrize(
    ("text", "relation", "ended"),
    [
        ("We sold the caravan on 3 April.", "owns", datetime(2026, 4, 3, tzinfo=UTC)),
        ("I no longer work for Holzmann.", "works_at", SAID),
        ("Vikram is no longer our plumber.", "professional_of", SAID),
        ("Ragna is leaving Holzmann on 1 June.", "works_at", datetime(2026, 6, 1, tzinfo=UTC)),
        ("I left Ragna's team in March.", "manages", datetime(2026, 3, 1, tzinfo=UTC)),
        ("We switched from Jenkins to Drone.", "uses", SAID),
        ("My last day at Holzmann is 14 August.", "works_at", datetime(2026, 8, 14, tzinfo=UTC)),
        ("Ida and I split up yesterday.", "partner_of", datetime(2026, 5, 9, tzinfo=UTC)),
    ],
)
def test_an_ending_is_told_with_its_day(text: str, relation: str, ended: datetime) -> None:
    ends = [one.edge for one in told(text) if one.edge.ends]
    assert [(edge.relation, edge.valid_to) for edge in ends] == [(relation, ended)]


def test_what_is_to_come_begins_on_its_day_or_is_not_told() -> None:
    (moving,) = told("I'm moving to Bergen on 12 September.")
    assert moving.edge.valid_from == datetime(2026, 9, 12, tzinfo=UTC)
    assert told("I'm moving to Bergen.") == []


def test_two_who_are_joined_both_take_part() -> None:
    found = triples("Noor and I moved to Utrecht in March.")
    assert {("Noor", "lives_in", "Utrecht"), (USER, "lives_in", "Utrecht")} <= found


def test_in_a_document_nobody_is_i() -> None:
    assert told("My aunt Odile lives in Bergen.", NOBODY_SPEAKS, speaks=False)[0].edge.subject.name == "Odile"
    assert all(
        USER not in {one.edge.subject.name, one.edge.object.name}
        for one in told("I sold the car. My aunt Odile sings.", NOBODY_SPEAKS, speaks=False)
    )


def test_he_and_she_are_whoever_was_named_alone_before() -> None:
    assert ("Lotte", "follows", "Bartek") in triples("Bartek is my friend. His successor is Lotte.")
    assert not any(
        relation == "follows" for _, relation, _ in triples("Adam met Tom. His successor is Lotte.")
    )


def test_a_relation_says_itself_in_one_plain_sentence() -> None:
    assert [one.text for one in told("My manager, Ragna Holt, is away.")] == [
        "Ragna Holt is the user's manager."
    ]
    assert [one.text for one in told("We sold the caravan on 3 April.")] == [
        "The user sold the caravan on 3 April 2026."
    ]


def test_who_leaves_a_firm_together_was_its_customer() -> None:
    assert "works_at" not in {relation for _, relation, _ in triples("We left Brandel Bank in May.")}
    assert "works_at" in {one.edge.relation for one in told("I left Brandel Bank in May.")}


@pytest.mark.parametrize(
    "text",
    [
        "I have a piano school in Graz.",
        "We started the Dune and Sand expansion.",
        "Lene's cousin wrote: she lives in Tampa.",
        "Ragnhild plays in Tsumeb on Friday.",
        "Berit stays in Leeds until June.",
    ],
)
def test_what_only_looks_like_a_relation_is_none(text: str) -> None:
    assert not triples(text)


def test_a_mother_is_also_called_by_what_she_is() -> None:
    (found,) = told("My mum Ottoline paints.")
    assert found.edge.subject.aliases == ("The user's mum",)
