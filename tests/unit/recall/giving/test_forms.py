"""In which words is a result given?"""

from datetime import UTC, datetime

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.recall.traces import Form
from quaidpy.recall.giving.forms import ExpectedAnswer, line_of
from tests.samples import memory, turn

MOVED = turn(3, "We moved to Faro last Friday, the cat hates it.")


def test_a_turn_of_ordinary_length_is_quoted_whole() -> None:
    line = line_of(memory("m_1", "Ana moved to Faro"), (), MOVED, (), ExpectedAnswer())
    assert (line.form, line.text) == (Form.QUOTE, MOVED.text)


def test_a_statement_stands_where_no_turn_of_it_may_be_seen() -> None:
    line = line_of(memory("m_1", "Ana moved to Faro"), (), None, (), ExpectedAnswer())
    assert (line.form, line.text) == (Form.STATEMENT, "Ana moved to Faro")


def test_what_a_person_has_corrected_stands_for_its_turn() -> None:
    line = line_of(memory("m_1", "Ana moved to Tavira", verified=True), (), MOVED, (), ExpectedAnswer())
    assert (line.form, line.text) == (Form.STATEMENT, "Ana moved to Tavira")


def test_a_day_that_only_the_statement_names_stands_behind_the_quote() -> None:
    line = line_of(memory("m_1", "Ana moved to Faro on 28 February 2025"), (), MOVED, (), ExpectedAnswer())
    assert line.dates == ("28 February 2025",)
    said = turn(3, "We moved to Faro on 28 February 2025.")
    assert (
        line_of(memory("m_1", "Ana moved to Faro on 28 February 2025"), (), said, (), ExpectedAnswer()).dates
        == ()
    )


def test_of_a_long_turn_the_passage_is_given_that_speaks_to_the_question() -> None:
    filler = "You may also want to think about the colour of the walls in the hall. " * 15
    long = turn(4, f"{filler}The boiler is serviced every March by Quill and Sons. {filler}")
    line = line_of(None, (), long, (), ExpectedAnswer(weights={"boiler": 1.0, "servic": 1.0}))
    assert line.form is Form.PASSAGE
    assert "Quill and Sons" in line.text
    assert len(line.text) < len(long.text) / 2
    assert line.text.startswith("… ")
    assert line.text.endswith(" …")


def test_a_long_turn_of_a_lesser_result_is_quoted_more_briefly_around_the_same_words() -> None:
    filler = "The second coat should dry overnight before anybody walks on it. " * 20
    long = turn(4, f"{filler}The varnish for the deck came from Olsen in Bergen. {filler}")
    asked = {"varnish": 1.0, "deck": 1.0}
    at_length = line_of(None, (), long, (), ExpectedAnswer(weights=asked))
    briefly = line_of(None, (), long, (), ExpectedAnswer(weights=asked, most_tokens=60))
    assert "Olsen in Bergen" in briefly.text
    assert count_tokens(briefly.text) <= 65 < count_tokens(at_length.text)


def test_a_short_answer_carries_its_question_and_a_telling_one_does_not() -> None:
    question = turn(1, "Lovely evening. Which size do you take?", speaker="Ben")
    short = line_of(None, (), turn(2, "Forty-two, wide."), (question,), ExpectedAnswer())
    assert short.asked == (question, "Lovely evening. Which size do you take?")
    long = turn(2, "I take size forty-two in hiking boots but forty-three for climbing shoes.")
    assert line_of(None, (), long, (question,), ExpectedAnswer()).asked is None


def test_a_question_carries_the_answer_to_it() -> None:
    answer = turn(3, "At the harbour, by the old crane.", speaker="Ben", at=datetime(2025, 3, 1, tzinfo=UTC))
    line = line_of(None, (), turn(2, "Where shall we meet on Sunday?"), (answer,), ExpectedAnswer())
    assert line.answered == (answer, answer.text)


def test_a_turn_that_tells_and_then_asks_after_somebody_is_given_without_the_answer() -> None:
    answer = turn(3, "Not bad, the garden keeps me busy.", speaker="Ben")
    asked = ExpectedAnswer(weights={"piano": 1.0, "garden": 1.0})
    telling = turn(2, "We sold the piano to the school. And how is your week?")
    assert line_of(None, (), telling, (answer,), asked).answered is None
    asking = turn(2, "We were away. Did the piano arrive, and the garden bench?")
    assert line_of(None, (), asking, (answer,), asked).answered is not None
