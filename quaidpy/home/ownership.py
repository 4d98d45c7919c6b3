"""Who has a home for itself? One process at a time, by a lock that dies with it. The standard library only."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from quaidpy.errors import BusyError
from quaidpy.system.file_lock import is_locked_now

_LOCK = "server.lock"
_PAUSE_S = 0.02


class Ownership:
    """The lock that makes a process the one owner of a home. The kernel frees it when the process ends, however."""

    def __init__(self, home: str) -> None:
        self._path = os.path.join(home, _LOCK)
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Whether it is ours now; never waits."""
        os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        if not is_locked_now(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def is_real(self) -> bool:
        """Whether the locked file is still the one that others would lock: homes can be deleted or moved away."""
        if self._descriptor is None:
            return False
        try:
            found = os.stat(self._path)
        except OSError:
            return False
        held = os.fstat(self._descriptor)
        return (found.st_dev, found.st_ino) == (held.st_dev, held.st_ino)

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_owned(home: str) -> bool:
    """Whether some process is the owner of this home now."""
    if not os.path.exists(os.path.join(home, _LOCK)):
        return False
    asked = Ownership(home)
    if asked.take():
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
    while not ownership.take():
        if time.monotonic() > until:
            raise BusyError(f"another process has {home}; wait for it, or `quaid serve stop`")
        time.sleep(_PAUSE_S)
    try:
        yield
    finally:
        ownership.release()
