"""What does a week show: what helped matters a little more, and a lesson that recurs is put to a person."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Kind, UsageChange
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.nights import Matter
from quaidpy.errors import UsageError
from quaidpy_janitor.answering import Answer, Reply, answer, waiting
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import NightReport, Orders, run_night
from tests.themed import OTHERS, OWNER, Themed, themed

LESSONS = {
    "m_11": "Check the tide table before casting off.",
    "m_12": "Check the tide table well before casting off.",
    "m_13": "Check the tide table before casting off again.",
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Themed]:
    with themed(tmp_path, OTHERS) as opened:
        yield opened


def week(home: Themed) -> NightReport:
    tasks = [task for task in NIGHT if task.name in {"embeddings", "synthesis"}]
    report = run_night(tasks, OWNER, home.tools, Orders(is_resuming=False))
    assert not report.has_failed, [task.failure for task in report.tasks]
    return report


def row(home: Themed, identity: str) -> Statement:
    return home.memory.show(MemoryId(identity))


def recalled(home: Themed, identity: str, *, useful: float) -> None:
    told = UsageChange(
        memory=MemoryId(identity), strength_gain=0.1, recalled_at=home.clock.current, outcome=useful
    )
    home.tools.store.record_usage(OWNER, [told])


def test_what_was_recalled_and_helped_matters_a_little_more(home: Themed) -> None:
    recalled(home, "m_5", useful=1.0)
    recalled(home, "m_6", useful=0.2)
    report = week(home)
    assert row(home, "m_5").importance == pytest.approx(0.52)
    assert row(home, "m_6").importance == row(home, "m_7").importance == 0.5
    home.memory.undo(report.run)
    assert row(home, "m_5").importance == 0.5


def test_a_boost_comes_once_a_week_for_what_was_recalled_in_it_and_has_a_ceiling(home: Themed) -> None:
    home.put({"m_9": "Ben mends nets."}, importance=0.79)
    for identity in ("m_5", "m_9"):
        recalled(home, identity, useful=1.0)
    week(home)
    week(home)
    home.clock.current += timedelta(days=8)
    recalled(home, "m_9", useful=1.0)
    week(home)
    assert row(home, "m_5").importance == pytest.approx(0.52)
    assert row(home, "m_9").importance == 0.8


def test_a_lesson_that_recurs_is_proposed_and_becomes_no_order_by_itself(home: Themed) -> None:
    home.put(LESSONS, kind=Kind.LESSON)
    week(home)
    ((question, memories),) = waiting(OWNER, home.tools)
    assert question.matter is Matter.LESSON
    assert {memory.id for memory in memories} == set(LESSONS)
    assert {row(home, each).kind for each in LESSONS} == {Kind.LESSON}
    home.clock.current += timedelta(days=8)
    week(home)
    assert len(waiting(OWNER, home.tools)) == 1


def test_a_lesson_that_was_told_again_and_again_recurs(home: Themed) -> None:
    home.put({"m_11": LESSONS["m_11"]}, kind=Kind.LESSON, confirmations=2)
    home.put({"m_14": "Never trust the old bilge pump."}, kind=Kind.LESSON, confirmations=1)
    week(home)
    assert [question.subjects for question, _ in waiting(OWNER, home.tools)] == [("m_11",)]


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (Reply(answer=Answer.KEEP), LESSONS["m_13"]),
        (
            Reply(answer=Answer.EDIT, text="Always look at the tide table first."),
            "Always look at the tide table first.",
        ),
    ],
)
def test_a_person_makes_it_a_standing_order(home: Themed, reply: Reply, text: str) -> None:
    home.put(LESSONS, kind=Kind.LESSON)
    week(home)
    ((question, _),) = waiting(OWNER, home.tools)
    run = answer(question, reply, OWNER, home.tools)
    (order,) = [row(home, each) for each in LESSONS if row(home, each).kind is Kind.PREFERENCE]
    assert (order.text, order.pinned, "instruction" in order.tags) == (text, True, True)
    assert order.id in {each.id for each in home.memory.brief()}
    home.memory.undo(run)
    assert {row(home, each).kind for each in LESSONS} == {Kind.LESSON}


def test_a_lesson_that_a_person_leaves_a_lesson_is_not_proposed_again(home: Themed) -> None:
    home.put(LESSONS, kind=Kind.LESSON)
    week(home)
    ((question, _),) = waiting(OWNER, home.tools)
    with pytest.raises(UsageError):
        answer(question, Reply(answer=Answer.MERGE), OWNER, home.tools)
    answer(question, Reply(answer=Answer.DROP), OWNER, home.tools)
    home.clock.current += timedelta(days=8)
    week(home)
    assert waiting(OWNER, home.tools) == []
    assert {row(home, each).kind for each in LESSONS} == {Kind.LESSON}


def test_lessons_of_different_places_do_not_add_up(home: Themed) -> None:
    home.put({"m_11": LESSONS["m_11"], "m_12": LESSONS["m_12"]}, kind=Kind.LESSON)
    home.put({"m_13": LESSONS["m_13"]}, kind=Kind.LESSON, project="team")
    week(home)
    assert waiting(OWNER, home.tools) == []


def test_the_summary_of_somebody_of_whom_much_is_told_is_made_anew_and_stays_short(tmp_path: Path) -> None:
    facts = {f"m_{n:03d}": f"Cora owns a {word} boat{n}." for n, word in enumerate(["blue", "long"] * 30)}
    with themed(tmp_path, {}) as home:
        tuning = replace(home.tools.tuning, themes=replace(home.tools.tuning.themes, compact_facts=20))
        home.tools = replace(home.tools, tuning=tuning)
        home.put(dict(list(facts.items())[:25]))
        tasks = [task for task in NIGHT if task.name == "summaries"]

        def summed_up() -> str:
            report = run_night(tasks, OWNER, home.tools, Orders(is_resuming=False))
            assert not report.has_failed
            (cora,) = home.tools.store.entities_named(OWNER, "Cora")
            return cora.summary or ""

        first = summed_up()
        home.put(dict(list(facts.items())[25:35]), importance=0.9)
        assert summed_up() == first
        home.put(dict(list(facts.items())[35:]), importance=0.9)
        second = summed_up()
        assert second not in {"", first}
        assert len(second.split()) < 60
        assert len(home.tools.survey.projections(OWNER)) == len(facts)
