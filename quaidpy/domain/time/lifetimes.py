"""When was it true, and when did we know it? Bi-temporal intervals, half-open, aware UTC."""

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The two instants a question is asked at.

    `as_of`: the state of the world asked for; `known_at`: only what we had recorded by then counts.
    """

    as_of: datetime
    known_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetime:
    """The four times of SPEC §2, and when we learnt that it ended.

    `valid_from`/`valid_to`: true in the world, None is unbounded. `recorded_at`/`retracted_at`: known to us.
    `closed_at`: when `valid_to` became known; before it, the fact was believed to hold on.
    """

    recorded_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retracted_at: datetime | None = None
    closed_at: datetime | None = None

    def is_known(self, known_at: datetime) -> bool:
        return self.recorded_at <= known_at and (self.retracted_at is None or known_at < self.retracted_at)

    def holds(self, moment: Moment) -> bool:
        """Known then, and as far as was known then, true at `as_of`."""
        if not self.is_known(moment.known_at):
            return False
        if self.valid_from is not None and moment.as_of < self.valid_from:
            return False
        end = None if self.valid_to is None else self.end_known_at(moment.known_at)
        return end is None or moment.as_of < end

    def end_known_at(self, known_at: datetime) -> datetime | None:
        if self.valid_to is None or (self.closed_at is not None and known_at < self.closed_at):
            return None
        return self.valid_to

    def closed(self, *, valid_to: datetime, now: datetime) -> "Lifetime":
        """The same lifetime, ended in the world at `valid_to`, as we learn `now`."""
        return replace(self, valid_to=valid_to, closed_at=now)

    def retracted(self, now: datetime) -> "Lifetime":
        return replace(self, retracted_at=now)
