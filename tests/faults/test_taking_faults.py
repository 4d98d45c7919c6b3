"""Killed while many sources are taken in: whole transactions are there or not, and doing it again goes on."""

import json
import multiprocessing
import random
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quaidpy.remember.pipeline import IntakeReport, remember_all
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.stores.care import ServerCare
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.indexing.rebuilding import derived_differences
from quaidpy.system.clock import SystemClock
from tests.faults.taking_process import OWNER, SOURCES, take_in, tools_of
from tests.postgres_server import address_of
from tests.stored_rows import comparable_rows

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.taking_process"])


def killed_after(place: Path | str, patience_s: float) -> int:
    """Take in, be killed `patience_s` after the start; how many sources were said to be done."""
    receive, send = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=take_in, args=(place, send))
    process.start()
    send.close()
    done = receive.recv()
    process.join(patience_s)
    process.kill()
    process.join()
    try:
        while receive.poll():
            done = receive.recv()
    except EOFError:
        pass  # the pipe of a dead process ends
    return int(done)


def whole(place: Path | str) -> list[str]:
    """What is stored once everything was taken in without being killed any more."""
    tools = tools_of(place)
    with closing(tools.store):
        answers = remember_all(SOURCES, tools)
        assert all(isinstance(answer, IntakeReport) for answer in answers)
        rows = map(json.dumps, tools.store.export_rows(OWNER))
        return comparable_rows(rows, year=datetime.now(UTC).year)


def differences(place: Path | str) -> list[str]:
    if isinstance(place, Path):
        with closing(Database(place, clock=SystemClock())) as file:
            return derived_differences(file)
    with closing(PostgresDatabase(place, clock=SystemClock())) as server:
        return ServerCare(server, Path()).differences()


def kill_and_complete(killed: Path | str, never_killed: Path | str, life: int) -> None:
    chance = random.Random(life)
    done = killed_after(killed, chance.uniform(0.02, 0.9))
    tools = tools_of(killed)
    with closing(tools.store):
        episodes = tools.store.recent_episodes(OWNER, limit=100)
        stored = [tools.store.turns_of(OWNER, episode.id) for episode in episodes]
    assert all(len(turns) == 3 for turns in stored), "the turns of a source come whole"
    assert sum(episode.extracted_turns == 3 for episode in episodes) >= done
    assert differences(killed) == []
    assert whole(killed) == whole(never_killed)


@pytest.mark.parametrize("life", range(6))
def test_a_kill_loses_no_finished_source_and_a_second_run_completes_it(tmp_path: Path, life: int) -> None:
    kill_and_complete(tmp_path / "killed.sqlite", tmp_path / "whole.sqlite", life)


@pytest.mark.parametrize("life", [0, *(pytest.param(life, marks=pytest.mark.long) for life in range(1, 20))])
def test_a_kill_of_a_client_loses_no_finished_source_of_a_server(tmp_path: Path, life: int) -> None:
    kill_and_complete(address_of(tmp_path), tmp_path / "whole.sqlite", life)
