"""Who runs the night over an owner's memory on a server? One janitor at a time for each, over all machines."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

import psycopg

from quaidpy.domain.identity import Owner, RunId
from quaidpy.errors import BusyError
from quaidpy.storage.postgres.server.connections import Connection
from quaidpy.storage.postgres.server.database import PostgresDatabase

# One key of 64 bits for each owner of each schema: 10,000 owners do not meet by chance.
_KEY = "hashtextextended(current_schema() || ' night ' || %(owner)s::text, 0)"
_TAKE = f"SELECT pg_try_advisory_lock({_KEY})"
_LOCKS = f"""FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND ((l.classid::bigint << 32) | l.objid::bigint) = {_KEY}"""
_HOLDER = f"SELECT (SELECT a.application_name FROM pg_stat_activity a WHERE a.pid = l.pid) {_LOCKS}"
_IS_OURS = f"SELECT 1 {_LOCKS} AND l.pid = pg_backend_pid()"
_STAY = "SELECT set_config('idle_session_timeout', '0', false)"


class ServerNightLock:
    """See ports.nights.NightLock. The server frees it when the connection of its holder is gone."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @contextmanager
    def held(self, owner: Owner, holder: str) -> Iterator["HoldingOfServer"]:
        with self._database.own_connection(holder) as connection:
            connection.execute(_STAY)  # it says nothing while a task is at work
            ((is_taken,),) = connection.execute(_TAKE, {"owner": owner}).fetchall()
            if not is_taken:
                told = self.holder(owner) or "a process that has just begun or just ends"
                raise BusyError(f"the janitor is at work already: {told}; wait for it, or stop it")
            yield HoldingOfServer(connection, owner)

    def for_many(self, holder: str) -> AbstractContextManager["ServerNightLock"]:
        del holder
        return nullcontext(self)

    def holder(self, owner: Owner) -> str | None:
        with self._database.own_connection("quaidpy") as connection:
            found = connection.execute(_HOLDER, {"owner": owner}).fetchall()
        return str(found[0][0]) if found else None


class HoldingOfServer:
    """See ports.nights.Holding."""

    def __init__(self, connection: Connection, owner: Owner) -> None:
        self._connection, self._owner = connection, owner

    def is_held(self) -> bool:
        try:
            return bool(self._connection.execute(_IS_OURS, {"owner": self._owner}).fetchall())
        except psycopg.Error:
            return False


class ServerBackups:
    """See ports.nights.Backups: a server's copies are its own job."""

    def make(self, run: RunId) -> None:
        del run

    def forget_older(self, keep: int) -> Sequence[str]:
        del keep
        return ()
