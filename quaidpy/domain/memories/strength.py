"""How does being recalled change a memory? Desirable difficulty: what was hard to find is strengthened more.

Source: Bjork, Bjork 1992, "A new theory of disuse"; constants of SPEC §4 stages 9, 13, 14,
without its second pass, which never found anything.
"""

import math

STRENGTH_CAP = 10.0
_GAIN = 0.05
_FULL_REST_DAYS = 30.0
_CONFIRMATION_GAIN = 0.03
_OUTCOME_ALPHA = 0.25


def retrieval_difficulty(*, similarity: float, hops: int) -> float:
    """How hard a memory was to find, 0 to .7; `similarity` 0-1, `hops` steps of the walk that reached it."""
    distance = 0.4 * (1 - min(1.0, max(0.0, similarity)))
    return distance + min(0.3, 0.15 * hops)


def spacing_factor(days_since: float | None) -> float:
    """How much more a recall strengthens for coming so long after the one before, 1 to 2 (log scale, seed 000).

    `days_since`: None for the first. Recalls within a session count 1; a month's rest or more counts 2.
    """
    rest = min(max(0.0, days_since or 0.0), _FULL_REST_DAYS)
    return 1 + math.log1p(rest) / math.log1p(_FULL_REST_DAYS)


def strength_gain(difficulty: float, *, days_since: float | None = None) -> float:
    """What one recall adds to storage strength, .05 to .31: more when it was hard, more after a rest."""
    return _GAIN * (1 + 3 * difficulty) * spacing_factor(days_since)


def storage_strength(recalled: float, *, confirmations: int) -> float:
    """Strength by recalls and by having been said again, 0 to 10."""
    return min(STRENGTH_CAP, max(0.0, recalled + _CONFIRMATION_GAIN * confirmations))


def moved_outcome(outcome: float, useful: float) -> float:
    """The outcome score after one more feedback, both 0-1: an exponential moving average."""
    return (1 - _OUTCOME_ALPHA) * outcome + _OUTCOME_ALPHA * useful
