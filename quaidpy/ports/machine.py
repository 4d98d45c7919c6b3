"""What time is it, what is a fresh id, and who calls?"""

from datetime import datetime
from typing import Protocol

from quaidpy.domain.memories.operations import Caller


class Calling(Protocol):
    """Who calls? Each task and thread has its own answer."""

    def current(self) -> Caller | None:
        """None when nobody has said."""


class Clock(Protocol):
    def now(self) -> datetime:
        """The current instant, aware UTC, microseconds; never goes back within one process."""


class IdSource(Protocol):
    def new(self, prefix: str) -> str:
        """A fresh id: the prefix and 26 lower-case characters that sort by time of birth."""
