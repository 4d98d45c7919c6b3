"""Which notices are told at which level, when is it quiet, and what does a subscription want?"""

from datetime import datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.domain.notice_tuning import Level, NoticeKind, clock_time, is_quiet, is_told, levels_of
from quaidpy.domain.notices import Subscription, SubscriptionId, Told
from tests.samples import ANA, DAY

BEN = Owner("ben")

MIDNIGHT = datetime(2026, 1, 1)  # noqa: DTZ001 - a clock on a wall


@given(st.integers(0, 1439), st.integers(0, 1439))
def test_quiet_hours_last_from_their_beginning_to_their_end_also_over_midnight(
    begins: int, ends: int
) -> None:
    clock = [(MIDNIGHT + timedelta(minutes=minute)).time() for minute in range(1440)]
    quiet = {minute for minute in range(1440) if is_quiet(clock[minute], clock[begins], clock[ends])}
    assert quiet == {(begins + passed) % 1440 for passed in range((ends - begins) % 1440)}


@given(st.sampled_from(NoticeKind))
def test_a_louder_level_tells_all_that_a_calmer_one_tells(kind: NoticeKind) -> None:
    told = [is_told(kind, level) for level in Level]
    assert told == sorted(told)
    assert told[-1]


def test_a_new_user_is_told_of_what_asks_for_something_and_not_of_what_merely_went_well() -> None:
    told = {kind for kind, level in levels_of("normal", []).items() if is_told(kind, level)}
    assert set(NoticeKind) - told == {
        NoticeKind.NIGHT,
        NoticeKind.TAKEN_IN,
        NoticeKind.RECALLED,
        NoticeKind.DOCUMENTS,
    }


def test_one_kind_may_have_another_level() -> None:
    levels = levels_of("quiet", ["night=verbose"])
    assert is_told(NoticeKind.NIGHT, levels[NoticeKind.NIGHT])
    assert not is_told(NoticeKind.REPLACED, levels[NoticeKind.REPLACED])


@pytest.mark.parametrize(
    ("level", "overrides"), [("loud", []), ("quiet", ["dawn=debug"]), ("quiet", ["night"])]
)
def test_unknown_levels_and_kinds_are_refused(level: str, overrides: list[str]) -> None:
    with pytest.raises(ValueError, match="is no"):
        levels_of(level, overrides)


def test_a_time_that_is_none_is_refused() -> None:
    assert clock_time("07:00") == time(7)
    with pytest.raises(ValueError, match="is no"):
        clock_time("late")


@pytest.mark.parametrize(
    ("about", "is_wanted"),
    [
        ({"word": "Port"}, True),
        ({"word": "port", "entity": "harbour"}, True),
        ({"word": "port", "entity": "airfield"}, False),
        ({"word": "por"}, False),
        ({"kind": "decision"}, False),
        ({"project": "quay"}, True),
        ({"space": ANA}, True),
        ({"space": ANA, "word": "boat"}, False),
        ({"space": BEN, "word": "port"}, False),
    ],
)
def test_all_that_a_subscription_says_must_apply(about: dict[str, str], is_wanted: bool) -> None:
    wanted = Subscription(
        id=SubscriptionId("sb_1"), owner=ANA, recipient=AgentName("release"), made_at=DAY, **about
    )  # type: ignore[arg-type]
    told = Told(
        space=ANA, kind="fact", text="The port is 8081.", project="quay", entities=frozenset({"harbour"})
    )
    assert wanted.wants(told) is is_wanted
