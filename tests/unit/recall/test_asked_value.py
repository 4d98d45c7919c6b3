"""Of which form is the answer, and whose?"""

import pytest

from quaidpy.recall.understanding.asked_value import form_of_answer, names_its_value, owners_in


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


@pytest.mark.parametrize(
    ("question", "told", "is_size"),
    [
        ("what size boots does olu take", "olu takes a 43", True),
        ("what's olu's shirt size", "olu's shirts: large", True),
        ("what size boots does olu take", "olu wears headphones, it is 20 past nine", False),
    ],
)
def test_a_size_is_told_of_what_is_worn(question: str, told: str, *, is_size: bool) -> None:
    form = form_of_answer(question)
    assert form is not None
    assert (form.search(told) is not None) == is_size


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        (
            "on which street is mirek's forge",
            "mirek's forge is at 4 Tollbooth Lane",
            "mirek has a forge in Ledbury",
        ),
        ("olu's street in Jena?", "olu is in the Lutherstraße, number 12", "olu moved to Jena in May"),
        (
            "What is Tove's e-mail address?",
            "write to tove@harbour.example",
            "tove sent an e-mail about the harbour",
        ),
    ],
)
def test_an_address_is_told_of_a_street_or_a_mailbox(question: str, told: str, other: str) -> None:
    form = form_of_answer(question)
    assert form is not None
    assert (form.search(told) is not None, form.search(other)) == (True, None)


def test_the_size_of_what_nobody_wears_is_any_figure() -> None:
    assert form_of_answer("what size was olu's kitchen") is None


@pytest.mark.parametrize(
    "question",
    [
        "what's my library card number",
        "ok what is the alarm code?",
        "whats our pension rate",
        "what was granny's first name",
        "What is Tove's e-mail address?",
    ],
)
def test_a_value_may_be_asked_for_by_its_name(question: str) -> None:
    assert names_its_value(question)


@pytest.mark.parametrize(
    "question",
    [
        "what is the plan for easter",
        "what's our latest on the roof",
        "what is tove allergic to",
        "what was the mistake with the dye",
        "what do we pay for the hall",
        "what are my rules for letters",
        "where is the alarm code",
        "what is my dinghy called",
        "what's the name of the man I sail with",
    ],
)
def test_what_stands_for_something_said_in_other_words_is_no_such_value(question: str) -> None:
    assert not names_its_value(question)


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        (
            "what's the wifi password at the dairy",
            "The WiFi there is barley77.",
            "The dairy is on Quay Lane.",
        ),
        ("wifi password of the workshop", "Router in the hall, key under it.", "The workshop has two keys."),
        (
            "what is the password for the parish page?",
            "Parish page: login with harbour-9.",
            "The parish has a page.",
        ),
        ("what was Oda's maiden name", "Oda Berg, née Lind.", "Oda Berg has two brothers."),
        ("what was Runa's date of birth", "Runa is here, 9 May, 3 kilos", "Runa has a pram, 9 May"),
        ("what does Oda earn an hour", "Oda: new contract, 14.20/hour", "Oda: new contract, 14 pages"),
    ],
)
def test_what_has_a_form_is_told_in_it(question: str, told: str, other: str) -> None:
    form = form_of_answer(question)
    assert form is not None
    assert form.search(told)
    assert not form.search(other)


@pytest.mark.parametrize(
    "question", ["when was Oda's birthday party held?", "did she like the birthday cake?"]
)
def test_a_birthday_party_is_no_date_of_birth(question: str) -> None:
    assert form_of_answer(question) is None
