"""Where do memories live? MemoryStore on SQL: each part of it has a module, this one joins them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial

from quaidpy.domain.identity import EpisodeId, MemoryId, OperationId, Owner, RunId
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.storage import Group, Writing
from quaidpy.storage.sql.changing.moving import move_rows, undo_rows
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
from quaidpy.storage.sql.reading.suppressions import SuppressionReading
from quaidpy.storage.sql.reading.themes import ThemeReading
from quaidpy.storage.sql.records.spending import SpendingLog


class SqlMemories(
    MemoryReading,
    EpisodeReading,
    GraphReading,
    AttributeRows,
    ThemeReading,
    SuppressionReading,
    IdLookup,
    SpendingLog,
):
    """See ports.MemoryStore. Closing it closes the database."""

    def __init__(self, engine: AnyEngine) -> None:
        self._engine = engine
        self._database = engine.database
        self._clock = engine.clock
        log = OperationLog(engine.database.reading, partial(tracked_writing, engine))
        self.operations, self.operation = log.operations, log.operation
        self.operation_heads = log.operation_heads
        self.texts_at, self.versions, self.undo = log.texts_at, log.versions, log.undo

    def writing(self, cause: Cause) -> AbstractContextManager[Writing]:
        return tracked_writing(self._engine, cause)

    def writing_together(self, owner: Owner) -> AbstractContextManager[Group]:
        return grouped_writing(self._engine, owner)

    def move(
        self, moves: Mapping[Owner, Sequence[MemoryId]], target: Owner, run: RunId, why: Mapping[Owner, str]
    ) -> OperationId:
        return move_rows(self._engine, moves, target, run, why)

    def undo_together(
        self, operations: Mapping[Owner, Sequence[OperationId]], why: str, run: RunId
    ) -> OperationId:
        return undo_rows(self._engine, operations, why, run)

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
