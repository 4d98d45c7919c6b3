"""How good is a ranking, and how sure are we? Recall, hits, nDCG, MRR, and bootstrap intervals."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

Ranks: TypeAlias = Sequence[int | None]
"""1-based rank of each gold unit of a question, None when it was not returned."""

CUTS = (1, 3, 5, 10, 20)
METRICS = (
    *(f"recall@{k}" for k in CUTS),
    *(f"hit@{k}" for k in CUTS),
    *(f"full@{k}" for k in (5, 10, 20)),
    "ndcg@10",
    "mrr",
)
_DEPTH = 20  # MRR looks no deeper
_NDCG_DEPTH = 10
_RESAMPLES, _SEED = 1000, 7


def gold_ranks(
    ranked: Sequence[str], gold: Sequence[str], unit_of: Mapping[str, str] | None
) -> list[int | None]:
    """Rank of each gold unit among the ranked documents, or among their units (sessions), first hit of each kept."""
    position: dict[str, int] = {}
    for document in ranked:
        unit = document if unit_of is None else unit_of[document]
        position.setdefault(unit, len(position) + 1)
    return [position.get(unit) for unit in gold]


def metrics_of(ranks: Ranks) -> dict[str, float]:
    """Every metric of one question: recall@k is the share of its gold within k, hit@k any, full@k all of it."""
    found: dict[str, float] = {}
    for k in CUTS:
        inside = sum(rank is not None and rank <= k for rank in ranks)
        found[f"recall@{k}"] = inside / len(ranks)
        found[f"hit@{k}"] = float(inside > 0)
        found[f"full@{k}"] = float(inside == len(ranks))
    ideal = sum(1 / math.log2(i + 2) for i in range(min(len(ranks), _NDCG_DEPTH)))
    found["ndcg@10"] = sum(1 / math.log2(rank + 1) for rank in ranks if rank and rank <= _NDCG_DEPTH) / ideal
    first = min((rank for rank in ranks if rank and rank <= _DEPTH), default=None)
    found["mrr"] = 1 / first if first else 0.0
    return {name: found[name] for name in METRICS}


def mean(values: Sequence[float]) -> float:
    # Plain addition in the order of the questions: the outside script adds so, and the figures must agree to the digit.
    return sum(values) / len(values)


def interval(values: Sequence[float]) -> tuple[float, float] | None:
    """95 % percentile bootstrap of the mean, over questions; None for fewer than two values.

    Of differences it is the paired interval. Questions of one conversation are not independent: a lower bound.
    """
    if len(values) < 2:
        return None
    random, count = Random(_SEED), len(values)  # noqa: S311 - statistics, not secrets
    means = sorted(sum(random.choices(values, k=count)) / count for _ in range(_RESAMPLES))
    return means[int(0.025 * _RESAMPLES)], means[int(0.975 * _RESAMPLES) - 1]
