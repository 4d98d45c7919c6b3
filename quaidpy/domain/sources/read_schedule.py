"""Which of the watched files should be read now? Changed ones, once they rest; restless ones from time to time."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from quaidpy.domain.tuning import WatchTuning


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells that a file has changed without reading it. A file that was rotated has another `inode`."""

    size: int
    mtime_ns: int
    inode: int


@dataclass(slots=True)
class ReadSchedule:
    """What is known of each file, by path. `read`: as it was when it was last taken in; it outlives the process."""

    tuning: WatchTuning
    read: dict[str, Fingerprint] = field(default_factory=dict)
    changed_since: dict[str, float] = field(default_factory=dict)
    last_seen: dict[str, tuple[Fingerprint, float]] = field(default_factory=dict)

    def due(self, found: Mapping[str, Fingerprint], *, now: float) -> list[str]:
        """Paths to read now, the longest waiting first; files that are gone are forgotten.

        Args:
            found: every watched file that is there.
            now: seconds of a clock that does not go back.

        """
        for path in {*self.read, *self.last_seen} - set(found):
            self.forget(path)
        return sorted(
            (path for path in found if self._is_due(path, found[path], now)),
            key=lambda path: (self.changed_since[path], path),
        )

    def taken_in(self, path: str, was: Fingerprint) -> None:
        """The file was read as it `was` before reading: what came meanwhile is a change."""
        self.read[path] = was
        self.changed_since.pop(path, None)
        self.last_seen.pop(path, None)

    def forget(self, path: str) -> None:
        for known in (self.read, self.changed_since, self.last_seen):
            known.pop(path, None)

    @property
    def is_waiting(self) -> bool:
        """Whether some file has changed and is not due yet."""
        return bool(self.changed_since)

    def _is_due(self, path: str, is_now: Fingerprint, now: float) -> bool:
        if self.read.get(path) == is_now:
            self.changed_since.pop(path, None)
            return False
        since = self.changed_since.setdefault(path, now)
        seen, when = self.last_seen.get(path, (None, now))
        if seen != is_now:
            self.last_seen[path] = (is_now, now)
            when = now
        return now - when >= self.tuning.settle_s or now - since >= self.tuning.longest_wait_s
