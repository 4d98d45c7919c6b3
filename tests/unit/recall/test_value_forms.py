"""Of which form is the value that a question asks for?"""

import pytest

from quaidpy.recall.understanding.value_forms import form_of_value


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("what's the plumber's phone number?", "ring him on 0191 555 0123", "the plumber comes at 9"),
        ("which number for the plumber?", "ring him on 0191 555 0123", "2026-04-20 10:00 the plumber came"),
        ("which number for the plumber?", "ring him on 0191 555 0123", "the plumber came on 20.04.2026"),
        ("at what time does the pool open", "it opens at half past six", "the pool is on Mill Lane"),
        ("when do the gates close?", "gates are locked from 9:45", "the gates are green"),
        ("what did the new tyres cost us", "we paid £312 for all four", "new tyres are on, finally"),
        ("how much is the deposit", "they want 450 euros up front", "the deposit comes back in May"),
        ("how long is the crossing?", "twelve hours with the old ferry", "the crossing was rough"),
        ("which version do we deploy", "everything is on 3.12 since spring", "we deploy from a branch"),
        ("when is the exam?", "moved to the 14th", "the exam is hard"),
        ("which year was the hall built?", "they built it in 1931", "the hall is let on the 4th"),
        (
            "code for the plot gate??",
            "code changes again, 6650 as of tonight",
            "the gate is stuck, 40 people came",
        ),
        ("which weekdays is the nurse in", "mon + thu from october", "the nurse is new"),
        ("which evening do they play", "thursdays, in the back room", "they play well"),
    ],
)
def test_a_text_that_has_such_a_value_is_told_from_one_that_has_none(
    question: str, told: str, other: str
) -> None:
    form = form_of_value(question)
    assert form is not None
    assert form.search(told)
    assert not form.search(other)


@pytest.mark.parametrize(
    "question", ["why did we leave the old flat?", "who is Tilda", "write a note to Omar"]
)
def test_a_question_that_asks_for_no_such_value_has_no_form(question: str) -> None:
    assert form_of_value(question) is None
