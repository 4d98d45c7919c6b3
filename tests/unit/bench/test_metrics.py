"""The same figures as the outside script prints for the same ranks; its output stands here as constants."""

from quaidpy.bench.metrics import gold_ranks, interval, mean, metrics_of
from quaidpy.bench.retrieval.retrieval import Row, Run, compare

RANKS: list[list[int | None]] = [[1], [2, None], [None], [4, 1, 12], [11], [3, 5]]
BASE: list[list[int | None]] = [[2], [None, None], [7], [1, 2, 3], [1], [None, 5]]


def run_of(ranks: list[list[int | None]]) -> Run:
    rows = [
        Row(question=str(n), category="odd" if n % 2 else "even", ranks=tuple(r), ms=1.0)
        for n, r in enumerate(ranks)
    ]
    return Run(system="some", rows=rows)


def test_every_metric_agrees_with_the_outside_script_to_the_digit() -> None:
    run = run_of(RANKS)
    expected = {
        "recall@1": 0.2222222222222222,
        "recall@5": 0.5277777777777778,
        "recall@10": 0.5277777777777778,
        "recall@20": 0.75,
        "hit@10": 0.6666666666666666,
        "full@10": 0.3333333333333333,
        "ndcg@10": 0.4336683648183118,
        "mrr": 0.4873737373737374,
    }
    assert {metric: mean(run.values(metric)) for metric in expected} == expected


def test_intervals_agree_with_the_outside_script_to_the_digit() -> None:
    run = run_of(RANKS)
    assert interval(run.values("recall@5")) == (0.19444444444444442, 0.8333333333333334)
    assert interval(run.values("ndcg@10")) == (0.15510401939776117, 0.7335018374674088)
    assert interval(run.values("mrr")) == (0.1818181818181818, 0.8055555555555557)


def test_a_paired_difference_agrees_with_the_outside_script() -> None:
    compared = compare(run_of(BASE), run_of(RANKS), "recall@5")
    assert compared.difference == -0.05555555555555556
    assert compared.interval == (-0.47222222222222227, 0.3333333333333333)
    assert compared.verdict == "not sure"


def test_one_question_has_no_interval() -> None:
    assert interval([0.5]) is None
    assert compare(run_of([[1]]), run_of([[2]]), "mrr").interval is None


def test_sessions_are_ranked_by_their_first_document() -> None:
    sessions = {"a1": "a", "a2": "a", "b1": "b", "c1": "c"}
    assert gold_ranks(["a1", "b1", "a2", "c1"], ["c", "a", "z"], sessions) == [3, 1, None]
    assert gold_ranks(["x", "y"], ["y"], None) == [2]


def test_nothing_found_is_zero_everywhere() -> None:
    assert set(metrics_of([None, None]).values()) == {0.0}
