"""How does one transaction hold several operations, and refresh what is derived of them?"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import apsw

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause, RowChange
from quaidpy.errors import StorageError, UsageError
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sql.writing import SqlWriting
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.derivation import follow, refresh_vectors
from quaidpy.storage.sqlite.indexing.vectors import keep_vectors
from quaidpy.storage.sqlite.records.learning import queue_file_writes


def begun(connection: apsw.Connection, cause: Cause, *, clock: Clock, ids: IdSource) -> SqlWriting:
    """An operation of the connection's write transaction."""
    keep = partial(keep_vectors, connection)
    return SqlWriting(SqliteSession(connection), cause, clock=clock, ids=ids, keep=keep)


class SqliteGroup:
    """Several operations in one open transaction; see ports.Group. Made by `grouped_writing` only."""

    def __init__(self, connection: apsw.Connection, owner: Owner, *, clock: Clock, ids: IdSource) -> None:
        self._connection = connection
        self._owner = owner
        self._clock, self._ids = clock, ids
        self._changes: list[RowChange] = []
        self._embedded: list[bytes] = []
        self._open_operations = 0

    @contextmanager
    def operation(self, cause: Cause) -> Iterator[SqlWriting]:
        if cause.owner != self._owner:
            raise UsageError(f"a change for {cause.owner!r} in a transaction of {self._owner!r}")
        self._open_operations += 1
        writing = begun(self._connection, cause, clock=self._clock, ids=self._ids)
        yield writing
        changes = writing.rows.changes()
        if changes:
            writing.session.require_whole()
            writing.record(changes)
        self._changes.extend(changes)
        self._embedded.extend(writing.embedded)
        self._open_operations -= 1

    def derive(self) -> None:
        """Refresh what is derived from all of it, once. Raises StorageError when an operation failed half-way."""
        if self._open_operations:
            raise StorageError("an operation of this transaction failed; nothing of it was kept")
        if self._changes:
            follow(self._connection, self._owner, self._changes)
            queue_file_writes(self._connection, self._owner, self._changes)
        refresh_vectors(self._connection, self._embedded)


@contextmanager
def grouped_writing(
    database: Database, owner: Owner, *, clock: Clock, ids: IdSource
) -> Iterator[SqliteGroup]:
    """One transaction for several operations; derived rows are refreshed in its commit."""
    with database.writing() as connection:
        group = SqliteGroup(connection, owner, clock=clock, ids=ids)
        yield group
        group.derive()


@contextmanager
def tracked_writing(database: Database, cause: Cause, *, clock: Clock, ids: IdSource) -> Iterator[SqlWriting]:
    """One transaction whose row changes become an operation and whose derived rows are refreshed in its commit."""
    with (
        grouped_writing(database, cause.owner, clock=clock, ids=ids) as group,
        group.operation(cause) as writing,
    ):
        yield writing
