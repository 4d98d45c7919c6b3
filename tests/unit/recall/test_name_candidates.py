"""Which capital words of a prompt may be names, and which only begin a sentence?"""

import pytest

from quaidpy.recall.understanding.name_candidates import (
    names_asked_about,
    names_of_somebody,
    words_of_names,
)


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("Wibble rings at nine. Compose a reply for Zorp.", ["Zorp"]),
        ("It is cold! Suggest what to say to Zorp", ["Zorp"]),
        ("What does Zorp eat?", ["Zorp"]),
    ],
)
def test_a_word_that_only_begins_a_sentence_is_no_name(prompt: str, names: list[str]) -> None:
    assert [name for name in names_asked_about(prompt) if name != "Wibble"] == names


def test_a_given_name_is_one_where_it_begins_a_sentence_too() -> None:
    assert "ottilie" in words_of_names("The boat is sold. Ottilie knows the price.")
    assert "quenby" in words_of_names("I must ask Dr. Quenby about it")
    assert "compose" not in words_of_names("The boat is sold. Compose the letter.")


def test_a_contraction_without_its_apostrophe_is_nobody() -> None:
    assert names_of_somebody("theres two mr quenbys, heres the list") == frozenset()


def test_what_has_an_article_and_no_capital_is_a_thing() -> None:
    assert names_of_somebody("when was the gloria evening") == frozenset()
    assert names_of_somebody("when did gloria sing") == {"gloria"}
    assert names_of_somebody("the gloria evening, was gloria there") == {"gloria"}
    assert names_of_somebody("when was the Gloria evening") == {"gloria"}


def test_who_does_something_without_an_article_is_somebody_though_written_small() -> None:
    assert names_of_somebody("does orsolka have a boat") == {"orsolka"}
    assert names_of_somebody("does bread freeze, and does the kiln work") == frozenset()
