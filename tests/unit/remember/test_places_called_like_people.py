"""What a place is called, somebody could be called as well; what is said of it tells."""

import pytest

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.drafts import EntityDraft, Extraction
from quaidpy.domain.memories.episodes import Role
from quaidpy.remember.people.entities import find_entities
from tests.unit.remember.hearing import heard


def types_in(found: Extraction) -> dict[str, str]:
    mentions = [mention for draft in found.drafts for mention in draft.mentions]
    mentions += [mention for _, mention in found.turn_mentions]
    return {one.entity.name: one.entity.type.value for one in mentions if one.entity.name != "The user"}


def said(*texts: str) -> dict[str, str]:
    return types_in(heard(*((None, text) for text in texts)))


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("the fiona hut has twelve beds", "fiona is full on friday"), "Fiona"),
        (("We hiked up Bettina yesterday.", "Bettina was all in fog."), "Bettina"),
        (("Klara is closed on Mondays.", "I left my scarf at Klara."), "Klara"),
        (("I go to the bookshop Oskar in town.", "Oskar wants 40 euros for the atlas."), "Oskar"),
        (("Frida is a small lake behind the farm.", "We swam in Frida."), "Frida"),
        (("Luigi's menu has changed.", "I left my scarf at Luigi."), "Luigi"),
        (("we have three huts (bettina, oskar, klara)", "oskar needs a roof"), "Oskar"),
    ],
)
def test_what_is_said_of_places_outweighs_a_given_name(texts: tuple[str, ...], name: str) -> None:
    assert said(*texts)[name] == "place"


@pytest.mark.parametrize(
    "texts",
    [
        ("Klara is open to it.", "Klara called."),
        ("Klara opens at six on Saturdays, I close.",),
        ("We walked over to Klara and asked her.",),
        ("We had lunch at Klara's, her soup is good.",),
        ("Klara is closed on that subject.", "I asked Klara twice."),
        ("We ran down to Klara with the keys.",),
        ("I went to the shop Klara works in.", "Klara is open until six."),
        ("Klara is closed on Sundays, she rests then.",),
        ("Coffee at Klara was lovely.", "Klara moved to Porto."),
    ],
)
def test_what_people_do_with_places_makes_none_of_somebody(texts: tuple[str, ...]) -> None:
    assert said(*texts)["Klara"] == "person"


def test_a_list_of_places_is_one_in_whatever_letters() -> None:
    found = types_in(
        heard(
            (None, "samples are from 3 lakes (vennik, klara, long mere)"),
            (Role.ASSISTANT, "Samples from Vennik, Klara and Long Mere, then."),
        )
    )
    assert found == {"Vennik": "place", "Klara": "place", "Long Mere": "place"}


def test_where_things_come_from_is_no_list_of_people_for_one_given_name() -> None:
    named = find_entities("The recordings from Vennik, Klara and Oppdal are in.")
    assert ("Vennik", EntityType.PERSON) not in {(one.entity.name, one.entity.type) for one in named}
    named = find_entities("There was a card from Vennik and Klara.")
    assert ("Vennik", EntityType.PERSON) in {(one.entity.name, one.entity.type) for one in named}


def test_a_place_known_from_before_stays_one() -> None:
    known = EntityDraft(name="Klara", type=EntityType.PLACE)
    assert types_in(heard((None, "klara had new chairs today"), known=(known,))) == {"Klara": "place"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I told Nora Wednesday is fine.", "Nora"),
        ("We asked Nora Christmas or later.", "Nora"),
        ("Dinner with Paula Tuesday at eight.", "Paula"),
        ("Met Paula Easter Sunday in the park.", "Paula"),
        ("Nora Thu, then the gym.", "Nora"),
        ("Call Paula March 3 about it.", "Paula"),
        ("Aunt Ruth May is in town.", "Ruth May"),
        ("Kamila Winter signed the lease.", "Kamila Winter"),
    ],
)
def test_days_months_and_feasts_are_no_surnames(text: str, name: str) -> None:
    assert [one.entity.name for one in find_entities(text) if one.entity.type is EntityType.PERSON] == [name]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we rented a barn in clifton last year", {"Clifton": "place"}),
        ("We met in Clifton and drove on.", {"Clifton": "place"}),
        ("I believe in Clifton.", {"Clifton": "person"}),
        ("he wants two nelsons and the bento", {}),
        ("Doors at seven, Room B. Programme attached.", {}),
        ("Paula: Lisbon 4 to 9 May.", {"Lisbon": "place"}),
        ("The Co-operators pay for it.", {"Co-operators": "thing"}),
        ("Swallow wants the order by ten.", {"Swallow": "thing"}),
        ("flat is 4 rowan close now", {"Rowan Close": "place"}),
        ("i spoke to nathan lane", {"Nathan": "person"}),
        ("Glenn Close was great.", {"Glenn Close": "person"}),
        ("It went to the Supreme Court.", {"Supreme Court": "organization"}),
    ],
)
def test_given_names_and_words_that_what_stands_before_them_makes_something_else(
    text: str, expected: dict[str, str]
) -> None:
    named = [one.entity for one in find_entities(text) if one.entity.name != "Paula"]
    assert {one.name: one.type.value for one in named} == expected


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("brisca and tom got engaged on sunday", "brisca takes the kids in may"), "Brisca"),
        (("the guy at the desk is orrin. very slow", "The guy there is Orrin.", "orrin fixed it"), "Orrin"),
    ],
)
def test_somebody_told_of_once_is_known_in_any_case(texts: tuple[str, ...], name: str) -> None:
    assert said(*texts)[name] == "person"
