"""What is a fresh id? One that sorts after all before it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


class SortableIds:
    """Ids like ULIDs: 48 bits of milliseconds, 80 random bits, counted up within a millisecond."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = Lock()
        self._of_thread = local()

    @contextmanager
    def ending(self, prefix: str, end: str) -> Iterator[None]:
        """In this thread, the first new id of this prefix ends so: who asks for a change again finds it done.

        `end`: 16 characters of an id, as random as those of any.
        """
        self._of_thread.wish = (prefix, end)
        try:
            yield
        finally:
            self._of_thread.wish = None

    def new(self, prefix: str) -> str:
        wish = getattr(self._of_thread, "wish", None)
        if wish and wish[0] == prefix:
            self._of_thread.wish = None
            return prefix + _base32((time.time_ns() // 1_000_000) << 80)[:10] + str(wish[1])
        with self._lock:
            fresh = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
            # Same or earlier millisecond than the last id: count up, so that order of birth is order of ids.
            self._last = fresh if fresh >> 80 > self._last >> 80 else self._last + 1
            return prefix + _base32(self._last)


def _base32(number: int) -> str:
    return "".join(_CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))
