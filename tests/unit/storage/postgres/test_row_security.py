"""By the role that uses the tables nobody sees rows of an owner whom the transaction does not name."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import StorageError
from quaidpy.storage.postgres.search.index import PostgresSearch
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.postgres_server import address_of, used_address_of
from tests.samples import ANA, BEN, SEARCH_TUNING, cause, edge, entity, episode, memory, turn

TABLES = """SELECT c.relname FROM pg_class c WHERE c.relkind IN ('r', 'p')
AND c.relnamespace = current_schema()::regnamespace AND c.relname <> 'quaid_schema' ORDER BY c.relname"""
UNGUARDED = f"""{TABLES.replace("ORDER BY c.relname", "")} AND NOT (c.relrowsecurity AND c.relforcerowsecurity
AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))"""
Connection = psycopg.Connection[tuple[object, ...]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    embedder, text = HashingEmbedder(), "Ben keeps bees"
    with closing(PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())) as database:
        store = PostgresMemories(database, FakeClock(), CountedIds())
        for owner in (ANA, BEN):
            with store.writing(cause(owner)) as writing:
                writing.put_entity(entity("e_1", "Ben", owner=owner))
                writing.put_episode(episode(owner=owner))
                writing.put_turns([turn(0, text, owner=owner)])
                writing.put_memory(memory("m_1", text, owner=owner))
                writing.put_edge(edge("r_1", "e_1", "knows", "e_2", owner=owner))
                writing.put_vectors(embedder.identity, {text: embedder.embed([text])[0]})
    return tmp_path


@pytest.fixture
def connection(home: Path) -> Iterator[Connection]:
    with psycopg.connect(used_address_of(home)) as connection:
        yield connection


def seen(connection: Connection) -> dict[str, set[object]]:
    """Of each table that shows anything, whose."""
    tables = [str(name) for (name,) in connection.execute(TABLES)]
    found = {
        table: {owner for (owner,) in connection.execute(f"SELECT owner FROM {table}")} - {""}
        for table in tables
    }
    return {table: owners for table, owners in found.items() if owners}


def test_every_table_is_guarded(connection: Connection) -> None:
    assert connection.execute(UNGUARDED).fetchall() == []


def test_without_an_owner_nothing_is_seen(connection: Connection) -> None:
    assert seen(connection) == {}


def test_of_another_owner_nothing_is_seen_by_any_table(connection: Connection) -> None:
    connection.execute("SET LOCAL quaid.owners = 'ana'")
    found = seen(connection)
    assert {
        "memories",
        "turns",
        "edges",
        "adjacency",
        "postings",
        "vectors",
        "operations",
        "change_log",
    } <= found.keys()
    assert any(table.startswith("memory_vector_") for table in found)
    assert set().union(*found.values()) == {ANA}


def test_of_another_owner_nothing_is_changed(connection: Connection) -> None:
    connection.execute("SET LOCAL quaid.owners = 'ana'")
    assert connection.execute("UPDATE memories SET text = 'x' WHERE owner = 'ben'").rowcount == 0
    assert connection.execute("DELETE FROM memories WHERE owner = 'ben'").rowcount == 0
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        connection.execute("INSERT INTO suppressions(owner, memory, context) VALUES ('ben', 'm_1', 'work')")


def test_the_setting_ends_with_the_transaction(connection: Connection) -> None:
    connection.execute("SET LOCAL quaid.owners = 'ana'")
    connection.rollback()
    assert seen(connection) == {}


def test_the_role_makes_no_tables_and_says_who_does(tmp_path: Path) -> None:
    with psycopg.connect(address_of(tmp_path)) as connection:
        connection.execute("UPDATE quaid_schema SET number = number - 1")
    with pytest.raises(StorageError, match="does not let this user"):
        PostgresDatabase(used_address_of(tmp_path), clock=FakeClock())


def test_what_concerns_all_is_done_by_that_role_too(home: Path) -> None:
    with closing(PostgresDatabase(used_address_of(home), clock=FakeClock())) as database:
        assert PostgresMemories(database, FakeClock(), CountedIds()).owners() == [ANA, BEN]
        search = PostgresSearch(database, SEARCH_TUNING)
        search.rebuild()
        search.read_in(ANA)
        for owner in (ANA, BEN):
            hits = search.text("bees", Corpus.MEMORIES, Filter(owner=owner), limit=9)
            assert [hit.node for hit in hits] == ["m_1"]
