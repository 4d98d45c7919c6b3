"""How do the stores of rows work on SQLite?"""

from quaidpy.domain.memories.operations import Caller
from quaidpy.ports.machine import Calling, Clock, IdSource
from quaidpy.storage.sql.engine import Indexing, SqlEngine
from quaidpy.storage.sql.stores.memories import SqlMemories
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.derivation import refresh, refresh_vectors
from quaidpy.storage.sqlite.indexing.rebuilding import purge_derived
from quaidpy.storage.sqlite.indexing.vectors import keep_vectors

_INDEXING = Indexing(
    keep_vectors=keep_vectors, place_vectors=refresh_vectors, refresh=refresh, purge=purge_derived
)


class Nobody:
    """See ports.Calling: nobody says who calls."""

    def current(self) -> Caller | None:
        return None


_NOBODY = Nobody()


def sqlite_engine(
    database: Database, clock: Clock, ids: IdSource, calling: Calling = _NOBODY
) -> SqlEngine[SqliteSession]:
    return SqlEngine(database, _INDEXING, clock, ids, calling)


class SqliteMemories(SqlMemories):
    """See ports.MemoryStore."""

    def __init__(self, database: Database, clock: Clock, ids: IdSource, calling: Calling = _NOBODY) -> None:
        super().__init__(sqlite_engine(database, clock, ids, calling))
