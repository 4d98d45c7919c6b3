"""Two statements are opposed when both cannot be true of the same time; what merely differs is not."""

import pytest

from quaidpy.domain.memories.opposition import identification, left_behind, opposition, opposition_key
from quaidpy.domain.memories.sameness import Naming, sense_of
from quaidpy.settings import load_lexicon

LEXICON = load_lexicon()
NAMING = Naming({}, frozenset(["ana", "bob"]))


def opposed(one: str, other: str) -> str | None:
    senses = [sense_of(text, LEXICON, NAMING) for text in (one, other)]
    is_shown = opposition_key(senses[0], LEXICON) == opposition_key(senses[1], LEXICON)
    return opposition(senses[0], senses[1], LEXICON) if is_shown else None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana drinks coffee.", "Ana doesn't drink coffee."),
        ("Ana smokes.", "Ana no longer smokes."),
        ("Ana smokes.", "Ana has quit smoking."),
        ("The cache is enabled.", "The cache is disabled."),
        ("The door is locked.", "The door is now unlocked."),
        ("Pushes are allowed.", "Pushes are forbidden."),
        ("Ana has three cats.", "Ana has four cats."),
        ("Ana lives on the third floor.", "Ana lives on the fifth floor."),
        ("The lease ends on 3 May 2026.", "The lease ends in June 2026."),
        ("Ana prefers tabs over spaces.", "Ana prefers spaces over tabs."),
    ],
)
def test_both_cannot_be_true(one: str, other: str) -> None:
    assert opposed(one, other) is not None
    assert opposed(other, one) == opposed(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana ran 5 km.", "Ana ran 6 km."),
        ("Ana has a cat.", "Ana has a dog."),
        ("Ana drinks coffee.", "Bob doesn't drink coffee."),
        ("Ana might smoke.", "Ana doesn't smoke."),
    ],
)
def test_both_can_be_true(one: str, other: str) -> None:
    assert opposed(one, other) is None


def test_the_one_of_its_kind_is_told_by_its_name() -> None:
    one, other = identification("The head of the lab is Ana."), identification("Bob is the head of the lab.")
    assert one is not None
    assert other is not None
    assert one.kind == other.kind
    assert one.is_it != other.is_it
    assert identification("The config file is conf/app.toml.") is not None
    assert identification("The car is red.") is None
    assert identification("Ana has a brother called Tim.") is None


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("The repository switched from npm to pnpm.", "npm"),
        ("We replaced Redis with SQLite for the job queue.", "Redis"),
        ("Ana sold the boat and bought a tent.", "boat"),
        ("Jenkins is gone.", "Jenkins"),
        ("Ana travelled from Oslo to Bergen.", None),
    ],
)
def test_what_was_left_for_something_else(text: str, thing: str | None) -> None:
    assert left_behind(text) == thing


@pytest.mark.parametrize(
    "text",
    [
        "The EP was sold at live events.",
        "Tina has sold over 10 million records worldwide.",
        "The house is sold again.",
        "Edward is a cousin once removed from the king.",
        "The bomb was dropped on Nagasaki.",
    ],
)
def test_what_is_sold_or_dropped_is_not_given_up_by_whoever_has_the_like(text: str) -> None:
    assert left_behind(text) is None


def test_of_a_party_there_are_many_members() -> None:
    assert identification("Devendra is the member of the Communist Party.") is None
    assert identification("Badri is the remake of Thammudu.") is None
