"""Is anything of what a question asks told of the person whom it names?"""

from pathlib import Path

import pytest

from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.person_evidence import PersonEvidence, evidence_of_people_named
from tests.unit.recall.asking import Asking, said

SAME = {"kids": "child", "children": "child"}


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


def told(asking: Asking, question: str, *candidates: Candidate) -> PersonEvidence:
    plan = asking(question)
    weights = dict.fromkeys(
        ("cello", "teach", "children", "kid", "old", "lesson", "pric", "cost", "day"), 1.0
    )
    return evidence_of_people_named(plan, candidates, weights, lambda word: SAME.get(word, word))


def test_what_is_asked_of_somebody_must_be_said_by_or_of_them(asking: Asking) -> None:
    of_mike = said(0, "Ana", "Mike is coming on Sunday.")
    of_ben = said(5, "Ben", "I teach the cello.")
    assert told(asking, "Does Mike teach the cello?", of_mike, of_ben) == PersonEvidence(
        of_them=0.0, of_any=1.0
    )
    assert told(asking, "Does Ben teach the cello?", of_mike, of_ben) == PersonEvidence(
        of_them=1.0, of_any=1.0
    )


def test_the_turn_beside_the_one_that_names_them_is_of_them_too(asking: Asking) -> None:
    named, then = said(4, "Ana", "Mike called."), said(5, "Ana", "He has a cello to sell.")
    assert told(asking, "What about the cello of Mike?", named, then).of_them == 1.0


def test_other_words_for_the_same_count(asking: Asking) -> None:
    assert told(asking, "How many children has Ben?", said(0, "Ana", "Ben has two kids.")).of_them > 0


@pytest.mark.parametrize(
    "question",
    [
        "Who is Mike?",
        "Who is Mike's sister?",
        "Who replaced Mike?",
        "who takes over the lesson from Mike",
        "Write Mike a note about the lesson.",
    ],
)
def test_who_somebody_is_things_relatives_and_errands_are_left_alone(asking: Asking, question: str) -> None:
    assert told(asking, question, said(0, "Ana", "Nothing of the kind.")) == PersonEvidence()


def test_a_name_that_nobody_knows_as_a_person_is_a_name_still(asking: Asking) -> None:
    assert told(asking, "How old is Zoran?", said(0, "Ana", "zoran turned 40 on sunday")).of_them == 1.0
    assert told(asking, "How old is Zoran?", said(0, "Ana", "zoran fixed the bike")).of_them == 0.0


def test_a_day_answers_which_day_and_a_figure_what_it_costs(asking: Asking) -> None:
    on_days = said(0, "Ana", "Mike has time on saturdays.")
    assert told(asking, "Which day can Mike come?", on_days).of_them == 1.0
    assert told(asking, "Which day can Mike come?", said(0, "Ana", "Mike has time.")).of_them == 0.0
    assert (
        told(asking, "What does Ben's lesson cost?", said(0, "Ana", "Ben takes 40 for a lesson.")).of_them > 0
    )


@pytest.mark.parametrize(
    "question", ["did katarzyna take the lesson", "katarzyna's lesson?", "Katarzyna's lesson"]
)
def test_a_given_name_is_one_without_its_capital_and_with_the_ending_of_who_has(
    asking: Asking, question: str
) -> None:
    assert told(asking, question, said(0, "Ana", "katarzyna rang, she has a cold")).of_them == 0.0
    assert told(asking, question, said(0, "Ana", "katarzyna had her first lesson")).of_them == 1.0


@pytest.mark.parametrize(
    "question",
    [
        "Why did the lesson in Norway end?",  # a place
        "Why is Photoshop so old?",  # a thing
        "Why did I stop the lesson with Ben?",  # the asker's own life
        "What should we cook when Ben has his cello lesson?",  # advice
        "a cello lesson for Ben, not too old-fashioned",  # a wish
    ],
)
def test_places_things_and_what_the_asker_lives_or_wishes_are_not_held_to_what_was_said_of_somebody(
    asking: Asking, question: str
) -> None:
    assert told(asking, question, said(0, "Ana", "Ben, Norway, Photoshop: no news.")) == PersonEvidence()


@pytest.mark.parametrize(("text", "share"), [("Ben's son is three", 1.0), ("Ben is strict", 0.0)])
def test_whether_somebody_has_children_is_told_by_a_son(asking: Asking, text: str, share: float) -> None:
    assert told(asking, "Does Ben have children?", said(0, "Ana", text)).of_them == share


def test_who_has_something_is_somebody_though_no_list_has_the_name(asking: Asking) -> None:
    assert told(asking, "How old is Xolbert's cello?", said(0, "Ana", "xolbert is off")).of_them == 0.0


@pytest.mark.parametrize(
    ("speaker", "of_them"), [("NoraBlum", 1.0), ("nora_blum", 1.0), ("BrunoBlau", 0.0), ("Honoratka", 0.0)]
)
def test_who_writes_their_name_in_one_is_called_by_its_parts(
    asking: Asking, speaker: str, of_them: float
) -> None:
    asked = told(asking, "Which cello does Nora Blum play?", said(0, speaker, "My cello is from Cremona."))
    assert asked.of_them == of_them


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("What lesson did Mike take?", "Mike did a workshop in Gent.", 1.0),
        ("What lesson did Mike take?", "Mike took the late train.", 0.0),
    ],
)
def test_what_is_asked_in_general_may_be_told_in_particular(
    asking: Asking, question: str, text: str, share: float
) -> None:
    assert told(asking, question, said(0, "Ana", text)).of_them == share


def test_a_price_that_is_told_of_them_answers_what_something_of_theirs_costs(asking: Asking) -> None:
    told_of_price = told(asking, "How much is Ben's cello lesson?", said(0, "Ana", "Ben asks £18 an hour"))
    assert told_of_price == PersonEvidence()
    assert told(asking, "How much is Ben's cello lesson?", said(0, "Ana", "Ben came by")).of_them == 0.0


def test_a_letter_that_does_something_is_whose_name_begins_so(asking: Asking) -> None:
    assert (
        told(asking, "Does Mike teach the cello?", said(0, "Ana", "M said could teach cello")).of_them == 1.0
    )
    assert (
        told(asking, "Does Mike teach the cello?", said(0, "Ana", "the 5 M of cello, teach")).of_them == 0.0
    )


def test_a_day_in_december_is_of_christmas(asking: Asking) -> None:
    told_of = evidence_of_people_named(
        asking("Who has Mike over Christmas?"),
        [said(0, "Ana", "27 Dec to 9 Jan Mike stays with Ben.")],
        {"christma": 1.0},
        lambda word: word,
    )
    assert told_of.of_them == 1.0


@pytest.mark.parametrize(
    "question", ["What does Mike really do for a living?", "What does Mum find odd at the cello?"]
)
def test_words_that_hardly_ask_and_ones_own_kin_need_not_be_told(asking: Asking, question: str) -> None:
    assert (
        told(asking, question, said(0, "Ana", "Mike is coming."), said(5, "Ben", "A cello."))
        == PersonEvidence()
    )
