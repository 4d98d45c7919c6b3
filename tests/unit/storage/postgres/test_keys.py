"""On a server the owner comes first in every key: rows of an owner may lie anywhere, and a policy holds for each."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from quaidpy.errors import StorageError
from quaidpy.storage.postgres.server.database import PostgresDatabase
from tests.fakes import FakeClock
from tests.postgres_server import address_of

EXEMPT = {"quaid_schema"}
"""Which form the tables have: one row, of the whole database."""
OF_KNOWN_SPACES = {"spaces_of_member", "public_spaces"}
"""Who knows of a space is asked before anybody knows whose it is."""
KEYS = """SELECT t.relname, c.relname, (
    SELECT array_agg(a.attname ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY AS k(number, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number)
FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid
WHERE t.relnamespace = current_schema()::regnamespace"""
REFERENCES = """SELECT c.conname, (
    SELECT array_agg(a.attname ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(number, place)
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number)
FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace"""
Connection = psycopg.Connection[tuple[object, ...]]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    address = address_of(tmp_path)
    database = PostgresDatabase(address, clock=FakeClock())
    with database.writing() as session:
        session.make_vectors_anew(3)
    database.close()
    with psycopg.connect(address) as connection:
        yield connection


def test_every_table_has_an_owner(connection: Connection) -> None:
    query = """SELECT relname FROM pg_class t WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'owner' AND a.attnotnull)"""
    assert {name for (name,) in connection.execute(query)} == EXEMPT


def test_every_key_and_index_begins_with_the_owner(connection: Connection) -> None:
    found = [
        row for row in connection.execute(KEYS) if row[0] not in EXEMPT and row[1] not in OF_KNOWN_SPACES
    ]
    assert len(found) > 60
    assert not [row for row in found if row[2][0] != "owner"]  # type: ignore[index]


def test_every_table_has_a_primary_key(connection: Connection) -> None:
    query = """SELECT relname FROM pg_class t WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND i.indisprimary)"""
    assert {name for (name,) in connection.execute(query)} == EXEMPT


def test_every_reference_begins_with_the_owner(connection: Connection) -> None:
    found = connection.execute(REFERENCES).fetchall()
    assert len(found) >= 6
    assert not [row for row in found if row[1][0] != "owner"]  # type: ignore[index]


def test_a_schema_whose_keys_have_no_owner_is_refused(tmp_path: Path) -> None:
    address = address_of(tmp_path)
    with psycopg.connect(address) as connection:
        connection.execute("ALTER TABLE quaid_schema RENAME TO quaid_version")
    with pytest.raises(StorageError, match="whose keys have no owner; run `quaid export`"):
        PostgresDatabase(address, clock=FakeClock())
