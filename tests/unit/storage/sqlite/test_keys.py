"""The owner comes first in every key; where it does not, the key never leaves the engine, and here is why."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from tests.fakes import FakeClock

WITHOUT_OWNER = {
    # What a text is embedded as does not depend on whose text it is.
    "vectors": {("identity", "text_hash")},
    # Of the home, not of an owner.
    "meta": {("key",)},
    "access_tokens": {("name",), ("digest",)},
    # Who knows of a space is asked before anybody knows whose it is.
    "space_members": {("member",)},
    "spaces": {("policy",)},
    # One number a transaction, for all owners: whoever keeps rows in memory follows one log.
    "change_log": {("seq", "told")},
    # By the text of an embedding that has just been kept.
    "memory_index": {("text_hash",)},
    "turn_index": {("text_hash",)},
    "passage_index": {("text_hash",)},
    # Parts of a document, which is an owner's.
    "chunks": {("document", "position")},
    "chunk_parts": {("chunk", "position"), ("text_hash",)},
}
NUMBERED = {"memory_index", "turn_index", "passage_index", "documents", "chunks", "file_writes"}
"""By a number of the file: the full-text index and the arrays in memory name rows by it."""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[SqliteSession]:
    with closing(Database(tmp_path / "memory.sqlite", clock=FakeClock())) as made, made.reading() as view:
        yield view


def tables(session: SqliteSession) -> list[str]:
    query = """SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND sql NOT LIKE 'CREATE VIRTUAL%' AND NOT EXISTS (SELECT 1 FROM sqlite_schema v
        WHERE v.sql LIKE 'CREATE VIRTUAL%' AND sqlite_schema.name LIKE v.name || '~_%' ESCAPE '~')"""
    return [name for (name,) in session.values(query)]


def keys(session: SqliteSession, table: str) -> set[tuple[str, ...]]:
    """Columns of every index of the table, the primary key's among them."""
    names = [row[1] for row in session.execute(f"PRAGMA index_list({table})")]
    return {tuple(row[2] for row in session.execute(f"PRAGMA index_info({name})")) for name in names}


def test_every_key_has_the_owner_first_or_a_reason(session: SqliteSession) -> None:
    found = {table: {key for key in keys(session, table) if key[0] != "owner"} for table in tables(session)}
    assert {table: others for table, others in found.items() if others} == WITHOUT_OWNER


def test_every_other_table_has_an_owner_who_is_the_first_in_some_key(session: SqliteSession) -> None:
    keyed = {table for table in tables(session) if any(key[0] == "owner" for key in keys(session, table))}
    assert set(tables(session)) - keyed == {
        "vectors",
        "meta",
        "access_tokens",
        "chunks",
        "chunk_parts",
        "file_writes",
    }


def test_only_these_are_known_by_a_number(session: SqliteSession) -> None:
    numbered = {
        table
        for table in tables(session)
        for _, _, kind, _, _, place in session.execute(f"PRAGMA table_info({table})")
        if place == 1 and kind == "INTEGER" and not any(key[0] == "chunk" for key in keys(session, table))
    }
    assert numbered == NUMBERED
