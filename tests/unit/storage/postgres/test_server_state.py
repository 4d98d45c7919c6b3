"""What the server itself says of its rights, tables and figures."""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from quaidpy.ports.servers import ServerState
from quaidpy.storage.postgres.inspecting.server_state import server_state
from quaidpy.storage.postgres.server.database import PostgresDatabase
from tests.fakes import FakeClock
from tests.postgres_server import address_of, let_go, used_address_of

MANY_ROWS = "INSERT INTO looks SELECT 'ana', 'task', n::text, 'hash', '' FROM generate_series(1, 12000) n"
NEGLECTED = f"""REVOKE SELECT ON health FROM quaid_use; REVOKE INSERT ON nights FROM quaid_use;
ALTER TABLE turns NO FORCE ROW LEVEL SECURITY; ALTER TABLE looks SET (autovacuum_enabled = off);
{MANY_ROWS}; DELETE FROM looks"""


def state(address: str) -> ServerState:
    with closing(PostgresDatabase(address, clock=FakeClock())) as database:
        return server_state(database)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> ServerState:
    """Of a server as deploy makes it, by the role that works with memory."""
    return state(used_address_of(tmp_path_factory.mktemp("well")))


@pytest.fixture(scope="module")
def neglected(tmp_path_factory: pytest.TempPathFactory) -> ServerState:
    home = tmp_path_factory.mktemp("neglected")
    with psycopg.connect(address_of(home), autocommit=True) as connection:
        for statement in NEGLECTED.split(";"):
            connection.execute(statement)
        connection.execute(f'ALTER DATABASE "{connection.info.dbname}" CONNECTION LIMIT 40')
        connection.execute("SELECT pg_stat_force_next_flush()")
    return state(used_address_of(home))


def test_the_role_of_deploy_reads_and_writes_and_is_held_by_policies(found: ServerState) -> None:
    assert found.connecting.user == "quaid_use"
    assert (found.rights.passes, found.rights.unread, found.rights.unwritten) == ("", (), ())
    assert found.rights.unguarded == ()
    assert not found.rights.is_read_only


def test_the_server_and_what_it_has_are_named(found: ServerState) -> None:
    assert found.number // 10_000 == int(found.version.split(".")[0])
    assert found.encoding == "UTF8"
    assert found.newest_vector >= found.vector >= "0.7"
    assert found.cluster is None
    assert "pg_stat_statements" in found.statements.missing
    assert found.vacuums


def test_a_socket_of_this_machine_is_local(found: ServerState) -> None:
    assert (found.connecting.is_local, found.connecting.is_encrypted) == (True, False)


def test_a_clock_that_stands_elsewhere_is_seen(found: ServerState) -> None:
    assert found.connecting.clock_ahead_s > 1_000  # the test's own clock stands long ago


def test_tables_come_with_their_partitions_and_indexes_largest_first(found: ServerState) -> None:
    names, sizes = [each.name for each in found.tables], [each.bytes for each in found.tables]
    assert {"memories", "turns", "memory_vector", "postings"} <= {*names}
    assert not any(name.startswith("memory_vector_") for name in names)
    assert sizes == sorted(sizes, reverse=True)
    assert all(0 <= table.index_bytes <= table.bytes for table in found.tables)


def test_what_somebody_took_away_from_the_role_is_named(neglected: ServerState) -> None:
    rights = neglected.rights
    assert (rights.unread, rights.unwritten, rights.unguarded) == (("health",), ("nights",), ("turns",))


def test_a_table_whose_dead_rows_nobody_took_away_is_behind(neglected: ServerState) -> None:
    behind = [table for table in neglected.tables if table.is_behind]
    assert [table.name for table in behind] == ["looks"]
    assert behind[0].dead_rows >= 12_000


def test_the_limit_of_a_database_is_told(neglected: ServerState) -> None:
    limits = {limit.of: limit for limit in neglected.limits}
    assert limits["this database"].most == 40
    assert 0 < limits["this database"].used <= limits["the server"].used


def test_a_home_of_the_tests_that_was_used_before_is_as_new(tmp_path: Path) -> None:
    with psycopg.connect(address_of(tmp_path / "before"), autocommit=True) as connection:
        connection.execute(MANY_ROWS)
    let_go(tmp_path / "before")
    assert not [table.name for table in state(address_of(tmp_path / "after")).tables if table.is_behind]
