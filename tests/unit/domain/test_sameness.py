"""Two statements say the same when nothing of either is left over; anything in doubt keeps them apart."""

import pytest

from quaidpy.domain.language.measures import are_same, take_measures
from quaidpy.domain.language.typos import with_typos_fixed
from quaidpy.domain.memories.quotations import said_after
from quaidpy.domain.memories.sameness import Naming, difference, sense_of
from quaidpy.models.embedding.english_words import EnglishWords
from quaidpy.settings import load_lexicon

LEXICON, IS_WORD = load_lexicon(), EnglishWords()
NAMING = Naming(
    {"anita": "ana"},
    frozenset(["ana", "anita", "anna", "bob", "carla", "porto", "lisbon", "oslo", "acme", "rex"]),
)


def apart(one: str, other: str) -> str | None:
    texts = with_typos_fixed(one, other, IS_WORD), with_typos_fixed(other, one, IS_WORD)
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
        ("The user pays Ana.", "User pays Ana."),
        ("Ana rewrote the parser.", "The parser was rewritten by Ana."),
        ("The dog was chased by the cat.", "The cat chased the dog."),
        ("Ana no longer smokes.", "Ana has stopped smoking."),
        ("Ana prefers trains over planes.", "Ana prefers trains to planes."),
        ("The limit is 2 GB.", "The limit is 2048 MB."),
        ("Half of the rent is Ana's.", "50% of the rent is Ana's."),
        ("Ana has a hundred and twenty books.", "Ana has 120 books."),
        ("Ana's shift starts at half past nine.", "Ana's shift starts at 9:30."),
        ("Ana lives on the third floor.", "Ana lives on the 3rd floor."),
        ("The wedding of Ana and Bob is in May 2026.", "Ana and Bob's wedding takes place in May 2026."),
        ("Ana worked for the National Health Service.", "Ana worked for the NHS."),
        ("Ana emptied the dishwasher.", "Ana emptied the dishwaser."),
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
        ("The cat chased the dog.", "The cat was chased by the dog."),
        ("Rex chased the cat.", "Rex was chased by the cat."),
        ("Ana prefers tea to coffee.", "Ana prefers coffee to tea."),
        ("Ana lives on the third floor.", "Ana lives on the fourth floor."),
        ("Mr Silva teaches Ana.", "Ms Silva teaches Ana."),
        ("Half of the rent is Ana's.", "A quarter of the rent is Ana's."),
        ("Ana waits a minute.", "Ana waits 60 ms."),
    ],
)
def test_what_only_looks_alike(one: str, other: str) -> None:
    assert apart(one, other) is not None
    assert apart(other, one) is not None


def test_a_rounded_mile_is_a_kilometre_but_a_year_is_no_other_year() -> None:
    assert are_same(take_measures("5 km")[0], take_measures("3.1 miles")[0])
    assert are_same(take_measures("20/11/2025")[0], take_measures("november 20, 2025")[0])
    assert not are_same(take_measures("3/4/2025")[0], take_measures("3 april 2025")[0])
    assert not are_same(take_measures("in 2019")[0], take_measures("in 2020")[0])


def test_a_text_of_figures_alone_has_a_sense() -> None:
    assert apart("3 June 2030", "2030-06-03") is None
    assert apart("3 June 2030", "") is not None


def test_words_that_a_statement_was_said_after_state_nothing() -> None:
    quoted = said_after("Ana lives in Porto.", "Bob never lived in Lisbon", by="Carla")
    assert apart("Ana resides in Porto.", quoted) is None
