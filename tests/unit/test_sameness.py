"""Two statements say the same when nothing of either is left over; anything in doubt keeps them apart."""

import pytest

from quaidpy.adapters.english_words import EnglishWords
from quaidpy.domain.measures import are_same, take_measures
from quaidpy.domain.sameness import Naming, difference, mended, sense_of
from quaidpy.settings import load_lexicon

LEXICON, IS_WORD = load_lexicon(), EnglishWords()
NAMING = Naming(
    {"anita": "ana"},
    frozenset(["ana", "anita", "anna", "bob", "carla", "porto", "lisbon", "oslo", "acme", "rex"]),
)


def apart(one: str, other: str) -> str | None:
    texts = mended(one, other, IS_WORD), mended(other, one, IS_WORD)
    return difference(*(sense_of(text, LEXICON, NAMING) for text in texts), LEXICON)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana lives in Porto.", "Ana resides in Porto."),
        ("Anita lives in Porto.", "Ana lives in Porto."),
        ("In May Ana bought a tent.", "Ana purchased a tent in May."),
        ("Ana runs 5 km a day.", "Ana runs 5000 metres every day."),
        ("Ana's shift starts at 7 pm.", "Ana's shift begins at 19:00."),
        ("Ana has three children.", "Ana has 3 kids."),
        ("Ana is allergic to peanuts.", "Ana is allregic to peanuts."),
        ("Ana paid Bob.", "Bob was paid by Ana."),
        ("Ana lent Bob a drill.", "Bob borrowed a drill from Ana."),
        ("Ana and Bob are married.", "Bob and Ana are married."),
        ("Ana is Bob's mother.", "Ana is the mum of Bob."),
    ],
)
def test_other_words_for_the_same(one: str, other: str) -> None:
    assert apart(one, other) is None
    assert apart(other, one) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana has three children.", "Ana has four children."),
        ("Ana lives in Porto.", "Anna lives in Porto."),
        ("Ana lives in Porto.", "Ana lived in Porto."),
        ("Ana can swim.", "Ana cannot swim."),
        ("Ana flew from Oslo to Porto.", "Ana flew from Porto to Oslo."),
        ("Ana likes tea more than coffee.", "Ana likes coffee more than tea."),
        ("The cat chased the dog.", "The dog chased the cat."),
        ("Bob paid Ana.", "Bob was paid by Ana."),
        ("Ana saw Bob in Porto.", "Bob saw Ana in Porto."),
        ("Ana's brother knows Bob.", "Ana knows Bob's brother."),
        ("Ana goes hiking.", "Ana goes biking."),
        ("Ana owes 2019 euros.", "Ana owes 2020 euros."),
        ("Ana runs 5 km.", "Ana runs 5 miles."),
        ("Ana's shift begins at 7 am.", "Ana's shift begins at 7 pm."),
        ("Ana used to smoke.", "Ana smokes."),
        ("Ana might marry Bob.", "Ana married Bob."),
        ("Ana drinks coffee before lunch.", "Ana drinks coffee after lunch."),
        ("Ana was born on 3 May 1980.", "Ana was born on 5 March 1980."),
        ("Ana left Acme.", "Ana joined Acme."),
        ("Ana only eats fish.", "Ana eats fish."),
        ("Ana met Bob.", "Ana met Bob again."),
    ],
)
def test_what_only_looks_alike(one: str, other: str) -> None:
    assert apart(one, other) is not None
    assert apart(other, one) is not None


def test_a_rounded_mile_is_a_kilometre_but_a_year_is_no_other_year() -> None:
    assert are_same(take_measures("5 km")[0], take_measures("3.1 miles")[0])
    assert not are_same(take_measures("in 2019")[0], take_measures("in 2020")[0])
