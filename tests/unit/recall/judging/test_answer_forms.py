"""Is there anything of the form that an answer has, of whom or what it is asked of?"""

from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.answer_forms import lacks_answer
from quaidpy.recall.judging.person_evidence import unchanged
from tests.unit.recall.asking import Asking, said


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    return Asking(tmp_path)


def lacks(asking: Asking, question: str, *candidates: Candidate) -> bool:
    return lacks_answer(asking(question), candidates, lambda word: "child" if word == "kid" else word)


@pytest.mark.parametrize(
    ("question", "told_so", "not_told"),
    [
        ("what colour is Ben's canoe", "ben's canoe is dark green", "ben's canoe needs paint"),
        ("how tall is Ben", "ben measures 1.93 now", "ben sold the 3 oars"),
        ("which blood type does Ben have", "ben is AB negative", "they test Ben's blood on Monday at 8"),
        ("How old is Zoran?", "zoran is 40 now", "zoran fixed that old bike in 3 weeks"),
        ("what does Ben work at?", "ben works at the foundry", "ben works tuesdays"),
        ("how much does Ben earn", "ben earns 2,400 a month", "ben owes me 20 for the ticket"),
        ("which school does Mike go to", "mike is at the school on Elm Row", "mike took the exam"),
        (
            "what does Ben do for a living?",
            "ben is a welder",
            "ben books the table, the Fisherman's, for six",
        ),
        ("What is the price of the cello?", "the cello is 900", "I tuned the cello on 4 May"),
        ("how much did we pay for the cello", "900 for the cello", "the cello is on port 9000"),
    ],
)
def test_what_has_a_form_is_told_by_something_of_that_form(
    asking: Asking, question: str, told_so: str, not_told: str
) -> None:
    assert not lacks(asking, question, said(0, "Ana", told_so))
    assert lacks(asking, question, said(0, "Ana", not_told))


def test_when_somebody_returns_to_work_is_no_trade(asking: Asking) -> None:
    assert not lacks(asking, "when does Ben return to work", said(0, "Ana", "Ben is back on 4 May"))


def test_where_a_birthday_was_is_no_day_of_a_birth(asking: Asking) -> None:
    assert not lacks(
        asking, "where did we have Ben's birthday?", said(0, "Ana", "Ben's party was in the mill")
    )


def test_an_address_may_be_called_one(asking: Asking) -> None:
    assert not lacks(
        asking, "Ben's postal address", said(0, "Ana", "Ben's address is 3 Fernhill, Bishopstown")
    )


def test_a_value_may_stand_a_sentence_further_in_one_breath(asking: Asking) -> None:
    others = [said(place, "Ben", "the gate is open") for place in range(2, 14, 2)]
    assert not lacks(
        asking, "what did the ferry cost?", *others, said(20, "Ana", "Took the ferry. 62 for two.")
    )
    far = (
        "Took the ferry. "
        + "The sea was calm and nobody spoke for an hour. " * 4
        + "The hoist was 340 euros."
    )
    assert lacks(asking, "what did the ferry cost?", *others, said(20, "Ana", far))


@pytest.mark.parametrize(
    "question", ["how old are my kids", "where is the cello and what did it cost", "How much do I pay?"]
)
def test_what_is_told_by_names_of_two_things_or_of_nothing_is_left_alone(
    asking: Asking, question: str
) -> None:
    assert not lacks(asking, question, said(0, "Ana", "Nothing of the kind."))


