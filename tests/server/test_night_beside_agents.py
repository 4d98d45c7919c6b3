"""A night beside a server that agents recall from and store to: no write is lost, and it is undone there."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Filter
from quaidpy.errors import QuaidError
from quaidpy.home.ownership import is_owned
from quaidpy.interfaces.client import Client
from tests.faults.night_process import OWNER, plant
from tests.server.conftest import Shell

_NOT_WHAT_BUT_HOW = {"operation", "decision", "usage"}


def rows(home: Path, only: set[str] | None = None) -> set[str]:
    """Exported rows without history; with `only` those about these memories."""
    with Memory(home=home, owner=OWNER) as memory:
        found = [json.loads(line) for line in memory.export()]
    return {
        json.dumps(row, sort_keys=True)
        for row in found
        if row["type"] not in _NOT_WHAT_BUT_HOW and (only is None or row.get("id") in only)
    }


@contextmanager
def agents_at_work(client: Client, told: list[str], failures: list[str]) -> Iterator[None]:
    """Two of them, until the block ends: one stores numbered statements, one recalls."""
    over = threading.Event()

    def store() -> None:
        number = 0
        while not over.is_set():
            text = f"Zacharias counted {1000 + number} lanterns in Uppsala."
            client.call("POST", "/v1/memories", {"text": text})
            told.append(text)
            number += 1

    def recall() -> None:
        while not over.is_set():
            client.call("POST", "/v1/recall", {"query": "How many lanterns did Zacharias count?"})

    def watched(work: object) -> None:
        assert callable(work)
        try:
            work()
        except QuaidError as err:
            failures.append(str(err))

    threads = [threading.Thread(target=watched, args=(work,)) for work in (store, recall)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.mark.faults
def test_a_night_beside_a_served_home_loses_no_write_and_is_undone_through_the_server(
    home: Path, client: Client, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_OWNER", OWNER)
    plant(home)
    before = rows(home)
    planted = {row["id"] for row in map(json.loads, before) if "id" in row}
    client = Client(str(home), owner=OWNER)
    client.call("GET", "/v1/health")
    told: list[str] = []
    failures: list[str] = []
    with agents_at_work(client, told, failures):
        ran = shell("janitor", "run", "--json")
    assert is_owned(str(home)), "the server was there all the time"
    assert failures == []
    assert ran.out, ran.err
    night = json.loads(ran.out)
    assert {task["task"]: task["failure"] for task in night["tasks"] if task["failure"]} == {}
    assert ran.code == 0, ran.err
    assert sum(task["applied"] for task in night["tasks"]) > 20
    with Memory(home=home, owner=OWNER) as memory:
        stored = {each.text for each in memory.memories(Filter(owner=OWNER), limit=10_000)}
    assert set(told) <= stored
    assert len(told) > 1
    assert shell("undo", night["run"]).code == 0
    assert rows(home, planted) == {row for row in before if json.loads(row).get("id") in planted}
