"""What is not used fades, as either curve says, and never what is protected."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.decay_tuning import DecayTuning, KindName
from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.domain.memories.decay import deserved_tier, faded_confidence, kept_share
from quaidpy.domain.memories.memory import Kind, Memory, Tier, Usage
from quaidpy.domain.memories.strength import freshness
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.settings import load_settings

TOLD = datetime(2026, 1, 1, tzinfo=UTC)
TUNING = load_settings(environment={}).tuning.decay
WEIBULL = replace(TUNING, curve="weibull")
CLASSES = replace(TUNING, curve="classes")
FACT = Memory(
    id=MemoryId("m_1"),
    owner=Owner("ana"),
    kind=Kind.FACT,
    text="Ana keeps bees.",
    content_hash="x",
    lifetime=Lifetime(recorded_at=TOLD),
    stated_at=TOLD,
    confidence=0.8,
)


def after(days: float) -> datetime:
    return TOLD + timedelta(days=days)


def test_confidence_halves_in_sixty_days_after_thirty_of_grace() -> None:
    assert faded_confidence(FACT, Usage(), after(30), TUNING) == 0.8
    assert faded_confidence(FACT, Usage(), after(90), TUNING) == pytest.approx(0.4)
    assert faded_confidence(FACT, Usage(strength=2.0), after(150), TUNING) == pytest.approx(0.4)


@pytest.mark.parametrize(
    "change", [{"pinned": True}, {"verified": True}, {"tier": Tier.CORE}, {"importance": 1.0}]
)
def test_what_is_protected_never_fades(change: dict[str, Any]) -> None:
    assert faded_confidence(replace(FACT, **change), Usage(), after(9999), TUNING) == 0.8


SEED_004 = {
    # recency at days 10, 30, 90 by exp(-ln 2 / (30 · min(exp(1.5 · importance), 10)) · days^beta), importance .5
    Tier.CORE: (0.9335, 0.9, 0.9),
    Tier.WORKING: (0.8966, 0.7208, 0.3745),
    Tier.PERIPHERAL: (0.8043, 0.4032, 0.1),
}


@pytest.mark.parametrize("tier", list(Tier))
def test_weibull_is_that_of_seed_004_at_ten_thirty_and_ninety_days(tier: Tier) -> None:
    memory = replace(FACT, tier=tier)
    kept = [kept_share(memory, Usage(), after(days), WEIBULL) for days in (10, 30, 90)]
    assert kept == pytest.approx(SEED_004[tier], abs=1e-4)


def test_what_matters_more_fades_later_by_weibull_up_to_ten_times() -> None:
    kept = [
        kept_share(replace(FACT, importance=importance), Usage(), after(30), WEIBULL)
        for importance in (0.0, 0.3, 1.0)
    ]
    assert kept == sorted(kept)
    assert kept[0] == pytest.approx(0.5)


@pytest.mark.parametrize("change", [{"importance": 1.0}, {"tier": Tier.CORE}])
def test_what_is_over_neither_becomes_nor_stays_core(change: dict[str, Any]) -> None:
    over = replace(FACT, lifetime=Lifetime(recorded_at=TOLD, valid_to=after(5)), **change)
    assert deserved_tier(over, Usage(recalls=50), after(4), TUNING) is Tier.CORE
    assert deserved_tier(over, Usage(recalls=50), after(5), TUNING) is not Tier.CORE
    assert deserved_tier(replace(over, pinned=True), Usage(), after(5), TUNING) is Tier.CORE


def test_weibull_leaves_each_tier_its_floor() -> None:
    peripheral = replace(FACT, tier=Tier.PERIPHERAL)
    assert kept_share(FACT, Usage(), after(9999), WEIBULL) == 0.3
    assert kept_share(peripheral, Usage(), after(9999), WEIBULL) == 0.1


@pytest.mark.parametrize(
    ("kind", "days", "kept"),
    [
        (Kind.PROFILE, 9999, 1.0),
        (Kind.PREFERENCE, 365, 0.5),
        (Kind.FACT, 30, 0.5),
        (Kind.FACT, 130, 0.05),  # where seed 000 lets a temporary entry go
        (Kind.TODO, 7, 0.5),
    ],
)
def test_by_class_of_expiry_kinds_fade_as_in_seed_000(kind: Kind, days: float, kept: float) -> None:
    assert kept_share(replace(FACT, kind=kind), Usage(), after(days), CLASSES) == pytest.approx(
        kept, abs=1e-3
    )


def test_every_kind_can_be_listed() -> None:
    assert set(get_args(KindName)) == {kind.value for kind in Kind}


def test_the_lists_of_kinds_decide_their_class() -> None:
    turned = replace(CLASSES, core_kinds=("fact",), permanent_kinds=("profile",))
    assert kept_share(FACT, Usage(), after(9999), turned) == 1
    assert kept_share(replace(FACT, kind=Kind.PROFILE), Usage(), after(365), turned) == 0.5


@pytest.mark.property
@given(
    st.sampled_from([TUNING, WEIBULL, CLASSES]),
    st.floats(0, 900),
    st.floats(0, 900),
    st.sampled_from(list(Kind)),
    st.integers(0, 30),
)
def test_fading_in_two_nights_comes_to_the_same_as_in_one(
    tuning: DecayTuning, first: float, more: float, kind: Kind, recalls: int
) -> None:
    usage, memory = Usage(recalls=recalls), replace(FACT, kind=kind)
    once = faded_confidence(memory, usage, after(first + more), tuning)
    half = replace(
        memory, confidence=faded_confidence(memory, usage, after(first), tuning), faded_at=after(first)
    )
    assert faded_confidence(half, usage, after(first + more), tuning) == pytest.approx(once, abs=1e-9)
    assert 0 <= once <= memory.confidence


@pytest.mark.property
@given(
    st.sampled_from(list(Tier)),
    st.floats(0, 900),
    st.integers(0, 30),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from(list(Kind)),
)
def test_a_tier_once_given_is_not_changed_again_at_the_same_time(
    tier: Tier, days: float, recalls: int, importance: float, pinned: bool, kind: Kind
) -> None:
    memory = replace(FACT, tier=tier, importance=importance, pinned=pinned, kind=kind)
    usage = Usage(recalls=recalls, last_recalled_at=after(days / 2) if recalls else None)
    moved = replace(memory, tier=deserved_tier(memory, usage, after(days), TUNING))
    assert deserved_tier(moved, usage, after(days), TUNING) is moved.tier


@pytest.mark.parametrize(
    ("hours", "boost"), [(0, 1.5), (0.99, 1.5), (1, 1.25), (5.9, 1.25), (6, 1.1), (23.9, 1.1), (24, 1.0)]
)
def test_what_was_just_said_counts_for_more_as_seed_000_has_it(hours: float, boost: float) -> None:
    assert freshness(timedelta(hours=hours)) == boost
