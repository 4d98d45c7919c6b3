"""A Citus cluster of the tests, named by QUAID_TEST_CITUS_URL: a home is a schema of it, spread over its nodes.

Making and spreading the tables takes seconds, and TRUNCATE of all of them does, too: a few schemas take turns, and of
each home the rows of the one before are deleted, where there are any.
"""

import os
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.distribution import distribute
from tests.fakes import FakeClock

CLUSTER = os.environ.get("QUAID_TEST_CITUS_URL", "")
SHARDS = 2
_SCHEMAS = 3  # as many homes of one test at most
_TABLES = """SELECT t.oid::regclass::text FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'owner'
WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace"""
_WITH_ROWS = "SELECT '{0}' WHERE EXISTS (SELECT 1 FROM {0})"
_homes: dict[Path, str] = {}
_made: list[str] = []


def address_of(home: Path) -> str:
    """Of the home of this folder, which is empty when it is asked for the first time."""
    if home not in _homes:
        _homes[home] = _emptied() if len(_made) == _SCHEMAS else _fresh()
    return _homes[home]


def _fresh() -> str:
    address = spread_home(f"tests_{os.getpid()}_{len(_made)}", shards=SHARDS)
    _made.append(address)
    return address


def spread_home(name: str, *, shards: int) -> str:
    """A schema of its own, made anew, with its tables on the nodes that take shards now."""
    with psycopg.connect(CLUSTER, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    address = make_conninfo(
        CLUSTER, options=f"-csearch_path={name},public -ccitus.propagate_set_commands=local"
    )
    PostgresDatabase(address, clock=FakeClock()).close()
    with psycopg.connect(address, autocommit=True) as connection:
        distribute(connection, "the cluster of the tests", shards=shards)
    return address


def _emptied() -> str:
    address = _made.pop(0)
    _made.append(address)
    with psycopg.connect(address, autocommit=True) as connection:
        names = [name for (name,) in connection.execute(_TABLES)]
        found = connection.execute(" UNION ALL ".join(_WITH_ROWS.format(name) for name in names)).fetchall()
        with connection.transaction():
            connection.execute("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
            for (name,) in found:
                connection.execute(f"DELETE FROM {name}")
    return address
