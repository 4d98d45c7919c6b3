"""Are the files of this home whole, and what must outlive them?"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.memory import Memory, Status
from quaidpy.home.erasing_copies import Erasing, erase_copies
from quaidpy.home.retired_ledger import RetiredLedger
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.servers import ServerState
from quaidpy.system.fresh_ids import SortableIds

LEDGER_FILE = "retired.jsonl"


class DatabaseCare(Protocol):
    """What is done for the database as a whole."""

    @property
    def file(self) -> Path | None:
        """None where a server has it."""
        ...

    @property
    def clock(self) -> Clock: ...
    def connections(self) -> tuple[int, int] | None:
        """Of this process to the server that has it: how many are in use, of how many; None for a file."""
        ...

    def server(self) -> ServerState | None:
        """The server that has it, looked at now; None for a file. Raises StorageError where it cannot be reached."""
        ...

    def backup(self, target: Path) -> None:
        """Raises UsageError if the target exists, or where the server does that."""
        ...

    def differences(self, owners: Callable[[], Sequence[Owner]] = tuple) -> list[str]:
        """What the engine's own check and the derived indexes find wrong, as sentences; empty when all is well.

        `owners`: of whom a server compares, while others write; with none named of all, and all wait.
        """
        ...


class Home:
    """The care of one home's files."""

    def __init__(
        self, database: DatabaseCare, folder: Path, *, ids: IdSource | None = None, engine: str = "none"
    ) -> None:
        self._database, self._folder = database, folder
        self._ids, self._engine = ids or SortableIds(), engine
        self._ledger = RetiredLedger(folder / LEDGER_FILE)

    def backup(self, target: Path) -> Path:
        """A consistent copy of the database, made while others read and write.

        Raises UsageError if it exists, or when a server has the database.
        """
        self._database.backup(target)
        return target

    def connections(self) -> tuple[int, int] | None:
        """To the server that has the database: how many are in use, of how many; None for a file."""
        return self._database.connections()

    def server(self) -> ServerState | None:
        """The server that has the database, looked at now; None for a file. Raises StorageError."""
        return self._database.server()

    def differences(self, owners: Callable[[], Sequence[Owner]] = tuple) -> list[str]:
        """What the database's own check and the derived indexes find wrong, as sentences; empty when all is well.

        `owners`: of whom a server compares, while others write; with none named of all, and all wait.
        """
        return self._database.differences(owners)

    def erase_copies(
        self, owner: Owner, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId], purged: Purged
    ) -> Purged:
        """After a purge of the database: the same for every copy of its words in the home.

        Other databases (backups, replaced ones, left copies) are rewritten, or deleted where that cannot be; our own
        notes, logs and journals are rewritten. `left` names files of the user that have the words.
        """
        erasing = Erasing(
            home=self._folder,
            live=self._database.file,
            engine=self._engine,
            owner=owner,
            memories=memories,
            episodes=episodes,
            clock=self._database.clock,
            ids=self._ids,
        )
        return erase_copies(erasing, purged)

    def keep_retired(self, owner: Owner, memory: Memory, reason: str) -> None:
        """Write a retirement into the ledger that survives a rebuilt database."""
        self._ledger.append(owner, memory.content_hash, reason=reason, at=self._database.clock.now())

    def follow_undo(self, owner: Owner, memories: Iterable[Memory]) -> None:
        """Have the ledger say of these what their status says, after an undo: lifted, or in force again.

        Of what was never in the ledger it says nothing.
        """
        for memory in memories:
            last, now = self._ledger.last(owner, memory.content_hash), self._database.clock.now()
            if last is None:
                continue
            if memory.status is not Status.RETIRED:
                self._ledger.lift(owner, memory.content_hash, at=now)
            elif last.is_lifted:
                self._ledger.append(owner, memory.content_hash, reason=last.reason, at=now)

    def is_retired(self, owner: Owner, content_hash: str) -> bool:
        return self._ledger.contains(owner, content_hash)
