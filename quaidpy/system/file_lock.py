"""Does this process alone hold an open file? The kernel frees the lock with the process, however that ends."""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def is_locked_now(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def is_locked_now(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """Excludes every other holder, in this process too. `path`: a file of its own, made where it is missing."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Whether we hold it now; never waits."""
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
