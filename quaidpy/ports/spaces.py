"""What must keep the spaces of a home, and who is a member of each?"""

from collections.abc import Callable
from typing import Protocol

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Space


class SpaceRecords(Protocol):
    """Every space that was made or written in, of all owners. Reads see the last commit, of whatever process."""

    def spaces(self) -> list[Space]:
        """By owner and name; members by name."""
        ...

    def add(self, space: Space) -> bool:
        """Unless the owner has one of this name; says whether it was added."""
        ...

    def change(self, key: Owner, change: Callable[[Space], Space]) -> Space:
        """What the change makes of it, read and written in one transaction. Raises NotFoundError."""
        ...
