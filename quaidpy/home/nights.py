"""Who runs the night in this home, and which copies were made before it?"""

import socket
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from os import getpid
from pathlib import Path

from quaidpy.domain.identity import Owner, RunId
from quaidpy.errors import BusyError
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.system.file_lock import FileLock


class HomeNightLock:
    """See ports.nights.NightLock: one for all owners. Beside the lock stands a note that says who holds it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "janitor.lock"
        self._note = folder / "janitor.holder"

    @contextmanager
    def held(self, owner: Owner, holder: str) -> Iterator["HoldingOfHome"]:
        del owner
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self._path)
        if not lock.acquire():
            raise BusyError(f"the janitor is at work already: {self._told()}; wait for it, or stop it")
        try:
            self._note.write_text(f"{holder}, process {getpid()} on {socket.gethostname()}", encoding="utf-8")
            self._note.chmod(0o600)
            yield HoldingOfHome(lock)
        finally:
            self._note.unlink(missing_ok=True)
            lock.release()

    @contextmanager
    def for_many(self, holder: str) -> Iterator["HeldHomeLock"]:
        with self.held(Owner(""), holder) as holding:
            yield HeldHomeLock(holding, holder)

    def holder(self, owner: Owner) -> str | None:
        del owner
        if not self._path.exists():
            return None
        lock = FileLock(self._path)
        if lock.acquire():
            lock.release()
            return None
        return self._told()

    def _told(self) -> str:
        try:
            return self._note.read_text(encoding="utf-8")
        except FileNotFoundError:
            return "a process that has just begun or just ends"


class HoldingOfHome:
    """See ports.nights.Holding."""

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock

    def is_held(self) -> bool:
        return self._lock.is_real()


class HeldHomeLock:
    """The lock of a home that is in hand already, for one night after the other."""

    def __init__(self, holding: HoldingOfHome, holder: str) -> None:
        self._holding, self._holder = holding, holder

    def held(self, owner: Owner, holder: str) -> AbstractContextManager[HoldingOfHome]:
        del owner, holder
        return nullcontext(self._holding)

    def for_many(self, holder: str) -> "AbstractContextManager[HeldHomeLock]":
        del holder
        return nullcontext(self)

    def holder(self, owner: Owner) -> str | None:
        del owner
        return self._holder


class NightBackups:
    """See ports.nights.Backups. Files `backups/before-RUN.sqlite` in the home; ids sort by time of birth."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder / "backups"

    def make(self, run: RunId) -> str:
        target = self._folder / f"before-{run}.sqlite"
        growing = self._folder / f"growing-{run}.sqlite"
        if not target.exists():
            for left in self._folder.glob("growing-*"):  # of runs that were killed while copying
                left.unlink(missing_ok=True)
            try:
                self._database.backup(growing)
                growing.replace(target)
            finally:
                growing.unlink(missing_ok=True)  # where it failed: half a copy on a full disk helps nobody
        return str(target)

    def forget_older(self, keep: int) -> Sequence[str]:
        copies = sorted(self._folder.glob("before-*.sqlite"), reverse=True)
        for old in copies[keep:]:
            old.unlink(missing_ok=True)
        return [str(old) for old in copies[keep:]]
