"""Where do memories live? MemoryStore on SQLite: each part of it has a module, this one joins them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from quaidpy.adapters.sqlite_attributes import AttributeRows
from quaidpy.adapters.sqlite_counts import count_rows
from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_episode_reading import EpisodeReading
from quaidpy.adapters.sqlite_graph_reading import GraphReading
from quaidpy.adapters.sqlite_looking_up import LookingUp
from quaidpy.adapters.sqlite_memory_reading import MemoryReading
from quaidpy.adapters.sqlite_operations import OperationLog
from quaidpy.adapters.sqlite_purge import purge_rows
from quaidpy.adapters.sqlite_spending import SpendingLog
from quaidpy.adapters.sqlite_transfer import export_rows, import_rows
from quaidpy.adapters.sqlite_writing import grouped_writing, tracked_writing
from quaidpy.domain.erasure import Purged
from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.operations import Cause
from quaidpy.ports import Clock, Group, IdSource, Writing


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
