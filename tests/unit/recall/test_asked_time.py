"""Which time does a question speak of?"""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.recall.understanding.asked_time import Order, Window, asked_moment, asked_time

NOW = datetime(2026, 7, 15, 10, tzinfo=UTC)  # a Wednesday


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("What did she say on 2026-05-08?", "2026-05-08", "2026-05-09"),
        ("What was planned on 20260308?", "2026-03-08", "2026-03-09"),
        ("Whom did Ana meet on 3 May 2023?", "2023-05-03", "2023-05-04"),
        ("Whom did Ana meet on May 3rd, 2023?", "2023-05-03", "2023-05-04"),
        ("What happened in May 2023?", "2023-05-01", "2023-06-01"),
        ("What did we do last March?", "2026-03-01", "2026-04-01"),
        ("What did we do last December?", "2025-12-01", "2026-01-01"),
        ("Where were we last summer?", "2025-06-01", "2025-09-01"),
        ("Where were we in the winter of 2024?", "2024-12-01", "2025-03-01"),
        ("What did I buy last week?", "2026-07-06", "2026-07-13"),
        ("What did I buy last month?", "2026-06-01", "2026-07-01"),
        ("What did I buy yesterday?", "2026-07-14", "2026-07-15"),
        ("What did we cook last Friday?", "2026-07-10", "2026-07-11"),
        ("What did I buy the day before yesterday?", "2026-07-13", "2026-07-14"),
        ("What did we do at the weekend?", "2026-07-11", "2026-07-13"),
        ("What did I buy this morning?", "2026-07-15", "2026-07-16"),
        ("What have I bought since Monday?", "2026-07-13", "2026-07-16"),
        ("What have I bought in the last three days?", "2026-07-12", "2026-07-16"),
        ("What has he read over the past 2 weeks?", "2026-07-01", "2026-07-16"),
        ("What did I read two weeks ago?", "2026-06-28", "2026-07-05"),
        ("Where did he work in 2021?", "2021-01-01", "2022-01-01"),
        ("Where was he between March and June 2024?", "2024-03-01", "2024-07-01"),
        ("Where was he from 2019 to 2021?", "2019-01-01", "2022-01-01"),
    ],
)
def test_a_window_in_words_is_one_in_time(question: str, start: str, end: str) -> None:
    assert asked_time(question, now=NOW).windows == (Window(day(start), day(end)),)


def test_a_month_without_a_year_is_that_month_of_any_year() -> None:
    (window,) = asked_time("When did Mel go camping in June?", now=NOW).windows
    assert window.distance_days(day("2023-06-10")) == 0
    assert window.distance_days(day("2021-07-03")) == pytest.approx(2)
    assert window.distance_days(day("2021-05-30")) == pytest.approx(-2)


def test_the_turn_of_the_year_lies_within_winter_of_any_year() -> None:
    (window,) = asked_time("What did we do in the winter?", now=NOW).windows
    assert window.distance_days(day("2024-01-20")) == 0


@pytest.mark.parametrize(
    "question",
    [
        "What may help against a cold?",
        "Did the vase fall off the shelf?",
        "Will Ana march with us?",
        "What is 20 percent of 300?",
    ],
)
def test_what_is_no_time_is_not_taken_for_one(question: str) -> None:
    assert not asked_time(question, now=NOW).is_asked


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("When was the first time we met?", Order.FIRST),
        ("What did Ana read most recently?", Order.LAST),
        ("Where does she live these days?", Order.NOW),
    ],
)
def test_first_last_and_now_are_orders(question: str, order: Order) -> None:
    assert asked_time(question, now=NOW).order is order


def test_another_event_orders_a_question_but_a_comparison_does_not() -> None:
    asked = asked_time("Where did Ana live before she moved to Lisbon?", now=NOW)
    assert (asked.event, asked.follows) == ("she moved to Lisbon", False)
    assert asked_time("What did he do after the race?", now=NOW).follows
    assert asked_time("Did Ana call before Ben wrote?", now=NOW).event == ""


@pytest.mark.parametrize(
    ("question", "then"),
    [
        ("As of 2026-03-08, who led the team?", "2026-03-09"),
        ("What was the rent as of last month?", "2026-07-01"),
        ("Where did we stand as of 8 March?", "2026-03-09"),
        ("Who was ill as of December 2025?", "2026-01-01"),
    ],
)
def test_as_of_a_past_time_asks_for_what_was_known_at_its_end(question: str, then: str) -> None:
    assert asked_moment(question, now=NOW) == day(then)


@pytest.mark.parametrize(
    "question",
    [
        "As of now, what do I owe?",
        "What is due as of 1 December 2026?",
        "What did she say on 2026-05-08?",
        "As of the old plan, who paid in 2021?",
    ],
)
def test_now_what_is_to_come_and_other_times_are_no_past_moment(question: str) -> None:
    assert asked_moment(question, now=NOW) is None


@given(st.text())
def test_any_text_is_read_without_error_and_windows_have_a_length(text: str) -> None:
    assert all(window.start < window.end for window in asked_time(text, now=NOW).windows)
