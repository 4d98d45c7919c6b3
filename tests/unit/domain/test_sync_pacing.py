"""When is the next round, and what do results say of one that is late?"""

from datetime import UTC, datetime, timedelta

import pytest

from quaidpy.domain.sync.pacing import Progress, behind_told, span_told
from tests.sync_house import SYNC_TUNING

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NEW = Progress(interval_s=30)


def after(*moved: int) -> Progress:
    progress = NEW
    for each in moved:
        progress = progress.after_round(each, NOON, SYNC_TUNING)
    return progress


def test_the_interval_doubles_after_three_empty_rounds_up_to_five_minutes() -> None:
    intervals = [after(*[0] * rounds).interval_s for rounds in range(1, 9)]
    assert intervals == [30, 30, 60, 120, 240, 300, 300, 300]


def test_the_first_change_brings_it_back() -> None:
    assert after(0, 0, 0, 0, 7).interval_s == 30
    assert after(0, 0, 0, 0, 7, 0, 0).interval_s == 30
    assert after(0, 0, 0, 0).hurried(SYNC_TUNING).interval_s == 30


def test_a_store_that_is_away_is_asked_ever_more_rarely_and_its_error_is_kept() -> None:
    progress = after(1)
    for _ in range(5):
        progress = progress.after_failure("away", NOON, SYNC_TUNING)
    assert (progress.interval_s, progress.error, progress.whole_at) == (240, "away", NOON)
    assert progress.after_round(0, NOON, SYNC_TUNING).error is None


def test_a_round_is_due_at_once_then_after_the_interval_and_never_while_paused() -> None:
    assert NEW.is_due(NOON)
    assert not after(1).is_due(NOON + timedelta(seconds=29))
    assert after(1).is_due(NOON + timedelta(seconds=30))
    paused = Progress(interval_s=30, is_paused=True)
    assert not paused.is_due(NOON)


@pytest.mark.parametrize(
    ("progress", "later_s", "told"),
    [
        (NEW, 0, "no round yet"),
        (after(1), 30, None),
        (after(1), 40, "40 s behind"),
        (after(0, 0, 0), 40, None),
        (Progress(interval_s=30, whole_at=NOON, is_paused=True), 7200, "paused, 2 h behind"),
    ],
)
def test_results_say_how_far_behind_only_past_the_interval(
    progress: Progress, later_s: int, told: str | None
) -> None:
    assert behind_told(progress, NOON + timedelta(seconds=later_s)) == told


def test_spans_are_told_in_the_unit_that_fits() -> None:
    assert [span_told(each) for each in (7, 119, 120, 7199, 7200, 200_000)] == [
        "7 s",
        "119 s",
        "2 min",
        "120 min",
        "2 h",
        "2 d",
    ]
