"""How do today's tables come into a schema? Numbered steps, in one transaction, one process at a time."""

from typing import Any

import psycopg

from quaidpy.errors import NewerDatabaseError, StorageError
from quaidpy.storage.postgres.server.distribution import spread_like_the_others
from quaidpy.storage.postgres.server.locks import MIGRATING
from quaidpy.storage.postgres.server.row_security import guard_tables
from quaidpy.storage.postgres.server.schema import PARTITIONS, WORDS, spelled, vector_tables
from quaidpy.storage.tables import STEPS

_VERSION = "quaid_schema"
_FIRST_FORM = "quaid_version"
"""Of a schema that was never released: its keys had no owner."""


def migrate(connection: "psycopg.Connection[tuple[Any, ...]]", server: str) -> None:
    """Bring the schema to version len(STEPS); no step is half done.

    Raises:
        NewerDatabaseError: a newer quaidpy wrote it.
        StorageError: the schema has tables of another program, or of a form that was never released.

    """
    if _version(connection, server) == len(STEPS):
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        # Another process may have taken the steps while this one waited for the lock.
        version = _version(connection, server)
        if version > len(STEPS):
            raise NewerDatabaseError(
                f"{server} has version {version}, this quaidpy knows up to {len(STEPS)}; upgrade quaidpy"
            )
        has_citus = _has_citus(connection)
        statements = [*(each for step in STEPS[version:] for each in spelled(step))]
        if not version:
            _require_vectors(connection, server)
            statements += [WORDS, *vector_tables(0 if has_citus else PARTITIONS)]
        connection.execute("; ".join(statements))
        guard_tables(connection, has_citus=has_citus)
        connection.execute(f"CREATE TABLE IF NOT EXISTS {_VERSION}(number BIGINT NOT NULL)")
        connection.execute(f"DELETE FROM {_VERSION}")
        connection.execute(f"INSERT INTO {_VERSION} VALUES (%s)", (len(STEPS),))
        spread_like_the_others(connection)


def _require_vectors(connection: "psycopg.Connection[tuple[Any, ...]]", server: str) -> None:
    """Raises StorageError where pgvector is not there, and may not be made."""
    there = connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchall()
    try:
        if not there:
            connection.execute("CREATE EXTENSION vector WITH SCHEMA public")
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.FeatureNotSupported) as err:
        raise StorageError(
            f"{server} has no pgvector; install it on the server, and have an administrator run"
            " CREATE EXTENSION vector in this database"
        ) from err


def _has_citus(connection: "psycopg.Connection[tuple[Any, ...]]") -> bool:
    return bool(connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'citus'").fetchall())


def _version(connection: "psycopg.Connection[tuple[Any, ...]]", server: str) -> int:
    ((ours, is_first_form, tables),) = connection.execute(
        "SELECT to_regclass(%s) IS NOT NULL, to_regclass(%s) IS NOT NULL,"
        " (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema())",
        (_VERSION, _FIRST_FORM),
    ).fetchall()
    if ours:
        ((version,),) = connection.execute(f"SELECT number FROM {_VERSION}").fetchall()
        return int(version)
    if is_first_form:
        raise StorageError(
            f"{server} has tables of an unreleased quaidpy, whose keys have no owner; run `quaid export` with that one,"
            " then `quaid import` into an empty database"
        )
    if tables:
        raise StorageError(
            f"{server} has tables of another program in this schema; give quaidpy a database or a schema of its own"
        )
    return 0
