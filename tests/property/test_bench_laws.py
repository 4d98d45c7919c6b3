"""Laws of the bench's metrics and of its synthetic words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.bench.metrics import CUTS, interval, mean, metrics_of
from quaidpy.bench.retrieval.retrieval import Row, Run, compare
from quaidpy.bench.speed.synthetic_words import invented

pytestmark = pytest.mark.property

RANKS = st.lists(
    st.none() | st.integers(1, 40), min_size=1, max_size=6, unique_by=lambda rank: rank or object()
)  # no two gold units share a rank


@given(RANKS)
def test_every_metric_is_a_share(ranks: list[int | None]) -> None:
    assert all(0 <= value <= 1 + 1e-12 for value in metrics_of(ranks).values())


@given(RANKS)
def test_looking_deeper_never_finds_less(ranks: list[int | None]) -> None:
    found = metrics_of(ranks)
    for kind in ("recall", "hit"):
        values = [found[f"{kind}@{k}"] for k in CUTS]
        assert values == sorted(values)


@given(RANKS)
def test_full_implies_recall_and_recall_implies_hit(ranks: list[int | None]) -> None:
    found = metrics_of(ranks)
    for k in (5, 10, 20):
        assert found[f"full@{k}"] <= found[f"recall@{k}"] <= found[f"hit@{k}"]


@given(RANKS, st.data())
def test_a_better_rank_never_lowers_a_metric(ranks: list[int | None], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(ranks) - 1))
    better = [*ranks]
    better[place] = data.draw(st.integers(1, ranks[place] or 41))
    before, after = metrics_of(ranks), metrics_of(better)
    assert all(after[metric] >= before[metric] - 1e-12 for metric in before)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_an_interval_lies_within_the_values_and_is_the_same_each_time(values: list[float]) -> None:
    bounds = interval(values)
    assert bounds is not None
    assert min(values) - 1e-9 <= bounds[0] <= bounds[1] <= max(values) + 1e-9
    assert bounds == interval(values)


@given(st.lists(st.tuples(RANKS, RANKS), min_size=2, max_size=12))
def test_swapping_the_runs_turns_a_comparison_round(
    pairs: list[tuple[list[int | None], list[int | None]]],
) -> None:
    one, other = (
        Run(
            system="some",
            rows=[
                Row(question=str(n), category="all", ranks=tuple(pair[side]), ms=1.0)
                for n, pair in enumerate(pairs)
            ],
        )
        for side in (0, 1)
    )
    there, back = compare(one, other, "recall@5"), compare(other, one, "recall@5")
    assert there.difference == pytest.approx(-back.difference)
    assert there.interval is not None
    assert there.interval[0] <= there.difference + 1e-9
    assert there.interval[1] >= there.difference - 1e-9


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_two_numbers_have_two_words(one: int, other: int) -> None:
    assert (invented(one) == invented(other)) == (one == other)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20))
def test_the_mean_of_equal_values_is_the_value(values: list[float]) -> None:
    assert mean([values[0]] * len(values)) == pytest.approx(values[0])
