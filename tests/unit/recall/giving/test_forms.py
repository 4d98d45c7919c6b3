"""In which words is a result given?"""

from datetime import UTC, datetime

import pytest

from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Evidence
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


def _dates(
    statement: str, said: Turn, *, words: tuple[int, int] | None = None, **wanted: object
) -> tuple[str, ...]:
    start, end = words or (0, len(said.text))
    told = memory("m_1", statement, evidence=(Evidence(said.id, start, end),))
    return line_of(told, (), said, (), ExpectedAnswer(**wanted)).dates


def test_a_day_that_only_the_statement_names_stands_behind_the_quote() -> None:
    statement = "Ana moved to Faro on 28 February 2025"
    assert _dates(statement, MOVED) == ("28 February 2025",)
    assert _dates(statement, turn(3, "We moved to Faro on 28 February 2025.")) == ()


@pytest.mark.parametrize("day", ["28 february", "Feb 28th", "the 28th of Feb."])
def test_of_a_day_that_the_words_name_the_year_is_told_where_it_is_another(day: str) -> None:
    said = turn(3, f"The ferry leaves on {day}, not before.")
    assert said.at is not None
    this, next_ = said.at.year, said.at.year + 1
    assert _dates(f"The ferry leaves on 28 February {this}", said) == ()
    assert _dates(f"The ferry leaves on 28 February {next_}", said) == (f"28 February {next_}",)


def test_days_of_words_that_are_not_shown_are_not_told() -> None:
    filler = "You may also want to think about the colour of the walls in the hall. " * 15
    said = turn(4, f"We moved last Friday. {filler}The boiler is serviced by Quill and Sons. {filler}")
    words = (0, len("We moved last Friday."))
    asked = {"boiler": 1.0, "servic": 1.0}
    assert _dates("Ana moved on 28 February 2025", said, words=words, weights=asked) == ()


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


def test_the_day_on_which_it_was_said_is_told_once() -> None:
    said = turn(3, "My sister moved to Porto last week.")
    assert said.at is not None
    assert _dates(f"Ana's sister moved to Porto in the week before {spoken_date(said.at)}", said) == ()
