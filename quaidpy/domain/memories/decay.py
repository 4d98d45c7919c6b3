"""How does what is not used fade? Three curves of forgetting, all counted from the last use."""

import math
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from quaidpy.domain.decay_tuning import DecayTuning
from quaidpy.domain.memories.memory import Kind, Tier, Usage
from quaidpy.domain.time.lifetimes import Lifetime

_DAY = timedelta(days=1)
_MOST_LENGTHENED = 10.0  # times the half-life of seed 004 that importance can give


class Ageing(Protocol):
    """What forgetting looks at; a Memory, or less of one."""

    @property
    def kind(self) -> Kind: ...
    @property
    def tier(self) -> Tier: ...
    @property
    def pinned(self) -> bool: ...
    @property
    def verified(self) -> bool: ...
    @property
    def confidence(self) -> float: ...
    @property
    def importance(self) -> float: ...
    @property
    def lifetime(self) -> Lifetime: ...
    @property
    def faded_at(self) -> datetime | None: ...


_UTMOST = 1.0
"""Importance (10 of 10 in seed 000) that protects a memory whatever its age."""


def is_protected(memory: Ageing) -> bool:
    """Never fades: pinned, verified by a person, of the core, or of the utmost importance."""
    return memory.pinned or memory.verified or memory.tier is Tier.CORE or memory.importance >= _UTMOST


class Expiry(StrEnum):
    """How long a kind of memory is meant to last (seed 000)."""

    CORE = "core"
    PERMANENT = "permanent"
    TEMPORARY = "temporary"


def expiry_of(kind: Kind, tuning: DecayTuning) -> Expiry:
    """The class that a kind is listed in; temporary when in none."""
    if kind in tuning.core_kinds:
        return Expiry.CORE
    return Expiry.PERMANENT if kind in tuning.permanent_kinds else Expiry.TEMPORARY


def last_use(memory: Ageing, usage: Usage) -> datetime:
    """When it was last recalled or, before that, told to us."""
    recorded = memory.lifetime.recorded_at
    return max(recorded, usage.last_recalled_at) if usage.last_recalled_at else recorded


def half_life_days(kind: Kind, usage: Usage, tuning: DecayTuning) -> float:
    """Of confidence by Ebbinghaus: longer for what was hard to recall, often recalled, or of a lasting kind."""
    strengthened = 1 + tuning.strength_bonus * usage.strength
    used = 1 + tuning.recall_bonus * usage.recalls
    return tuning.half_life_days * strengthened * used * _kind_factor(kind, tuning)


def kept_share(memory: Ageing, usage: Usage, at: datetime, tuning: DecayTuning) -> float:
    """Share of the confidence it had when last used that is left `at` that instant, 0-1.

    By Ebbinghaus after days of grace; by Weibull from the first day on, down to the floor of the tier (seed 004); by
    class of expiry from the first day on, at a half-life that use does not lengthen (seed 000).
    """
    idle_days = max(0.0, (at - last_use(memory, usage)) / _DAY)
    if tuning.curve == "weibull":
        _, floor = _shape(memory.tier, tuning)
        return max(floor, _recency(memory, idle_days, tuning))
    if tuning.curve == "classes":
        return math.pow(2.0, -idle_days / _class_half_life_days(memory.kind, tuning))
    return math.pow(
        2.0, -max(0.0, idle_days - tuning.grace_days) / half_life_days(memory.kind, usage, tuning)
    )


def weibull(days: float, *, half_life_days: float, shape: float) -> float:
    """Stretched exponential of seed 004: the days are stretched, not their ratio to the half-life.

    So the shape alone tells tiers apart: after the first day a shape above 1 falls faster, one below 1 more slowly.
    """
    return math.pow(2.0, -math.pow(max(0.0, days), shape) / half_life_days)


def _recency(memory: Ageing, idle_days: float, tuning: DecayTuning) -> float:
    """What Weibull leaves after these days: by the shape of the tier, longer for what is important."""
    shape, _ = _shape(memory.tier, tuning)
    lengthened = min(math.exp(1.5 * memory.importance), _MOST_LENGTHENED)
    return weibull(idle_days, half_life_days=tuning.tier_half_life_days * lengthened, shape=shape)


