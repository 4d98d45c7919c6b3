"""How are transcripts followed? Look, read what has changed and rests, note it, wait for the next change."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from quaidpy.domain.sources.read_schedule import ReadSchedule
from quaidpy.domain.tuning import WatchTuning
from quaidpy.ports.hosts import TranscriptPlace
from quaidpy.system.watched_files import (
    files_in,
    fingerprint_of,
    read_state,
    seconds_since_change,
    steady_now,
    wait_for_change,
    write_state,
)

_DAY_S = 86_400

TakeIn = Callable[[Path], None]
"""Takes one file in; what goes wrong with it is told there and never stops the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What is watched, for whom. `stop` ends it after the file that is being read."""

    home: Path
    places: Sequence[TranscriptPlace]
    tuning: WatchTuning
    take_in: TakeIn
    stop: threading.Event

    def run(self) -> None:
        """Until stopped."""
        following = self._begun()
        while not self.stop.is_set():
            self._look(following)
            quiet = self.tuning.settle_s if following.is_waiting else self.tuning.poll_s
            wait_for_change(self.places, most_s=quiet, stop=self.stop)

    def run_once(self) -> int:
        """Read all that has changed since the last time, resting or not. Returns how many files."""
        following = self._begun()
        found = files_in(self.places)
        changed = [path for path in sorted(found) if following.read.get(path) != found[path]]
        for path in changed:
            self._read(following, path)
        for path in set(following.read) - set(found):
            following.forget(path)
        write_state(self.home, following.read)
        return len(changed)

    def _begun(self) -> ReadSchedule:
        """Where the last watching stopped; the first one leaves old transcripts alone."""
        known = read_state(self.home)
        if known is None:
            oldest_s = self.tuning.first_days * _DAY_S
            known = {
                path: each
                for path, each in files_in(self.places).items()
                if seconds_since_change(each) > oldest_s
            }
            write_state(self.home, known)
        return ReadSchedule(self.tuning, known)

    def _look(self, following: ReadSchedule) -> None:
        before = dict(following.read)
        for path in following.due(files_in(self.places), now=steady_now()):
            if self.stop.is_set():
                break
            self._read(following, path)
            write_state(self.home, following.read)  # each by itself: a kill must not cost the work on many
        if following.read.keys() != before.keys():
            write_state(self.home, following.read)

    def _read(self, following: ReadSchedule, path: str) -> None:
        was = fingerprint_of(Path(path))
        if was is None:
            following.forget(path)
            return
        self.take_in(Path(path))
        following.taken_in(path, was)
