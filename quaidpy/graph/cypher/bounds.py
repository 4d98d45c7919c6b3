"""What may the process that answers queries use of the machine? It says so itself, before it reads the first query."""

import os
import sys
import threading
import time

ENDED_WITHOUT_WORK, ENDED_LATE, ENDED_ORPHANED = 0, 70, 71
"""Exit codes, for our side to tell an idle process from one that a query ended."""
_TICK_S = 0.2
_LATE_S = 2.0  # past the time limit, by when our side has surely killed it, if there still is our side


class Guard:
    """Ends this process when nobody asks it any more, when its parent has gone, or when it is far too late."""

    def __init__(self, *, idle_s: float) -> None:
        self._idle_s = idle_s
        self._parent = os.getppid()
        self._idle_since: float | None = time.monotonic()
        self._until: float | None = None
        threading.Thread(target=self._watch, daemon=True).start()

    def working(self, timeout_s: float) -> None:
        self._idle_since, self._until = None, time.monotonic() + timeout_s + _LATE_S
        limit_processor_time(timeout_s + 2 * _LATE_S)

    def idle(self) -> None:
        self._until, self._idle_since = None, time.monotonic()

    def _watch(self) -> None:
        while True:
            time.sleep(_TICK_S)
            since, until, now = self._idle_since, self._until, time.monotonic()
            if os.getppid() != self._parent:
                os._exit(ENDED_ORPHANED)
            if until is not None and now > until:
                os._exit(ENDED_LATE)
            if since is not None and now - since > self._idle_s:
                os._exit(ENDED_WITHOUT_WORK)


if sys.platform == "win32":

    def limit_memory(more_bytes: int) -> None:
        """Windows has no limit that a process sets for itself; our side looks at what it holds."""

    def unlimit_memory() -> None:
        """As `limit_memory`."""

    def limit_processor_time(seconds: float) -> None:
        """As `limit_memory`."""

    def write_no_files() -> None:
        """As `limit_memory`."""

    def allow_files() -> None:
        """As `limit_memory`."""

else:
    import resource
    from math import ceil
    from pathlib import Path

    def limit_memory(more_bytes: int) -> None:
        """So much address space more than now: past it allocations fail, which the engine reports.

        What an opened graph reserves without using it is not counted, as this is called after opening. Where the
        system does not tell or does not obey (macOS), our side looks at what the process holds.
        """
        told = Path("/proc/self/statm")
        if told.exists():
            now = int(told.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (_at_most(now + more_bytes, hard), hard))

    def unlimit_memory() -> None:
        """Before another graph is opened, which reserves address space anew."""
        _lift(resource.RLIMIT_AS)

    def limit_processor_time(seconds: float) -> None:
        """So much more than was used up to now; the kernel ends what takes more, even when no thread of ours runs."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        most = ceil(used.ru_utime + used.ru_stime + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (_at_most(most, hard), hard))

    def write_no_files() -> None:
        """Neither what a query could think of, nor an image of this memory. Pipes are no files."""
        for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (0, hard))

    def allow_files() -> None:
        """Before another graph is copied."""
        _lift(resource.RLIMIT_FSIZE)

    def _lift(kind: int) -> None:
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (hard, hard))

    def _at_most(wanted: int, hard: int) -> int:
        return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