@pytest.mark.parametrize(
    ("question", "told_of_them", "told_of_nothing"),
    [
        (
            "What's Mike's mobile number?",
            "Mike is on 0471 55 01 22 now",
            "Mike gets 250 a day, the number stays",
        ),
        ("Ben's phone number?", "call Ben: +44 7700 900123", "Ben rang from the phone at 4"),
        ("what's mike's shoe size", "Mike wears 43 in shoes", "Mike paid 60"),
        ("When is Ben's birthday?", "Ben turns 50 on 4 May", "Ben comes on 4 May"),
        ("What does Mike do for a living?", "Mike is a joiner in Ghent", "Mike broke the lamp"),
        ("in what town was Mike born?", "Mike grew up in Ghent", "Mike goes to Ghent on Friday"),
        ("Telephone of Zorp Quil?", "Zorp: 0471 55 01 22", "the plumber's is 0471 55 01 22. Zorp paid"),
        ("What is Mike's home address now?", "I have your address at last: 4 Mill Road", "Mike lost the map"),
    ],
)
def test_the_value_asked_for_must_stand_near_the_person(
    asking: Asking, question: str, told_of_them: str, told_of_nothing: str
) -> None:
    assert not lacks(asking, question, said(0, "Ana", told_of_them))
    assert lacks(asking, question, said(0, "Ana", told_of_nothing))


def test_a_value_of_somebody_else_is_none_and_a_reply_to_who_asks_is_one(asking: Asking) -> None:
    asked = "What's Mike's shoe size?"
    assert lacks(asking, asked, said(0, "Ana", "Sizes: Ben 41, shoes of course."))
    assert not lacks(asking, asked, said(4, "Ana", "Which shoes does Mike need?"), said(5, "Ben", "Size 44"))


@pytest.mark.parametrize(
    ("question", "told_so", "not_told"),
    [
        (
            "what's the name of Ben's wife?",
            "Ben's wife is Xenia, she rows",
            "Ben rang his wife from the weir",
        ),
        (
            "What is Mike's sister's name?",
            "mike's sister is called pip",
            "mike's sister has a hut by the weir",
        ),
        ("name of Ana's hens", "My hens: Olga and Bette.", "I have two hens, one is lame"),
        (
            "what is the baby of Ana called",
            "She was born at six, little Olga, 3 kilos",
            "the baby sleeps all day",
        ),
        ("when was Ana's baby born", "Girl, on 4 May, both well. Ana sends love", "Ana has a baby now"),
        ("what's the registration number of the van", "the van is KX21 FGH-2", "the van is from 2016"),
    ],
)
def test_what_is_called_born_or_numbered_is_told_with_a_name_a_day_or_a_number(
    asking: Asking, question: str, told_so: str, not_told: str
) -> None:
    assert not lacks(asking, question, said(0, "Ana", told_so))
    assert lacks(asking, question, said(0, "Ana", not_told))


@pytest.mark.parametrize(
    ("question", "told_so", "not_told"),
    [
        ("What is Petra's surname?", "Petra Stone mends the looms", "Call Petra about the looms"),
        ("what is Lurdes' surname", "Lurdes Pinto has the key", "Lurdes plumber (mondays)"),
        ("whats ilja's last name", "ilja nemecek has the key", "ilja is at the mill on tuesday"),
        ("What is Dr Nemecek's first name?", "Ilja Nemecek set the bone", "Ask Dr Nemecek on Friday"),
        ("what is mr nemecek's first name", "mr nemecek is called ilja", "mr nemecek wants to call it off"),
    ],
)
def test_the_rest_of_a_name_stands_beside_it(
    asking: Asking, question: str, told_so: str, not_told: str
) -> None:
    assert not lacks(asking, question, said(0, "Ana", told_so))
    assert lacks(asking, question, said(0, "Ana", not_told))


def test_who_is_known_in_full_has_a_surname_whatever_the_best_texts_tell(asking: Asking) -> None:
    plan = asking("What is Mike's surname?")
    in_full = replace(plan, entities=tuple(replace(each, aliases=("Mike Stone",)) for each in plan.entities))
    best = [said(0, "Ana", "mike is at the mill")]
    assert lacks_answer(plan, best, unchanged)
    assert not lacks_answer(in_full, best, unchanged)


def test_who_asks_for_the_name_of_their_own_has_one(asking: Asking) -> None:
    assert not lacks(asking, "name of my niece", said(0, "Ana", "the baby is here, she is called otka"))
