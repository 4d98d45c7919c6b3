"""What another process or thread does soon is waited for, never guessed at."""

import time
from collections.abc import Callable

_EVERY_S = 0.1


def until(is_so: Callable[[], bool], within_s: float = 30.0, what: str = "what was waited for") -> None:
    """Raises AssertionError when it is not so in time."""
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {what}"
        time.sleep(_EVERY_S)
