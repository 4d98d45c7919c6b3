"""What must be done with the files of a home?"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.memory import Memory


class HomeFiles(Protocol):
    """The care of one home's files."""

    def backup(self, target: Path) -> Path:
        """A consistent copy of the database, made while others read and write. Raises UsageError if it exists."""
        ...

    def differences(self) -> list[str]:
        """What the database's own check and the derived indexes find wrong, as sentences; empty when all is well."""
        ...

    def erase_copies(
        self, owner: Owner, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId], purged: Purged
    ) -> Purged:
        """After a purge of the database: the same for every copy of its words in the home.

        Other databases (backups, replaced ones, left copies) are rewritten, or deleted where that cannot be; our own
        notes, logs and journals are rewritten. `left` names files of the user that have the words.
        """
        ...

    def keep_retired(self, owner: Owner, memory: Memory, reason: str) -> None:
        """Write a retirement into the ledger that survives a rebuilt database."""
        ...

    def follow_undo(self, owner: Owner, memories: Iterable[Memory]) -> None:
        """Have the ledger say of these what their status says, after an undo: lifted, or in force again.

        Of what was never in the ledger it says nothing.
        """
        ...

    def is_retired(self, owner: Owner, content_hash: str) -> bool: ...
