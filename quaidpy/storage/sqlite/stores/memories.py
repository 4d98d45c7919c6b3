"""Where do memories live? MemoryStore on SQLite: each part of it has a module, this one joins them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from quaidpy.domain.identity import EpisodeId, MemoryId, OperationId, Owner, RunId
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.operations import Cause, Operation
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.storage import Group, Writing
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.operations import OperationLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.reading.attributes import AttributeRows
from quaidpy.storage.sqlite.reading.counts import count_rows
from quaidpy.storage.sqlite.reading.episodes import EpisodeReading
from quaidpy.storage.sqlite.reading.graph import GraphReading
from quaidpy.storage.sqlite.reading.id_lookup import IdLookup
from quaidpy.storage.sqlite.reading.memories import MemoryReading
from quaidpy.storage.sqlite.records.spending import SpendingLog
from quaidpy.storage.sqlite.writing.purge import purge_rows
from quaidpy.storage.sqlite.writing.transaction import grouped_writing, tracked_writing
from quaidpy.storage.sqlite.writing.transfer import export_rows, import_rows


class SqliteMemories(MemoryReading, EpisodeReading, GraphReading, AttributeRows, IdLookup, SpendingLog):
    """See ports.MemoryStore. Closing it closes the database."""

    def __init__(self, database: Database, clock: Clock, ids: IdSource) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._log = OperationLog(self._session, partial(tracked_writing, database, clock=clock, ids=ids))

    @contextmanager
    def writing(self, cause: Cause) -> Iterator[Writing]:
        with tracked_writing(self._database, cause, clock=self._clock, ids=self._ids) as writing:
            yield writing

    @contextmanager
    def writing_together(self, owner: Owner) -> Iterator[Group]:
        with grouped_writing(self._database, owner, clock=self._clock, ids=self._ids) as group:
            yield group

    def operations(
        self, owner: Owner, *, since: datetime | None = None, run: RunId | None = None, limit: int = 100
    ) -> list[Operation]:
        return self._log.operations(owner, since=since, run=run, limit=limit)

    def operation(self, owner: Owner, operation: OperationId) -> Operation:
        return self._log.operation(owner, operation)

    def texts_at(self, owner: Owner, ids: Sequence[MemoryId], at: datetime) -> dict[MemoryId, str]:
        return self._log.texts_at(owner, ids, at)

    def undo(self, operations: Sequence[OperationId], cause: Cause) -> OperationId:
        return self._log.undo(operations, cause)

    @contextmanager
    def _session(self) -> Iterator[SqlSession]:
        with self._database.reading() as connection:
            yield SqliteSession(connection)

    def purge(self, owner: Owner, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId]) -> Purged:
        return purge_rows(self._database, owner, memories, episodes, clock=self._clock, ids=self._ids)

    def export_rows(self, owner: Owner) -> Iterable[dict[str, object]]:
        return export_rows(self._database, owner)

    def import_rows(self, owner: Owner, rows: Iterable[Mapping[str, object]]) -> int:
        return import_rows(self._database, owner, rows, clock=self._clock, ids=self._ids)

    def counts(self, owner: Owner) -> dict[str, int]:
        return count_rows(self._database, owner)

    def read_in(self, owner: Owner) -> Iterator[str]:  # noqa: ARG002 - the port names it
        """Nothing: each answer is read from the file."""
        yield from ()

    def close(self) -> None:
        self._database.close()
