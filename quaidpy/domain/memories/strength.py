"""How does being recalled change a memory? Desirable difficulty: what was hard to find is strengthened more.

Source: Bjork, Bjork 1992, "A new theory of disuse"; constants of SPEC §4 stages 9, 13, 14,
without its second pass, which never found anything.
"""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

STRENGTH_CAP = 10.0
_GAIN = 0.05
_FULL_REST_DAYS = 30.0
_UNGROWN = 0.75  # of the bonus, where no rest was longer than the one before
_CONFIRMATION_GAIN = 0.03
_OUTCOME_ALPHA = 0.25
_FRESH = ((timedelta(hours=1), 1.5), (timedelta(hours=6), 1.25), (timedelta(days=1), 1.1))


def retrieval_difficulty(*, similarity: float, hops: int) -> float:
    """How hard a memory was to find, 0 to .7; `similarity` 0-1, `hops` steps of the walk that reached it."""
    distance = 0.4 * (1 - min(1.0, max(0.0, similarity)))
    return distance + min(0.3, 0.15 * hops)


def rests_between(recalled: Sequence[datetime], now: datetime) -> tuple[float, ...]:
    """Days between recalls, oldest first, up to now; none for what was never recalled."""
    return tuple((after - before) / timedelta(days=1) for before, after in pairwise((*sorted(recalled), now)))


def spacing_factor(rests_days: Sequence[float]) -> float:
    """How much more a recall strengthens for how recalls were spaced, 1 to 2 (log scale, seed 000).

    `rests_days`: between recalls, oldest first, up to this one; none for the first. Recalls within a session count 1, a
    month's rest or more up to 2: in full where each rest was longer than the one before, as practice at expanding
    intervals is.
    """
    if not rests_days:
        return 1.0
    rest = min(max(0.0, rests_days[-1]), _FULL_REST_DAYS)
    grown = [later > earlier for earlier, later in pairwise(rests_days)]
    growing = sum(grown) / len(grown) if grown else 1.0
    share = _UNGROWN + (1 - _UNGROWN) * growing
    return 1 + share * math.log1p(rest) / math.log1p(_FULL_REST_DAYS)


def strength_gain(difficulty: float, *, rests_days: Sequence[float] = ()) -> float:
    """What one recall adds to storage strength, .05 to .31: more when it was hard, more at expanding rests."""
    return _GAIN * (1 + 3 * difficulty) * spacing_factor(rests_days)


def storage_strength(recalled: float, *, confirmations: int) -> float:
    """Strength by recalls and by having been said again, 0 to 10."""
    return min(STRENGTH_CAP, max(0.0, recalled + _CONFIRMATION_GAIN * confirmations))


def freshness(age: timedelta) -> float:
    """By how much more counts what was said just now, 1 to 1.5 (seed 000): nothing has tested it yet."""
    return next((boost for younger, boost in _FRESH if age < younger), 1.0)


def moved_outcome(outcome: float, useful: float) -> float:
    """The outcome score after one more feedback, both 0-1: an exponential moving average."""
    return (1 - _OUTCOME_ALPHA) * outcome + _OUTCOME_ALPHA * useful
