"""Who has a home for itself? One process at a time, by a lock that dies with it. The standard library only."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from quaidpy.errors import BusyError
from quaidpy.system.file_lock import FileLock

_LOCK = "server.lock"
_PAUSE_S = 0.02


class Ownership(FileLock):
    """The lock that makes a process the one owner of a home."""

    def __init__(self, home: str) -> None:
        self._home = home
        super().__init__(os.path.join(home, _LOCK))

    def acquire(self) -> bool:
        os.makedirs(self._home, mode=0o700, exist_ok=True)
        return super().acquire()


def is_owned(home: str) -> bool:
    """Whether some process is the owner of this home now."""
    if not os.path.exists(os.path.join(home, _LOCK)):
        return False
    asked = Ownership(home)
    if asked.acquire():
        asked.release()
        return False
    return True


@contextmanager
def sole_owner(home: str, *, within_s: float) -> Iterator[None]:
    """While the home is ours no server can start in it, and nobody else replaces its database.

    Raises BusyError when another process has it for longer than `within_s`.
    """
    ownership = Ownership(home)
    until = time.monotonic() + within_s
    while not ownership.acquire():
        if time.monotonic() > until:
            raise BusyError(f"another process has {home}; wait for it, or `quaid serve stop`")
        time.sleep(_PAUSE_S)
    try:
        yield
    finally:
        ownership.release()
