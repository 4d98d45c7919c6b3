"""Where do memories live? MemoryStore on SQLite: each part of it has a module, this one joins them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.operations import Cause
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.storage import Group, Writing
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.reading.attributes import AttributeRows
from quaidpy.storage.sqlite.reading.counts import count_rows
from quaidpy.storage.sqlite.reading.episodes import EpisodeReading
from quaidpy.storage.sqlite.reading.graph import GraphReading
from quaidpy.storage.sqlite.reading.looking_up import LookingUp
from quaidpy.storage.sqlite.reading.memories import MemoryReading
from quaidpy.storage.sqlite.records.spending import SpendingLog
from quaidpy.storage.sqlite.writing.operations import OperationLog
from quaidpy.storage.sqlite.writing.purge import purge_rows
from quaidpy.storage.sqlite.writing.transaction import grouped_writing, tracked_writing
from quaidpy.storage.sqlite.writing.transfer import export_rows, import_rows


class SqliteMemories(
    MemoryReading, EpisodeReading, GraphReading, AttributeRows, OperationLog, LookingUp, SpendingLog
):
    """See ports.MemoryStore. Closing it closes the database."""

    def __init__(self, database: Database, clock: Clock, ids: IdSource) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids

    @contextmanager
    def writing(self, cause: Cause) -> Iterator[Writing]:
        with tracked_writing(self._database, cause, clock=self._clock, ids=self._ids) as writing:
            yield writing

    @contextmanager
    def writing_together(self, owner: Owner) -> Iterator[Group]:
        with grouped_writing(self._database, owner, clock=self._clock, ids=self._ids) as group:
            yield group

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
