"""How do the stores of rows work on PostgreSQL?"""

from quaidpy.ports.machine import Calling, Clock, IdSource
from quaidpy.storage.indexing.derivation import refresh, refresh_vectors
from quaidpy.storage.indexing.vectors import keep_vectors
from quaidpy.storage.postgres.search.anew import purge_derived
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.sql.engine import NOBODY, Indexing, SqlEngine
from quaidpy.storage.sql.stores.memories import SqlMemories

_INDEXING: Indexing[PostgresSession] = Indexing(
    keep_vectors=keep_vectors,
    place_vectors=refresh_vectors,
    refresh=refresh,
    purge=purge_derived,
)


def postgres_engine(
    database: PostgresDatabase, clock: Clock, ids: IdSource, calling: Calling = NOBODY
) -> SqlEngine[PostgresSession]:
    return SqlEngine(database, _INDEXING, clock, ids, calling)


class PostgresMemories(SqlMemories):
    """See ports.MemoryStore."""

    def __init__(
        self, database: PostgresDatabase, clock: Clock, ids: IdSource, calling: Calling = NOBODY
    ) -> None:
        super().__init__(postgres_engine(database, clock, ids, calling))
