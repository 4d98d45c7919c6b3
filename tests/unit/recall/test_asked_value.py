"""Of which form is the answer, and whose?"""

import pytest

from quaidpy.recall.understanding.asked_value import form_of_answer, owners_in


@pytest.mark.parametrize(
    ("question", "owner"),
    [
        ("what's mirek's birthday", "mirek"),
        ("tell me olu’s shoe size", "olu"),
        ("which shoe size does tove have", "tove"),
    ],
)
def test_whose_it_is_stands_before_it(question: str, owner: str) -> None:
    assert owners_in(question) == {owner}


@pytest.mark.parametrize(
    "question", ["what's the phone number", "who's my dentist", "let's see which size it is"]
)
def test_pronouns_and_contractions_own_nothing(question: str) -> None:
    assert owners_in(question) == frozenset()


def test_what_somebody_does_for_work_is_a_trade() -> None:
    form = form_of_answer("what does her aunt do for work")
    assert form is not None
    assert form.search("she is a roofer")
