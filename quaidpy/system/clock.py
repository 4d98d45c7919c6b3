"""What time is it?"""

from datetime import UTC, datetime, timedelta
from threading import Lock

_TICK = timedelta(microseconds=1)


class SystemClock:
    """The wall clock, held from going back within this process: a correction of the clock never reorders rows."""

    def __init__(self) -> None:
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = Lock()

    def now(self) -> datetime:
        with self._lock:
            self._last = max(datetime.now(UTC), self._last + _TICK)
            return self._last
