"""How do the stores of rows work on SQLite?"""

from quaidpy.ports.machine import Calling, Clock, IdSource
from quaidpy.storage.indexing.derivation import refresh, refresh_vectors
from quaidpy.storage.indexing.vectors import keep_vectors
from quaidpy.storage.sql.engine import NOBODY, Indexing, SqlEngine
from quaidpy.storage.sql.stores.memories import SqlMemories
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.rebuilding import purge_derived

_INDEXING = Indexing(
    keep_vectors=keep_vectors, place_vectors=refresh_vectors, refresh=refresh, purge=purge_derived
)


def sqlite_engine(
    database: Database, clock: Clock, ids: IdSource, calling: Calling = NOBODY
) -> SqlEngine[SqliteSession]:
    return SqlEngine(database, _INDEXING, clock, ids, calling)


class SqliteMemories(SqlMemories):
    """See ports.MemoryStore."""

    def __init__(self, database: Database, clock: Clock, ids: IdSource, calling: Calling = NOBODY) -> None:
        super().__init__(sqlite_engine(database, clock, ids, calling))
