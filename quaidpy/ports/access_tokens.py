"""What must be kept of the tokens that open a shared server?"""

from datetime import datetime
from typing import Protocol

from quaidpy.domain.access.tokens import AccessToken


class TokenRecords(Protocol):
    """The tokens of all owners, without the tokens themselves. Reads see the last commit, of whatever machine."""

    def add(self, token: AccessToken) -> bool:
        """Unless one has this name; says whether it was added."""
        ...

    def tokens(self) -> list[AccessToken]:
        """By owner and name."""
        ...

    def with_digest(self, digest: str) -> AccessToken | None: ...
    def remove(self, name: str) -> bool:
        """Says whether there was one."""
        ...

    def note_use(self, name: str, at: datetime) -> None:
        """That it was last used then; of one that is gone nothing is noted."""
        ...
