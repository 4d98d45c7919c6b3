"""How far down the ranking is given?"""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.recall.finding.candidates import Candidate
from quaidpy.recall.giving.breadth import Breadth
from quaidpy.recall.giving.cutoff import least_chance, least_score, within_number
from quaidpy.recall.judging.scoring import Scored
from quaidpy.settings import load_settings
from tests.samples import turn

TUNING = load_settings(environment={}).tuning.recall
SCORES, MET = st.floats(0.01, 1), st.integers(0, 5000)


@given(SCORES, st.sampled_from(Breadth), MET, MET)
def test_the_more_texts_are_met_the_further_down_is_given(
    best: float, breadth: Breadth, one: int, other: int
) -> None:
    few, many = sorted((one, other))
    assert least_score(best, breadth, many, TUNING) <= least_score(best, breadth, few, TUNING)


@given(SCORES, st.sampled_from(Breadth), MET)
def test_the_best_is_always_given(best: float, breadth: Breadth, met: int) -> None:
    assert least_score(best, breadth, met, TUNING) <= best


@given(SCORES, MET)
def test_a_crowd_lowers_nothing_below_what_tells_at_all_but_for_overviews(best: float, met: int) -> None:
    alone = least_score(best, Breadth.SOME, 0, TUNING)
    assert least_score(best, Breadth.SOME, met, TUNING) >= min(alone, TUNING.least_score)
    without = replace(TUNING, least_score=0.0)
    assert least_score(best, Breadth.OVERVIEW, met, TUNING) == least_score(
        best, Breadth.OVERVIEW, met, without
    )


@given(SCORES, MET)
def test_the_more_is_wanted_the_further_down_is_given(best: float, met: int) -> None:
    wanting = [Breadth.ONE, Breadth.SOME, Breadth.ALL, Breadth.OVERVIEW]
    least = [least_score(best, breadth, met, TUNING) for breadth in wanting]
    assert least == sorted(least, reverse=True)


@given(st.lists(st.floats(0.1, 1), max_size=60), st.sampled_from([Breadth.ONE, Breadth.SOME]))
def test_a_question_for_some_is_given_the_best_up_to_a_number(scores: list[float], breadth: Breadth) -> None:
    passing = found(scores)
    given_, too_many = within_number(passing, breadth, TUNING)
    assert [*given_, *too_many] == passing
    assert len(given_) == min(len(passing), TUNING.most_given)


@given(st.lists(st.floats(0.1, 1), max_size=60), st.sampled_from([Breadth.ALL, Breadth.OVERVIEW]))
def test_of_a_list_or_an_overview_nothing_is_too_many(scores: list[float], breadth: Breadth) -> None:
    given_, too_many = within_number(found(scores), breadth, TUNING)
    assert not too_many
    assert len(given_) == len(scores)


def found(scores: list[float]) -> list[Scored]:
    said = [turn(seq, "The gate is painted.", f"ep_{seq % 3}") for seq in range(len(scores))]
    return [
        Scored(
            candidate=Candidate(key=each.id, turn=each, memories=(), is_outdated=False), score=score, parts=()
        )
        for each, score in zip(said, sorted(scores, reverse=True), strict=True)
    ]


FOUND = st.lists(st.floats(1e-6, 1), min_size=1, max_size=60).map(lambda found: sorted(found, reverse=True))


@given(FOUND, st.floats(0, 1))
def test_the_best_is_given_whatever_its_chance(found: list[float], small: float) -> None:
    assert least_chance(found, small, TUNING) <= found[0] * (1 + 1e-9)


@given(FOUND, st.floats(0, 1))
def test_each_is_given_that_is_likely_enough(found: list[float], small: float) -> None:
    lowest = min(TUNING.least_chance, TUNING.least_chance_large)
    assert least_chance(found, small, TUNING) >= min(found[0], lowest * sum(found)) * (1 - 1e-9)


@given(FOUND, st.floats(0, 1), st.floats(0, 1))
def test_in_a_large_memory_more_is_given(found: list[float], one: float, other: float) -> None:
    smaller, larger = max(one, other), min(one, other)
    assert least_chance(found, larger, TUNING) <= least_chance(found, smaller, TUNING) * (1 + 1e-9)


def test_nothing_found_needs_no_score() -> None:
    assert least_chance([], 1.0, TUNING) == 0.0
