"""A worker joins: shards move onto it while many remember and recall, and nothing that was acknowledged is lost."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from quaidpy.domain.identity import MemoryId, Owner
from quaidpy.errors import BusyError, QuaidError
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.care import ServerCare
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.parts import Household
from tests import citus_server

pytestmark = [pytest.mark.citus, pytest.mark.timeout(900)]

SHARDS = 6  # a number of no other home on the cluster: only shards of this one move together
OWNERS = [Owner(f"owner_{number}") for number in range(12)]
CLIENTS = 4
WITHIN_S = 30  # that the clients are at work before, and after
_NODES = (
    "SELECT nodename, nodeport FROM pg_dist_node WHERE noderole = 'primary' AND groupid > 0 ORDER BY nodeport"
)
_TAKES_SHARDS = "SELECT citus_set_node_property(%s, %s, 'shouldhaveshards', %s)"
_SHARDS_ON = """SELECT count(*) FROM citus_shards
WHERE table_name = 'memories'::regclass AND nodename = %s AND nodeport = %s"""
Node = tuple[str, int]


@dataclass
class Said:
    """What clients did. `stored`: of each owner the ids that were acknowledged; `failed`: what they were told."""

    stored: list[tuple[Owner, MemoryId]] = field(default_factory=list)
    recalled: int = 0
    failed: list[str] = field(default_factory=list)
    slowest_s: float = 0.0


@contextmanager
def a_new_worker() -> Iterator[Node]:
    """The last node: none of what is spread in this block lies on it at first."""
    with psycopg.connect(citus_server.CLUSTER, autocommit=True) as connection:
        nodes = connection.execute(_NODES).fetchall()
        if len(nodes) < 3:
            pytest.skip("a cluster of three workers is needed")
        worker: Node = nodes[-1]
        connection.execute(_TAKES_SHARDS, (*worker, False))
        try:
            yield worker
        finally:
            connection.execute(_TAKES_SHARDS, (*worker, True))


def at_work(household: Household, number: int, said: Said, stop: threading.Event) -> None:
    """A client: stores something of an owner, asks for it, goes on with the next owner."""
    turn = 0
    while not stop.is_set():
        turn += 1
        owner, word = OWNERS[(number + turn) % len(OWNERS)], f"Harbour{number}_{turn}"
        begun = time.monotonic()
        try:
            store_and_ask(household.memory_of(owner), owner, word, said)
        except BusyError:
            continue
        except QuaidError as err:
            said.failed.append(f"{type(err).__name__}: {err}")
        finally:
            said.slowest_s = max(said.slowest_s, time.monotonic() - begun)


def store_and_ask(memory: Memory, owner: Owner, word: str, said: Said) -> None:
    outcome = memory.store(f"Ana painted the boats of {word} in blue.").outcome
    said.stored.append((owner, (outcome.inserted or outcome.confirmed)[0]))
    found = memory.recall(f"what did Ana paint in {word}?").results
    if any(word in result.text for result in found):
        said.recalled += 1
    else:
        said.failed.append(f"{word} was stored, and not found")


def wait_for(enough: int, said: Said) -> None:
    """Until so many were stored, or for WITHIN_S."""
    deadline = time.monotonic() + WITHIN_S
    while len(said.stored) < enough and time.monotonic() < deadline:
        time.sleep(0.1)


def test_shards_move_onto_a_new_worker_and_nothing_is_lost(clean_environment: Path) -> None:
    with a_new_worker() as worker:
        address = citus_server.spread_home("rebalanced", shards=SHARDS)
    flags = {"storage.url": address, "embedding.model": "none", "graph.engine": "none"}
    household = Household(load_settings(home=clean_environment, flags=flags, environment={}))
    said, stop = Said(), threading.Event()
    clients = [
        threading.Thread(target=at_work, args=(household, number, said, stop)) for number in range(CLIENTS)
    ]
    with psycopg.connect(address, autocommit=True) as connection:
        assert connection.execute(_SHARDS_ON, worker).fetchall() == [(0,)]
        for client in clients:
            client.start()
        wait_for(2 * CLIENTS, said)
        before, begun = len(said.stored), time.monotonic()
        connection.execute(
            "SELECT rebalance_table_shards('memories', shard_transfer_mode => 'force_logical')"
        )
        during, took_s = len(said.stored) - before, time.monotonic() - begun
        wait_for(len(said.stored) + 2 * CLIENTS, said)
        stop.set()
        for client in clients:
            client.join()
        assert connection.execute(_SHARDS_ON, worker).fetchall() == [(SHARDS // 3,)]
    household.close()
    print(
        f"{SHARDS // 3} of {SHARDS} shards of each table moved in {took_s:.0f} s, while {during} statements were stored;"
        f" {len(said.stored)} in all, {said.recalled} recalled, the slowest turn took {said.slowest_s:.1f} s"
    )
    assert said.failed == []
    assert during
    check(address, said)


def check(address: str, said: Said) -> None:
    """All that was acknowledged is there, and what is derived agrees with the rows."""
    database = PostgresDatabase(address, clock=SystemClock())
    try:
        with database.reading() as session:
            for owner in OWNERS:
                there = session.values("SELECT id FROM memories WHERE owner = :owner", {"owner": owner})
                assert {memory for whose, memory in said.stored if whose == owner} <= {
                    each for (each,) in there
                }
        assert ServerCare(database, Path()).differences() == []
    finally:
        database.close()
