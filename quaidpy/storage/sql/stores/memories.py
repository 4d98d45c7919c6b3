"""Where do memories live? MemoryStore on SQL: each part of it has a module, this one joins them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from functools import partial

from quaidpy.domain.identity import EpisodeId, MemoryId, OperationId, Owner, RunId
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.operations import Cause, Operation
from quaidpy.ports.storage import Group, Writing
from quaidpy.storage.sql.changing.purge import purge_rows
from quaidpy.storage.sql.changing.transactions import grouped_writing, tracked_writing
from quaidpy.storage.sql.changing.transfer import export_rows, import_rows
from quaidpy.storage.sql.engine import AnyEngine
from quaidpy.storage.sql.operations import OperationLog
from quaidpy.storage.sql.reading.attributes import AttributeRows
from quaidpy.storage.sql.reading.counts import count_rows
from quaidpy.storage.sql.reading.episodes import EpisodeReading
from quaidpy.storage.sql.reading.graph import GraphReading
from quaidpy.storage.sql.reading.id_lookup import IdLookup
from quaidpy.storage.sql.reading.memories import MemoryReading
from quaidpy.storage.sql.records.spending import SpendingLog


class SqlMemories(MemoryReading, EpisodeReading, GraphReading, AttributeRows, IdLookup, SpendingLog):
    """See ports.MemoryStore. Closing it closes the database."""

    def __init__(self, engine: AnyEngine) -> None:
        self._engine = engine
        self._database = engine.database
        self._clock = engine.clock
        self._log = OperationLog(engine.database.reading, partial(tracked_writing, engine))

    def writing(self, cause: Cause) -> AbstractContextManager[Writing]:
        return tracked_writing(self._engine, cause)

    def writing_together(self, owner: Owner) -> AbstractContextManager[Group]:
        return grouped_writing(self._engine, owner)

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

    def purge(self, owner: Owner, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId]) -> Purged:
        return purge_rows(self._engine, owner, memories, episodes)

    def export_rows(self, owner: Owner) -> Iterable[dict[str, object]]:
        return export_rows(self._database, owner)

    def import_rows(self, owner: Owner, rows: Iterable[Mapping[str, object]]) -> int:
        return import_rows(self._engine, owner, rows)

    def counts(self, owner: Owner) -> dict[str, int]:
        return count_rows(self._database, owner)

    def read_in(self, owner: Owner) -> Iterator[str]:  # noqa: ARG002 - the port names it
        """Nothing: each answer is read from the file."""
        yield from ()

    def close(self) -> None:
        self._database.close()
