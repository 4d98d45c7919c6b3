"""How does being recalled change a memory? Desirable difficulty: what was hard to find is strengthened more.

Source: Bjork, Bjork 1992, "A new theory of disuse"; constants of SPEC §4 stages 9, 13, 14,
without its second pass, which never found anything.
"""

STRENGTH_CAP = 10.0
_GAIN = 0.05
_CONFIRMATION_GAIN = 0.03
_OUTCOME_ALPHA = 0.25


def retrieval_difficulty(*, similarity: float, hops: int) -> float:
    """How hard a memory was to find, 0 to .7; `similarity` 0-1, `hops` steps of the walk that reached it."""
    distance = 0.4 * (1 - min(1.0, max(0.0, similarity)))
    return distance + min(0.3, 0.15 * hops)


def strength_gain(difficulty: float) -> float:
    """What one recall adds to storage strength, .05 to .16."""
    return _GAIN * (1 + 3 * difficulty)


def storage_strength(recalled: float, *, confirmations: int) -> float:
    """Strength by recalls and by having been said again, 0 to 10."""
    return min(STRENGTH_CAP, max(0.0, recalled + _CONFIRMATION_GAIN * confirmations))


def moved_outcome(outcome: float, useful: float) -> float:
    """The outcome score after one more feedback, both 0-1: an exponential moving average."""
    return (1 - _OUTCOME_ALPHA) * outcome + _OUTCOME_ALPHA * useful
