"""What time is it, and what is a fresh id?"""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The current instant, aware UTC, microseconds; never goes back within one process."""


class IdSource(Protocol):
    def new(self, prefix: str) -> str:
        """A fresh id: the prefix and 26 lower-case characters that sort by time of birth."""
