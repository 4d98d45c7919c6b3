"""Who runs the night over a server's memory? One janitor at a time, over all machines."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from quaidpy.domain.identity import RunId
from quaidpy.errors import BusyError
from quaidpy.storage.postgres.server.database import PostgresDatabase

_NIGHT = 0x4E494748
_TAKE = "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))"
_HOLDER = """SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
AND l.classid = %s AND l.objid = CAST(CAST(hashtext(current_schema()) AS BIGINT) & 4294967295 AS OID)"""


class ServerNightLock:
    """See ports.nights.NightLock. The server frees it when the connection of its holder is gone."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @contextmanager
    def held(self, holder: str) -> Iterator[None]:
        with self._database.own_connection(holder) as connection:
            ((is_taken,),) = connection.execute(_TAKE, (_NIGHT,)).fetchall()
            if not is_taken:
                raise BusyError(f"the janitor is at work already: {self.holder()}; wait for it, or stop it")
            yield

    def holder(self) -> str | None:
        with self._database.own_connection("quaidpy") as connection:
            found = connection.execute(_HOLDER, (_NIGHT,)).fetchall()
        return str(found[0][0]) if found else None


class ServerBackups:
    """See ports.nights.Backups: a server's copies are its own job."""

    def make(self, run: RunId) -> None:
        del run

    def forget_older(self, keep: int) -> Sequence[str]:
        del keep
        return ()
