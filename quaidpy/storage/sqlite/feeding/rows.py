"""Which rows are likely to be asked for?"""

from contextlib import AbstractContextManager
from types import TracebackType

import apsw

from quaidpy.domain.identity import EntityId, Owner
from quaidpy.storage.cached.sources import KeptRows, NewestIds
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import fetched

_NAMES_BORNE = """SELECT folded, id FROM entities WHERE owner = :owner
UNION SELECT folded, entity FROM aliases WHERE owner = :owner"""


class SqliteKeptRows(SqliteChangeLog):
    """See storage.cached.sources.KeptRows."""

    def names_in_use(self, owner: Owner) -> dict[str, list[EntityId]]:
        found: dict[str, list[EntityId]] = {}
        for name, entity in fetched(self._connection, _NAMES_BORNE, {"owner": owner}):
            found.setdefault(name, []).append(EntityId(entity))
        return found

    def newest_ids(self, owner: Owner, *, limit: int) -> NewestIds:
        def of(table: str) -> list[str]:
            query = f"SELECT id FROM {table} WHERE owner = ? ORDER BY id DESC LIMIT ?"
            return [identity for (identity,) in fetched(self._connection, query, (owner, limit))]

        return NewestIds(of("memories"), of("turns"), of("episodes"), of("entities"))


def kept_rows(database: Database) -> AbstractContextManager[KeptRows]:
    """As of the read transaction that this thread is in, or of one that begins."""
    return _View(database.reading())


class _View:
    """What a generator would do, at a third of its cost: a recall asks thirty times."""

    def __init__(self, reading: AbstractContextManager[apsw.Connection]) -> None:
        self._reading = reading

    def __enter__(self) -> KeptRows:
        return SqliteKeptRows(self._reading.__enter__())

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, where: TracebackType | None
    ) -> bool | None:
        return self._reading.__exit__(kind, raised, where)
