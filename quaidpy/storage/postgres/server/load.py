"""How much of its machine does a server take: processor time and disk? All nodes of a cluster together."""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg

from quaidpy.domain.identity import Owner
from quaidpy.storage.postgres.server.copied_owners import copy_owner
from quaidpy.storage.postgres.server.database import server_named
from quaidpy.storage.postgres.server.distribution import has_citus
from quaidpy.storage.postgres.server.errors import server_errors_named
from quaidpy.system.processor_time import parent_of, used_by

_IS_HERE = "SELECT coalesce(host(inet_server_addr()) IN ('127.0.0.1', '::1'), true)"
_BACKEND, _BYTES = "SELECT pg_backend_pid()", "SELECT pg_database_size(current_database())"


class ServerLoad:
    """See quaidpy.bench.speed.owners.Server."""

    def __init__(self, url: str, *, setting: str = "storage.url") -> None:
        """Raises BusyError or StorageError when the server cannot be reached. `setting`: the one of `url`, for them."""
        self._url = url
        self._setting = setting
        with self._connected() as connection:
            ((is_here,),) = connection.execute(_IS_HERE).fetchall()
            backends = _on_all_nodes(connection, _BACKEND)
            # Each connection is a child of its server.
            servers = [parent_of(backend) for backend in backends] if is_here else []
        self._servers = [server for server in servers if server is not None]
        self._is_told = is_here and len(self._servers) == len(backends)

    def processor_s(self) -> float | None:
        """Used since it started; None when it is not on this machine, or the machine does not say."""
        used = [used_by(server) for server in self._servers]
        return sum(each for each in used if each is not None) if self._is_told and all(used) else None

    def disk_mb(self) -> float:
        """Of the database; its log and the other databases of the server are not counted."""
        with self._connected() as connection:
            return sum(_on_all_nodes(connection, _BYTES)) / 1e6

    def copy(self, owner: Owner, copies: Mapping[Owner, int]) -> None:
        with self._connected() as connection:
            copy_owner(connection, owner, copies)

    def look_over(self) -> None:
        with self._connected() as connection:
            connection.execute("ANALYZE")

    def _connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        named = server_named(self._url, setting=self._setting)
        with server_errors_named(named, setting=self._setting):
            return psycopg.connect(self._url, autocommit=True, connect_timeout=10)


def _on_all_nodes(connection: "psycopg.Connection[tuple[Any, ...]]", query: str) -> Sequence[int]:
    if has_citus(connection):
        query = f"SELECT result FROM run_command_on_all_nodes('{query}')"
    return [int(value) for (value,) in connection.execute(query).fetchall()]
