"""Memory on a PostgreSQL server: clients killed, the server killed, connections cut, many clients at once."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId, OperationId
from quaidpy.domain.recall.queries import Filter
from quaidpy.errors import StorageError
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.care import ServerCare
from quaidpy.storage.postgres.stores.memories import PostgresMemories
from quaidpy.system.clock import SystemClock
from quaidpy.system.fresh_ids import SortableIds
from tests.faults.client_process import Told, remember_and_recall
from tests.faults.killable import write_one, write_to_server_until_killed
from tests.faults.killing import FORKS, acknowledged_until_killed, at_work
from tests.faults.own_server import OwnServer
from tests.postgres_server import address_of
from tests.samples import ANA

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

PAUSES = [0.001, 0.02, 0.05, 0.1]
_CUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'quaidpy' AND datname = current_database() AND query LIKE 'COMMIT%'"""


@contextmanager
def opened(url: str) -> Iterator[tuple[PostgresMemories, ServerCare]]:
    clock = SystemClock()
    database = PostgresDatabase(url, clock=clock)
    store = PostgresMemories(database, clock, SortableIds())
    try:
        yield store, ServerCare(database, Path())
    finally:
        store.close()


def check(url: str, said: list[str]) -> None:
    """All that was acknowledged is there, nothing is there by half, and what is derived agrees with the rows."""
    with opened(url) as (store, care):
        for each in said:
            match each.split(" ", 1):
                case ["purged", doomed]:
                    assert store.memories(ANA, [MemoryId(doomed)]) == []
                case ["refused", _]:
                    pass
                case [operation]:
                    assert store.operation(ANA, OperationId(operation)).id == operation
        known = store.memories_where(Filter(owner=ANA), limit=100_000)
        edges = {edge.memory for edge in store.edges_of(ANA, [EntityId("e_0")])}
        for memory in known:
            talk = EpisodeId(memory.id.replace("m_", "ep_"))
            assert store.turns_of(ANA, talk), f"the turns of {memory.id}"
            assert memory.id in edges, f"the edge of {memory.id}"
        assert care.differences() == []


def kill_clients(url: str, kills: int) -> list[str]:
    chance, said = random.Random(5), list[str]()
    with opened(url) as (store, _):
        write_one(store, "first", chance)
    for kill in range(kills):
        said += acknowledged_until_killed(write_to_server_until_killed, url, kill, chance.choice(PAUSES))
    return said


def test_a_client_that_is_killed_loses_no_acknowledged_operation(tmp_path: Path) -> None:
    url = address_of(tmp_path)
    check(url, kill_clients(url, 5))


@pytest.mark.long
def test_a_hundred_kills_of_clients(tmp_path: Path) -> None:
    url = address_of(tmp_path)
    check(url, kill_clients(url, 100))


@pytest.fixture(scope="module")
def own_server() -> Iterator[OwnServer]:
    server = OwnServer()
    yield server
    server.remove()


def end_backend(server: OwnServer) -> None:
    server.kill_backends()
    server.wait()


def stop_and_start(server: OwnServer) -> None:
    server.stop_at_once()
    server.start()


def kill_and_start(server: OwnServer) -> None:
    server.kill()
    server.start()


WAYS = [end_backend, stop_and_start, kill_and_start]


def end_server_while_it_commits(
    server: OwnServer, name: str, ways: list[Callable[[OwnServer], None]]
) -> list[str]:
    """Two clients write on, whatever happens to the server; what both were told."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = server.url.replace("/postgres?", f"/{name}?")
    chance = random.Random(6)
    with opened(url) as (store, _):
        write_one(store, "first", chance)
    with (
        at_work(write_to_server_until_killed, url, 1) as one,
        at_work(write_to_server_until_killed, url, 2) as other,
    ):
        for way in ways:
            for client in (one, other):
                client.listen(chance.choice(PAUSES))
            way(server)
            for client in (one, other):
                client.listen_for(3)
    check(url, one.said + other.said)
    return one.said + other.said


def test_a_server_that_is_killed_in_the_middle_of_commits_keeps_what_it_acknowledged(
    own_server: OwnServer,
) -> None:
    said = end_server_while_it_commits(own_server, "ended", WAYS)
    refusals = {each for each in said if each.startswith("refused")}
    assert refusals
    assert all("the database ended on" in each for each in refusals), refusals


def test_whoever_asks_a_server_that_is_away_hears_it_and_goes_on_when_it_is_back(
    own_server: OwnServer,
) -> None:
    with opened(own_server.url) as (store, _):
        said = write_one(store, "before", random.Random(1))
        own_server.stop_at_once()
        with pytest.raises(StorageError, match="cannot be reached"):
            store.operation(ANA, OperationId(said))
        own_server.start()
        assert store.operation(ANA, OperationId(said)).id == said
        own_server.stop_at_once()
        own_server.start()
        write_one(store, "after", random.Random(2))


@pytest.mark.long
def test_sixty_ends_of_a_server(own_server: OwnServer) -> None:
    end_server_while_it_commits(own_server, "often", WAYS * 20)


def cut_at_commits(url: str, cuts: int) -> tuple[int, list[str]]:
    """How many connections were cut while they committed, and what the client was told."""
    done = threading.Event()
    cut = 0
    with at_work(write_to_server_until_killed, url, 1) as client:

        def listen() -> None:
            while not done.is_set():
                client.listen(0.05)

        listening = threading.Thread(target=listen)
        listening.start()
        with psycopg.connect(url, autocommit=True) as connection:
            while cut < cuts:
                cut += sum(was_cut for (was_cut,) in connection.execute(_CUT).fetchall())
        done.set()
        listening.join()
    return cut, client.said


def test_a_connection_that_is_cut_in_the_middle_of_a_commit_leaves_nothing_half_written(
    tmp_path: Path,
) -> None:
    url = address_of(tmp_path)
    _, said = cut_at_commits(url, 10)
    check(url, said)


def many_clients(url: str, folder: Path, *, machines: int, threads: int, times: int) -> None:
    """Each machine has a home and some threads; all write and recall as one owner."""
    receive, send = FORKS.Pipe(duplex=False)
    processes = [
        FORKS.Process(
            target=remember_and_recall, args=(url, folder / str(number), number, threads, times, send)
        )
        for number in range(machines)
    ]
    for process in processes:
        process.start()
    told: list[Told] = [receive.recv() for _ in processes]
    for process in processes:
        process.join()
    assert [each.errors for each in told] == [[]] * machines
    with opened(url) as (store, care):
        ids = [MemoryId(identity) for each in told for identity in each.acknowledged]
        assert len(ids) == machines * threads * times
        assert len(store.memories(ANA, ids)) == len(ids)
        assert care.differences() == []


def test_24_clients_write_and_recall_at_once(tmp_path: Path) -> None:
    many_clients(address_of(tmp_path), tmp_path, machines=3, threads=8, times=1)


@pytest.mark.long
def test_24_clients_for_long(tmp_path: Path) -> None:
    many_clients(address_of(tmp_path), tmp_path, machines=4, threads=6, times=40)
