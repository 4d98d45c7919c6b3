"""What does the server do between calls, and when does it leave?"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import quaidpy
from quaidpy.domain.identity import Owner
from quaidpy.errors import DEFECTS, QuaidError
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.server.rounds import Rounds
from quaidpy.memory import Memory
from quaidpy.ports.changes import Heard, Listening, mark_of
from quaidpy.settings import watched_files
from quaidpy.system.garbage import give_back_memory, keep_what_was_loaded
from quaidpy.wiring.parts import Household

_TICK_S = 0.2
_log = logging.getLogger("quaidpy.server")


def _read_in(memory: Memory) -> None:
    memory.parts.recalling.read_in()


def follow_rows(memory: Memory) -> None:
    """A chore: so that the next recall has nothing to read again."""
    memory.parts.recalling.follow()


def _push_notices(memory: Memory) -> None:
    memory.push_notices(receiver=f"server:{os.getpid()}")


Stamp = tuple[tuple[str, int, int], ...]
Chore = Callable[[Memory], object]


class Keeper:
    """Counts what runs, tidies up when it is quiet, and says when to leave.

    `leave`: called once, from any thread, when the server has been idle for long, lost its home, or runs under
    settings or code that have changed on disk. `chores`: done for each owner in use once the server rests.
    """

    def __init__(self, household: Household, ownership: Ownership, *, leave: Callable[[str], None]) -> None:
        self.household = household
        self.started = time.monotonic()
        self.ownership = ownership
        self._leave = leave
        self._settings_stamp = self._stamp()
        self._guard = threading.Lock()
        self._running = 0
        self._answered = 0
        self._watchers = 0
        self._last = time.monotonic()
        self._let_go_after: float | None = None  # which call, by its time
        self._unrested: set[Owner] = set()
        self._known: dict[str, Owner] = {}  # by their marks: who was served
        self._listening: Listening | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="keeper", daemon=True)
        self._rounds = Rounds(household)
        self.writing = threading.Lock()
        self.is_leaving = False
        self.chores: list[Chore] = [
            Memory.drain_inbox,
            Memory.follow,
            Memory.embed_waiting,
            follow_rows,
            _read_in,
            _push_notices,
        ]

    def start(self) -> None:
        self._thread.start()
        self._rounds.start()
        self._listening = self.household.listen(self.heard)

    def end(self) -> None:
        """Stop tidying, write what waits, close the home."""
        if self._listening is not None:
            self._listening.close()
        self._ended.set()
        self._rounds.end()
        self._thread.join()
        self.household.close()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """While a call runs."""
        with self._guard:
            self._running += 1
        try:
            yield
        finally:
            with self._guard:
                self._running -= 1
                self._answered += 1
                self._last = time.monotonic()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While somebody has the page open: the server may rest, and does not leave for want of calls."""
        with self._guard:
            self._watchers += 1
        try:
            yield
        finally:
            with self._guard:
                self._watchers -= 1
                self._last = time.monotonic()

    def memory_of(self, owner: Owner) -> Memory:
        with self._guard:
            self._unrested.add(owner)
            self._known[mark_of(owner)] = owner
        return self.household.memory_of(owner)

    def heard(self, heard: Heard) -> None:
        """Another process has written: there are chores to be done for those who are known here."""
        with self._guard:
            marks = self._known.keys() if heard.marks is None else self._known.keys() & heard.marks
            self._unrested.update(self._known[mark] for mark in marks)

    def are_settings_old(self) -> bool:
        """Whether a file that settings come from has changed since the start."""
        return self._stamp() != self._settings_stamp

    def depart(self, reason: str) -> None:
        """Begin to leave: calls under way are finished, later ones are asked to come again."""
        with self._guard:
            if self.is_leaving:
                return
            self.is_leaving = True
        _log.info("leaving: %s", reason)
        self._leave(reason)

    @property
    def idle_s(self) -> float:
        """Seconds since the last call ended; 0 while one runs."""
        return 0.0 if self._running else time.monotonic() - self._last

    @property
    def calls(self) -> tuple[int, int]:
        """How many run now, how many were answered."""
        return self._running, self._answered

    def _keep(self) -> None:
        try:
            self.household.warm_up()
        except (QuaidError, OSError) as err:  # the first call will say the same to somebody who can act on it
            _log.warning("not warm: %s", err)
        keep_what_was_loaded()
        tuning = self.household.settings.tuning.server
        while not self._ended.wait(_TICK_S):
            if reason := self._reason_to_leave(tuning.idle_minutes * 60):
                self.depart(reason)
            elif self._may_rest(tuning.rest_s):
                self._rest()
                self._let_go(tuning.let_go_s)

    def _reason_to_leave(self, idle_limit_s: float) -> str | None:
        if not self.ownership.is_real():
            return "the home is gone"
        if self._running:
            return None
        if self.are_settings_old():
            return "the settings have changed"
        is_idle = not self._watchers and self.idle_s > idle_limit_s
        return f"idle for {idle_limit_s / 60:g} minutes" if is_idle else None

    def _may_rest(self, after_s: float) -> bool:
        return self.idle_s >= after_s

    def _rest(self) -> None:
        with self._guard:
            owners, self._unrested = sorted(self._unrested), set()
        for owner in owners:
            for chore in self.chores:
                try:
                    chore(self.household.memory_of(owner))
                except (QuaidError, OSError) as err:  # the next chore is another unit of work
                    _log.warning("a chore failed: %s", err)
                except DEFECTS:
                    _log.exception("a chore failed by a mistake of ours")
        if owners:
            keep_what_was_loaded()

    def _let_go(self, after_s: float) -> None:
        """Of the model, once after each call."""
        if self.idle_s < after_s or self._let_go_after == self._last:
            return
        self._let_go_after = self._last
        self.household.let_go()
        give_back_memory()

    def _stamp(self) -> Stamp:
        """Of the files of settings and of the installation: a server must not mix old code with new."""
        settings = self.household.settings
        found = []
        for path in (*watched_files(settings.home), Path(quaidpy.__file__)):
            if path.exists():
                stat = path.stat()
                found.append((str(path), stat.st_mtime_ns, stat.st_size))
        return tuple(found)