def faded_confidence(memory: Ageing, usage: Usage, now: datetime, tuning: DecayTuning) -> float:
    """Its confidence now; what was counted up to `faded_at` is not counted again. Protected ones keep theirs.

    Forgetting that was counted in parts comes to the same as all at once, unless it was used in between.
    """
    if is_protected(memory):
        return memory.confidence
    counted = memory.faded_at or last_use(memory, usage)
    before = kept_share(memory, usage, max(counted, last_use(memory, usage)), tuning)
    return memory.confidence * kept_share(memory, usage, now, tuning) / before


def _class_half_life_days(kind: Kind, tuning: DecayTuning) -> float:
    match expiry_of(kind, tuning):
        case Expiry.CORE:
            return math.inf
        case Expiry.PERMANENT:
            return tuning.permanent_half_life_days
        case Expiry.TEMPORARY:
            return tuning.todo_half_life_days if kind is Kind.TODO else tuning.temporary_half_life_days


def _kind_factor(kind: Kind, tuning: DecayTuning) -> float:
    factors: dict[Kind, float] = {
        Kind.PROFILE: tuning.profile_factor,
        Kind.LESSON: tuning.lesson_factor,
        Kind.PROCEDURE: tuning.procedure_factor,
        Kind.PREFERENCE: tuning.preference_factor,
        Kind.EVENT: tuning.event_factor,
        Kind.TODO: tuning.todo_factor,
    }
    return factors.get(kind, 1.0)


def _shape(tier: Tier, tuning: DecayTuning) -> tuple[float, float]:
    if tier is Tier.CORE:
        return tuning.core_shape, tuning.core_floor
    if tier is Tier.WORKING:
        return tuning.working_shape, tuning.working_floor
    return tuning.peripheral_shape, tuning.peripheral_floor


def live_priority(memory: Ageing, usage: Usage, now: datetime, tuning: DecayTuning) -> float:
    """How much it matters now, 0-1: .4 recency, .3 frequency, .3 importance (seed 004)."""
    recency = _recency(memory, max(0.0, (now - last_use(memory, usage)) / _DAY), tuning)
    frequency = 1 - math.exp(-usage.recalls / 5)
    return math.fsum((0.4 * recency, 0.3 * frequency, 0.3 * memory.importance))


_LASTING = frozenset({Kind.PROFILE, Kind.LESSON})
"""Kinds that age alone does not make less important."""


def deserved_tier(memory: Ageing, usage: Usage, now: datetime, tuning: DecayTuning) -> Tier:
    """Where it belongs (seed 004). Core is left only by what is over; nothing here goes back on itself at once."""
    is_over = memory.lifetime.valid_to is not None and memory.lifetime.valid_to <= now
    if memory.pinned or (not is_over and (memory.tier is Tier.CORE or _is_core(memory, usage, tuning))):
        return Tier.CORE
    priority = live_priority(memory, usage, now, tuning)
    if memory.tier is Tier.PERIPHERAL:
        is_back = usage.recalls >= tuning.working_recalls and priority >= tuning.working_priority
        return Tier.WORKING if is_back else Tier.PERIPHERAL
    age_days = (now - memory.lifetime.recorded_at) / _DAY
    is_old = age_days > tuning.peripheral_days and usage.recalls < tuning.working_recalls
    if priority < tuning.peripheral_priority or (is_old and memory.kind not in _LASTING):
        return Tier.PERIPHERAL
    return Tier.WORKING


def _is_core(memory: Ageing, usage: Usage, tuning: DecayTuning) -> bool:
    return (
        usage.recalls >= tuning.core_recalls
        or memory.importance >= tuning.core_importance
        or (
            usage.recalls >= tuning.core_recalls_with_importance
            and memory.importance >= tuning.core_importance_with_recalls
        )
    )
