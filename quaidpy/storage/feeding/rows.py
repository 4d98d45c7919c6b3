"""Which rows are likely to be asked for?"""

from collections.abc import Iterator
from contextlib import contextmanager

from quaidpy.domain.identity import EntityId, Owner
from quaidpy.storage.cached.sources import KeptRows, NewestIds
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession

_NAMES_BORNE = """SELECT folded, id FROM entities WHERE owner = :owner
UNION SELECT folded, entity FROM aliases WHERE owner = :owner"""


class SqlKeptRows(SqlChangeLog[SqlSession]):
    """See storage.cached.sources.KeptRows."""

    def names_in_use(self, owner: Owner) -> dict[str, list[EntityId]]:
        found: dict[str, list[EntityId]] = {}
        for name, entity in self._session.values(_NAMES_BORNE, {"owner": owner}):
            found.setdefault(name, []).append(EntityId(entity))
        return found

    def newest_ids(self, owner: Owner, *, limit: int) -> NewestIds:
        def of(table: str) -> list[str]:
            query = f"SELECT id FROM {table} WHERE owner = :owner ORDER BY id DESC LIMIT :limit"
            return [identity for (identity,) in self._session.values(query, {"owner": owner, "limit": limit})]

        return NewestIds(of("memories"), of("turns"), of("episodes"), of("entities"))


@contextmanager
def kept_rows(database: AnyDatabase) -> Iterator[KeptRows]:
    """As of the read transaction that this thread is in, or of one that begins."""
    with database.reading() as session:
        yield SqlKeptRows(session)
