"""Servers are killed under the hands of many clients: nothing acknowledged is lost, nobody sees an error."""

import multiprocessing
import os
import signal
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from quaidpy import Filter, Memory
from quaidpy.domain.memories.memory import Status
from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
from quaidpy.interfaces.client import Client
from quaidpy.interfaces.server_address import LOG, read_pointer
from tests.faults.serving_process import use_until_told

pytestmark = pytest.mark.faults


@pytest.fixture
def home(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    return clean_environment


def test_clients_outlive_a_few_killed_servers(home: Path) -> None:
    outcome = torment(home, clients=3, kills=2, every_s=1.0)
    assert outcome["killed"] == 2


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_twelve_clients_outlive_twenty_five_killed_servers(home: Path) -> None:
    outcome = torment(home, clients=12, kills=25, every_s=4.0)
    assert outcome["killed"] == 25


def torment(home: Path, *, clients: int, kills: int, every_s: float) -> dict[str, Any]:
    """Kill the server so often under so many clients, then check what they were told. Returns what happened."""
    Client(str(home)).call("GET", "/v1/health")
    context = multiprocessing.get_context("spawn")
    pipes, processes = [], []
    for number in range(clients):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(
            target=use_until_told, args=(str(home), number, theirs, kills * every_s + 4)
        )
        process.start()
        theirs.close()
        pipes.append(ours)
        processes.append(process)
    killed = kill_servers(home, kills, every_s)
    told: dict[str, list[Any]] = defaultdict(list)
    for pipe in pipes:
        try:
            while True:
                what, about = pipe.recv()
                told[what].append(about)
        except EOFError:
            pipe.close()
    for process in processes:
        process.join()
    starts = (home / LOG).read_text().count(" serves ")
    ask_to_leave(str(home), within_s=30)
    check(home, told)
    acknowledged = {what: len(told[what]) for what in ("stored", "taken", "forgotten", "recalled")}
    print(f"\n{killed} kills, {starts} starts, {acknowledged}, longest wait {max(told['stall']):.2f} s")
    return {"killed": killed, "starts": starts, **acknowledged}


def kill_servers(home: Path, kills: int, every_s: float) -> int:
    """Each time another process, which all who ask find."""
    killed: list[int] = []
    while len(killed) < kills:
        time.sleep(every_s)
        found = {Client(str(home)).call("GET", "/v1/health")["pid"] for _ in range(3)}
        pointer = read_pointer(str(home))
        assert pointer is not None
        assert found == {pointer["pid"]}
        assert pointer["pid"] not in killed
        os.kill(pointer["pid"], signal.SIGKILL)
        killed.append(pointer["pid"])
    return len(killed)


def check(home: Path, told: dict[str, list[Any]]) -> None:
    assert told["error"] == []
    with Memory(home=home) as memory:
        assert memory.check_files() == []
        keep = Filter(owner=memory.owner)
        texts = [each.text for each in memory.memories(keep, limit=100_000)]
        assert [text for text in told["stored"] if texts.count(text) != 1] == []
        words = {turn.text for each in memory.episodes(limit=100_000) for turn in memory.turns(each.id)}
        assert [word for word in told["taken"] if not any(word in text for text in words)] == []
        forgotten = {memory.show(each).status for each in told["forgotten"]}
        assert forgotten <= {Status.ARCHIVED}
