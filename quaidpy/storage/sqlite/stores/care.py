"""Is the database file whole, and how is it copied?"""

from collections.abc import Callable, Sequence
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.ports.machine import Clock
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.indexing.rebuilding import derived_differences


class FileCare:
    """See home.files.DatabaseCare."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def file(self) -> Path:
        return self._database.path

    @property
    def clock(self) -> Clock:
        return self._database.clock

    def connections(self) -> None:
        """A file has none."""

    def server(self) -> None:
        """A file has none."""

    def backup(self, target: Path) -> None:
        self._database.backup(target)

    def differences(self, owners: Callable[[], Sequence[Owner]] = tuple) -> list[str]:
        del owners  # the file is one
        return [*self._database.integrity(), *derived_differences(self._database)]
