"""Does this process alone hold an open file? The kernel frees the lock with the process, however that ends."""

import sys

if sys.platform == "win32":
    import msvcrt

    def is_locked_now(descriptor: int) -> bool:
        """Take the lock, without waiting; False when somebody else has it. Held until the file is closed."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def is_locked_now(descriptor: int) -> bool:
        """Take the lock, without waiting; False when somebody else has it. Held until the file is closed."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
