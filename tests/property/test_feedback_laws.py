"""Laws of feedback: what never helps goes down, and what helps never loses by it."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.memory import Kind, Usage
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.memories.strength import moved_outcome
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.judging.scoring import Scored, score
from quaidpy.recall.understanding.planning import Plan
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for
from tests.unit.recall.asking import Asking

pytestmark = pytest.mark.property
NOW = datetime(2026, 3, 1, tzinfo=UTC)
TUNING = load_settings(environment={}).tuning.recall
SHARES = st.floats(0.05, 1)
USAGES = st.builds(Usage, strength=st.floats(0, 10), recalls=st.integers(0, 40), outcome=st.floats(0.2, 0.8))


@cache
def _plan() -> Plan:
    with TemporaryDirectory() as folder:
        return Asking(Path(folder))("What does Ana keep?")


def scored(name: str, relevance: float, usage: Usage) -> Scored:
    identity = MemoryId(name)
    said = Statement(
        id=identity, owner=Owner("ana"), kind=Kind.FACT, text="Ana keeps bees.", content_hash=name,
        lifetime=Lifetime(recorded_at=NOW), stated_at=NOW,
    )  # fmt: skip
    candidate = Candidate(key=identity, turn=None, memories=(said,), is_outdated=False)
    return score(candidate, relevance, level=1.0, plan=_plan(), usages={identity: usage}, tuning=TUNING)


def after_feedback(usage: Usage, useful: float, times: int) -> Usage:
    for _ in range(times):
        usage = replace(usage, outcome=moved_outcome(usage.outcome, useful))
    return usage


@given(SHARES, USAGES, USAGES)
def test_ten_times_unused_puts_the_top_hit_behind_all_that_is_given_with_it(
    share: float, usage: Usage, other: Usage
) -> None:
    usage = replace(usage, outcome=max(0.5, usage.outcome))
    top, second = scored("m_1", 1.0, usage), scored("m_2", share, replace(other, outcome=0.5))
    if second.score < TUNING.share_of_few * top.score:
        return  # it would not be given beside it
    assert scored("m_1", 1.0, after_feedback(usage, 0.0, 10)).score < second.score


@given(SHARES, USAGES, st.integers(1, 20))
def test_each_feedback_moves_a_score_its_way_and_within_bounds(
    relevance: float, usage: Usage, times: int
) -> None:
    plain = scored("m_1", relevance, usage).score
    used = scored("m_1", relevance, after_feedback(usage, 1.0, times))
    unused = scored("m_1", relevance, after_feedback(usage, 0.0, times))
    assert 0 <= unused.score < plain <= used.score <= 1
    assert sum(value for _, value in used.parts) == pytest.approx(used.score)


@given(SHARES, USAGES)
def test_strength_can_change_an_order(relevance: float, usage: Usage) -> None:
    usage = replace(usage, outcome=0.5)
    weak, strong = (scored("m_1", relevance, replace(usage, strength=strength)) for strength in (0.0, 10.0))
    assert weak.score <= strong.score <= 1
    if weak.score < 0.5:
        assert strong.score > 1.04 * weak.score


ABOUT_BREAD = (
    "Ana bakes rye bread on Saturdays.",
    "Ana bakes wheat bread for the school fair.",
    "Ana bakes corn bread when it rains.",
    "Ana bakes flat bread with her brother.",
)


@settings(max_examples=4, deadline=None)
@given(st.permutations(ABOUT_BREAD))
def test_a_top_hit_that_never_helps_is_not_given_first_any_more(
    tmp_path_factory: pytest.TempPathFactory, said: list[str]
) -> None:
    home: Path = tmp_path_factory.mktemp("home")
    flags = {"graph.engine": "none", "embedding.model": "none"}
    with Memory(parts_for(load_settings(home=home, owner="ana", environment={}, flags=flags))) as memory:
        for text in said:
            memory.store(text)
        question = "Which bread does Ana bake?"
        top = memory.recall(question).results[0].memory
        assert top is not None
        for _ in range(10):
            memory.feedback({top.id: 0.0})
        after = [found.memory.id for found in memory.recall(question).results if found.memory]
    assert after
    assert after[0] != top.id
