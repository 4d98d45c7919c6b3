"""How does one transaction hold several operations, and refresh what is derived of them?"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Generic

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Cause, RowChange
from quaidpy.errors import StorageError, UsageError
from quaidpy.storage.sql.changing.following import follow
from quaidpy.storage.sql.engine import AnyEngine, Session, SqlEngine
from quaidpy.storage.sql.records.learning import queue_file_writes
from quaidpy.storage.sql.sync_log import note_changes_made
from quaidpy.storage.sql.writing import SqlWriting


def begun(engine: SqlEngine[Session], session: Session, cause: Cause) -> SqlWriting:
    """An operation of the session's write transaction."""
    keep = partial(engine.indexing.keep_vectors, session, cause.owner)
    cause = replace(cause, caller=cause.caller or engine.calling.current())
    return SqlWriting(session, cause, clock=engine.clock, ids=engine.ids, keep=keep)


class SqlGroup(Generic[Session]):
    """Several operations in one open transaction; see ports.Group. Made by `grouped_writing` only."""

    def __init__(self, engine: SqlEngine[Session], session: Session, owner: Owner) -> None:
        self._engine = engine
        self._session = session
        self._owner = owner
        self._changes: list[RowChange] = []
        self._embedded: list[bytes] = []
        self._open_operations = 0

    @contextmanager
    def operation(self, cause: Cause) -> Iterator[SqlWriting]:
        if cause.owner != self._owner:
            raise UsageError(f"a change for {cause.owner!r} in a transaction of {self._owner!r}")
        self._open_operations += 1
        writing = begun(self._engine, self._session, cause)
        yield writing
        changes = writing.rows.changes()
        if changes:
            writing.session.require_whole()
            writing.record(changes)
            note_changes_made(writing.session, self._owner, changes, writing.at)
        self._changes.extend(changes)
        self._embedded.extend(writing.embedded)
        self._open_operations -= 1

    def derive(self) -> None:
        """Refresh what is derived from all of it, once. Raises StorageError when an operation failed half-way."""
        if self._open_operations:
            raise StorageError("an operation of this transaction failed; nothing of it was kept")
        if self._changes:
            follow(self._engine.indexing, self._session, self._owner, self._changes)
            queue_file_writes(self._session, self._owner, self._changes)
        self._engine.indexing.place_vectors(self._session, self._owner, self._embedded)


@contextmanager
def grouped_writing(engine: SqlEngine[Session], owner: Owner) -> Iterator[SqlGroup[Session]]:
    """One transaction for several operations; derived rows are refreshed in its commit."""
    with engine.database.writing(owner) as session:
        group = SqlGroup(engine, session, owner)
        yield group
        group.derive()


@contextmanager
def tracked_writing(engine: AnyEngine, cause: Cause) -> Iterator[SqlWriting]:
    """One transaction whose row changes become an operation and whose derived rows are refreshed in its commit."""
    with (
        grouped_writing(engine, cause.owner) as group,
        group.operation(cause) as writing,
    ):
        yield writing
