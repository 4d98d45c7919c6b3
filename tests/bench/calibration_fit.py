"""Which coefficients tell answerable questions from others, and what do they cost? A weighted logistic regression."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

STRONG_FROM = 0.6  # cosine; off-topic questions seldom come near it
LOSS = 0.0032  # recall that the threshold may cost, over all answerable questions; others_lead costs the rest of a point
OTHERS_LEAD, OTHERS_BEHIND = 0.1, 0.15  # as in config/default.toml
NAMES = ("bias", "cosine", "strong_cosine", "weighed", "told", "knows_somebody")
Floats = NDArray[np.float64]


def report(rows: list[dict]) -> None:
    sets = sorted({row["set"] for row in rows})
    found = fitted(rows)
    print("\n".join(f"{name} = {value:.3f}" for name, value in zip(NAMES, found, strict=True)))
    table("fitted on all sets", rows, dict.fromkeys(sets, found))
    others = {name: fitted([row for row in rows if row["set"] != name]) for name in sets}
    table("each set by what the other sets taught", rows, others)


def fitted(rows: list[dict]) -> Floats:
    """Coefficients with the bias moved so that 0 is the threshold: at most LOSS of recall@10 lies below it."""
    features, is_answerable = design(rows), np.array([row["kind"] == "answerable" for row in rows])
    coefficients = logistic(features, is_answerable.astype(float), weights(rows))
    recall = np.array([row["recall"] for row in rows])
    spared = np.array([row["is_name"] for row in rows])
    counted = is_answerable & ~spared
    scores = (features @ coefficients)[counted]
    order = np.argsort(scores)
    lost = np.cumsum(recall[counted][order]) / counted.sum()
    threshold = scores[order[int(np.searchsorted(lost, LOSS, side="right"))]]
    return np.array([coefficients[0] - threshold, *coefficients[1:]])


def design(rows: list[dict]) -> Floats:
    return np.array(
        [
            [
                1.0,
                row["cosine"],
                max(0.0, row["cosine"] - STRONG_FROM),
                row["weighed"],
                math.log1p(row["told"]),
                float(row["knows_somebody"]),
            ]
            for row in rows
        ]
    )


def weights(rows: list[dict]) -> Floats:
    """Every set's answerable questions count the same, and so does every kind of the others; half and half."""
    groups: dict[tuple[bool, str], list[int]] = {}
    for place, row in enumerate(rows):
        key = (True, row["set"]) if row["kind"] == "answerable" else (False, row["kind"].split(":")[0])
        groups.setdefault(key, []).append(place)
    found = np.zeros(len(rows))
    for (side, _), places in groups.items():
        sides = sum(other == side for other, _ in groups)
        found[places] = len(rows) / 2 / sides / len(places)
    return found


def logistic(features: Floats, wanted: Floats, weight: Floats, *, ridge: float = 0.02) -> Floats:
    """Newton's method on standardised features; coefficients of the features as they are."""
    middle, spread = features.mean(axis=0), features.std(axis=0)
    middle[0], spread[0] = 0.0, 1.0
    spread[spread == 0] = 1.0
    scaled = (features - middle) / spread
    penalty = np.full(features.shape[1], ridge * 50)
    penalty[0] = 1e-9
    found = np.zeros(features.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (weight * (likely - wanted)) + penalty * found
        bend = (scaled * (weight * likely * (1 - likely))[:, None]).T @ scaled + np.diag(penalty)
        found -= np.linalg.solve(bend, slope)
    plain: Floats = found / spread
    plain[0] -= float(middle[1:] @ plain[1:])
    return plain


def table(title: str, rows: list[dict], coefficients: dict[str, Floats]) -> None:
    """Recall lost and questions answered all the same, by set and kind, in percent."""
    print(f"\n{title}")
    for name, learnt in coefficients.items():
        some = [row for row in rows if row["set"] == name]
        silent = np.array(is_silent(some, learnt))
        answerable = np.array([row["kind"] == "answerable" for row in some])
        lost = np.array([row["recall"] for row in some])[answerable] * silent[answerable]
        print(
            f"  {name:12} of {answerable.sum():4} answerable: recall lost {100 * lost.mean():.2f},"
            f" silent {100 * silent[answerable].mean():.1f} %; spoken to:"
        )
        for kind in sorted({row["kind"].split(":")[0] for row in some} - {"answerable"}):
            chosen = np.array([row["kind"].split(":")[0] == kind for row in some])
            print(f"      {kind:14} {100 * (~silent[chosen]).mean():5.1f} % of {chosen.sum()}")


def is_silent(rows: Sequence[dict], coefficients: Floats) -> list[bool]:
    scores = design(list(rows)) @ coefficients
    return [
        (row["others_lead"] > OTHERS_LEAD and row["others_behind"] < OTHERS_BEHIND)
        or (not row["is_name"] and score < 0)
        for row, score in zip(rows, scores, strict=True)
    ]
