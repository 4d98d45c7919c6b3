"""When is the next round, and how far behind is a node?"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from quaidpy.domain.sync_tuning import SyncTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How a node's rounds have gone.

    `interval_s`: between the last round and the next. `empty`: rounds in a row that brought nothing either way.
    `whole_at`: when a round last came to its end; None before the first. `error`: of the last one, if it failed.
    `peer`: the store's name among databases.
    """

    interval_s: float
    empty: int = 0
    tried_at: datetime | None = None
    whole_at: datetime | None = None
    error: str | None = None
    is_paused: bool = False
    peer: str = ""

    def is_due(self, now: datetime) -> bool:
        return not self.is_paused and (self.tried_at is None or now >= self.next_at)

    @property
    def next_at(self) -> datetime:
        """Before the first round long ago."""
        if self.tried_at is None:
            return datetime.fromisoformat("0001-01-02T00:00:00Z")
        return self.tried_at + timedelta(seconds=self.interval_s)

    def after_round(self, moved: int, now: datetime, tuning: SyncTuning) -> "Progress":
        """`moved`: rows that the round brought here, or there."""
        empty = 0 if moved else self.empty + 1
        return replace(
            self,
            interval_s=_interval_s(empty, tuning),
            empty=empty,
            tried_at=now,
            whole_at=now,
            error=None,
        )

    def after_failure(self, error: str, now: datetime, tuning: SyncTuning) -> "Progress":
        """A store that is away is asked ever more rarely, too."""
        empty = self.empty + 1
        return replace(self, interval_s=_interval_s(empty, tuning), empty=empty, tried_at=now, error=error)

    def hurried(self, tuning: SyncTuning) -> "Progress":
        """Something was changed here: back at the shortest interval."""
        return replace(self, interval_s=tuning.interval_s, empty=0)

    def behind_s(self, now: datetime) -> float | None:
        """Seconds since the last whole round, once they are more than the interval; None while all is well."""
        if self.whole_at is None:
            return float("inf")
        behind = (now - self.whole_at).total_seconds()
        return behind if behind > self.interval_s else None


def _interval_s(empty: int, tuning: SyncTuning) -> float:
    """Doubled once `empty_rounds` in a row were empty, and again after each further one."""
    doublings = max(0, empty - tuning.empty_rounds + 1)
    return min(tuning.interval_s * float(1 << min(doublings, 30)), tuning.most_interval_s)


def behind_told(progress: Progress, now: datetime) -> str | None:
    """For a result: `40 s behind`; None while all is well."""
    behind = progress.behind_s(now)
    if behind is None:
        return None
    if behind == float("inf"):
        return "no round yet"
    told = f"{span_told(behind)} behind"
    return f"paused, {told}" if progress.is_paused else told


def span_told(seconds: float) -> str:
    """`40 s`, `12 min`, `3 h`, `2 d`."""
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"
