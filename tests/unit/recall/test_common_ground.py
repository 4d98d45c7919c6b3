"""Which prompts speak of what only this life holds, and which could be asked of an encyclopaedia?"""

import pytest

from quaidpy.recall.understanding.common_ground import (
    asks_what_anybody_knows,
    brings_its_numbers,
    presupposes_what_is_known,
)
from quaidpy.recall.understanding.prompt_intent import speaks_of_own_life


@pytest.mark.parametrize(
    "prompt",
    [
        "who's bringing the gazebo",
        "what did granny's specialist say",
        "how many guests fit in the annexe?",
        "write to the plumber about Tuesday",
        "when is dad's hearing test",
        "where do we keep the spare keys?",
        "rename the invoices table",
    ],
)
def test_what_is_named_as_known_to_both_sides_is_of_this_life(prompt: str) -> None:
    assert presupposes_what_is_known(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "what's the melting point of tin?",
        "how far is the nearest star",
        "Who wrote the Aeneid?",
        "explain the ideal gas law",
        "translate 'the trains are late' into Welsh",
        "what is the difference between a crow and a rook",
        "A regular expression for a postcode, only the expression",
        "tell me a story about a mum and a dragon, the best you have",
        "why is the sky blue",
    ],
)
def test_what_anybody_could_look_up_is_not(prompt: str) -> None:
    assert not presupposes_what_is_known(prompt)


def test_a_text_brought_along_to_be_worked_on_does_not_speak_of_the_askers_life() -> None:
    brought = "correct the spelling: we went to my cousins farm and the dog eat our sandwiches"

    assert not speaks_of_own_life(brought)
    assert not presupposes_what_is_known(brought)
    assert speaks_of_own_life("correct the spelling in our newsletter: teh hall is open")


@pytest.mark.parametrize(
    "prompt",
    [
        "how do i descale a kettle",
        "How can you tell a rook from a crow?",
        "define entropy",
        "convert 3 stone to kilos",
        "name three rivers of Wales",
        "how many people fit in a lifeboat",
    ],
)
def test_skill_and_general_knowledge_are_anybodys(prompt: str) -> None:
    assert asks_what_anybody_knows(prompt)


@pytest.mark.parametrize(
    ("prompt", "is_of_nobody"),
    [
        ("Write a limerick about curling", True),
        ("tell me a short joke about penguins", True),
        ("Write a poem about our kiln", False),
        ("write a poem about Ottilie", False),
        ("Write a card about the regatta", False),
    ],
)
def test_a_rhyme_on_what_everybody_knows_needs_no_memory(prompt: str, is_of_nobody: bool) -> None:
    assert asks_what_anybody_knows(prompt) is is_of_nobody


@pytest.mark.parametrize(
    "prompt", ["how do we pay the choir master", "how does she take her tea", "which kettle did we buy"]
)
def test_how_somebody_in_particular_does_it_is_not(prompt: str) -> None:
    assert not asks_what_anybody_knows(prompt)


@pytest.mark.parametrize(
    ("prompt", "is_reckoned"),
    [
        ("convert 30 square feet to square metres", True),
        ("what is 26 miles in km", True),
        ("what's 15% of 80", True),
        ("please calculate 12 * 3.5", True),
        ("48 times 12", True),
        ("what's 7 x 13?", True),
        ("six rooms, 4 nights, 88 each, what is 20 percent of that", True),
        ("250 g butter in cups", True),
        ("7 x 13 tiles for the bath", False),
        ("convert my weight to stone", False),
        ("convert the 30 feet of the jib to metres", False),
        ("what is 12 Mill Lane", False),
    ],
)
def test_what_is_only_to_be_reckoned_needs_no_memory(prompt: str, is_reckoned: bool) -> None:
    assert brings_its_numbers(prompt) is is_reckoned


@pytest.mark.parametrize(
    "prompt",
    [
        "how do you get the smell out of old boots",
        "how can I get the lid off a jar",
        "haiku about a kiln",
        "welsh for good morning",
        "how do you say “we have a dog” in Welsh",
        "regex that matches a postcode",
        "bash one-liner: rename all files to lower case",
        "why does ice float on water",
    ],
)
def test_what_is_asked_of_any_thing_is_no_matter_of_this_life(prompt: str) -> None:
    assert asks_what_anybody_knows(prompt)
    assert not presupposes_what_is_known(prompt)


def test_how_to_with_the_one_thing_is() -> None:
    assert presupposes_what_is_known("how do you get the smell out of the shed")
