"""How far down the ranking is given?"""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from quaidpy.recall.giving.breadth import Breadth
from quaidpy.recall.giving.cutoff import least_score
from quaidpy.settings import load_settings

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
