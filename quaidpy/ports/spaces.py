"""What must keep the spaces of a home, and who is a member of each?"""

from collections.abc import Callable, Collection
from typing import Protocol

from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import Space


class SpaceRecords(Protocol):
    """Every space that was made or written in. Reads see the last commit, of whatever process.

    Lists are by owner and name, members by name.
    """

    def known_to(self, owner: Owner) -> list[Space]:
        """What the owner has made, has somebody in, or everybody may read: no policy lets them read another one."""
        ...

    def at(self, keys: Collection[Owner]) -> list[Space]:
        """Those of these keys that are there, whoever may read them."""
        ...

    def spaces(self) -> list[Space]:
        """All, of all owners: on a server there may be very many."""
        ...

    def add(self, space: Space) -> bool:
        """Unless the owner has one of this name; says whether it was added."""
        ...

    def change(self, key: Owner, change: Callable[[Space], Space]) -> Space:
        """What the change makes of it, read and written in one transaction. Raises NotFoundError."""
        ...
