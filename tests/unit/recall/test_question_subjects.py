"""Of the people whom a question names, whose saying or doing does it ask about?"""

import pytest

from quaidpy.recall.understanding.question_subjects import asks_for_somebody_else, question_subjects
from tests.samples import entity

PEOPLE = (entity("e_ana", "Ana", aliases=("Anita",)), entity("e_ben", "Ben"), entity("e_li", "Li Hua"))


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("What did Ben suggest to Ana?", {"ben"}),
        ("Did Ben ask Ana to come?", {"ben"}),
        ("What did Ben see with Ana?", {"ben"}),
        ("What did Ben and Ana see?", {"ben", "ana", "anita"}),
        ("Who went to Paris with Ben and Ana?", set()),
        ("What did Ben give to Ana's mother?", {"ben", "ana", "anita"}),
        ("According to Anita, who came?", {"ana", "anita"}),
        ("Ana plays what?", {"ana", "anita"}),
        ("What did Li Hua tell Ben?", {"li hua"}),
        ("What has been painted by Ben?", {"ben"}),
        ("What happened?", set()),
        ("What are the changes Ana has faced?", {"ana", "anita"}),
        ("When did Li Hua, Ben and Ana play?", {"li hua", "ben", "ana", "anita"}),
        ("Who played with Li Hua, Ben and Ana?", set()),
        ("Wann hat Ana mit Ben gesprochen?", {"ana", "anita", "ben"}),
    ],
)
def test_whose_doing_is_asked_about(question: str, who: set[str]) -> None:
    assert question_subjects(question, PEOPLE, {}) == who


def test_who_is_called_in_short_does_it_too() -> None:
    ana = entity("e_ana", "Anastasia")
    assert question_subjects("What did Ana see?", [ana], {"Ana": ana}) == {"anastasia"}


def test_the_order_of_people_does_not_matter() -> None:
    question = "What did Ben and Ana tell Li Hua?"
    assert question_subjects(question, PEOPLE, {}) == question_subjects(question, PEOPLE[::-1], {})


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("who takes over from Ana in May", True),
        ("Which person will stand in for Ben?", True),
        ("Who is Ana's dentist?", False),
        ("Who is Ana?", False),
        ("What did Ana paint?", False),
    ],
)
def test_who_does_it_with_somebody_may_be_told_by_whoever_does(question: str, is_asked: bool) -> None:
    assert asks_for_somebody_else(question) is is_asked
