"""A night is killed, finds the disk full, the database locked, the clock turned back: what then?"""

import json
import multiprocessing
import random
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from quaidpy.domain.identity import RunId
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.nights import NightState
from quaidpy.errors import BusyError, StorageError
from quaidpy.home.nights import NightBackups
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.indexing.rebuilding import derived_differences
from quaidpy.system.clock import SystemClock
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, preview, run_night
from quaidpy_janitor.task import NightTools
from tests.fakes import FakeClock
from tests.faults.night_process import OWNER, finished, plant, run, tools_of

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.night_process"])
_NOT_WHAT_BUT_HOW = {"operation", "decision", "usage"}


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that each test copies."""
    home = tmp_path_factory.mktemp("life")
    plant(home)
    return home


@pytest.fixture
def home(life: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(life, tmp_path / "home"))


@contextmanager
def opened(home: Path) -> Iterator[NightTools]:
    tools = tools_of(home)
    try:
        yield tools
    finally:
        tools.store.close()


def rows(tools: NightTools) -> list[str]:
    """An export without the history, which every change and its undo make longer."""
    found = (row for row in tools.store.export_rows(OWNER) if row["type"] not in _NOT_WHAT_BUT_HOW)
    return sorted(json.dumps(row, sort_keys=True) for row in found)


def outcome(tools: NightTools) -> list[tuple[object, ...]]:
    """What a night came to, whenever it was."""
    told = [row for row in tools.store.export_rows(OWNER) if row["type"] in {"memory", "question"}]
    names = ("id", "status", "text", "superseded_by", "tier", "matter", "subject", "state", "verdict")
    return sorted(tuple(str(row.get(name)) for name in names) for row in told)


def undo(tools: NightTools, run_id: str) -> None:
    done = [each.id for each in tools.store.operations(OWNER, limit=10_000) if each.cause.run == run_id]
    tools.store.undo(done, Cause(owner=OWNER, verb="undo", why="the night"))


@pytest.fixture(scope="module")
def never_killed(life: Path, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    home = Path(shutil.copytree(life, tmp_path_factory.mktemp("whole") / "home"))
    with opened(home) as tools:
        assert not finished(tools).has_failed
        return outcome(tools)


def kill_a_night(home: Path, patience_s: float) -> None:
    """Run a night, and kill it `patience_s` after it began."""
    receive, send = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=run, args=(home, send))
    process.start()
    send.close()
    receive.recv()
    process.join(patience_s)
    process.kill()
    process.join()


def check_a_killed_night(home: Path, patience_s: float, never_killed: list[tuple[object, ...]]) -> None:
    with opened(home) as tools:
        before = rows(tools)
    kill_a_night(home, patience_s)
    with closing(Database(home / "memory.sqlite", clock=SystemClock())) as database:
        assert derived_differences(database) == []
        assert database.integrity() == []
    with opened(home) as tools:
        assert tools.lock.holder(OWNER) is None, "the lock of a dead process is nobody's"
        killed = tools.records.nights(OWNER, limit=9)
        report = finished(tools)
        assert not report.has_failed
        if killed and killed[0].state is NightState.RUNNING:
            assert report.run == killed[0].run
            assert report.resumed == tuple(task.task for task in killed[0].tasks if task.is_done)
        assert {
            task.task: len(task.planned) for task in preview(NIGHT, OWNER, tools).tasks if task.planned
        } == {}
        assert outcome(tools) == never_killed
        assert not list(home.glob("backups/growing-*"))
        undo(tools, killed[0].run if killed else report.run)
        assert rows(tools) == before


@pytest.mark.parametrize("life_number", range(8))
def test_a_killed_night_is_finished_by_the_next_and_taken_back_whole(
    home: Path, life_number: int, never_killed: list[tuple[object, ...]]
) -> None:
    patience_s = random.Random(life_number).uniform(0.0, 1.2)
    check_a_killed_night(home, patience_s, never_killed)


@pytest.mark.long
@pytest.mark.parametrize("life_number", range(100, 200))
def test_a_hundred_killed_nights_are_finished_and_taken_back_whole(
    home: Path, life_number: int, never_killed: list[tuple[object, ...]]
) -> None:
    patience_s = random.Random(life_number).uniform(0.0, 2.5)
    check_a_killed_night(home, patience_s, never_killed)


def test_a_full_disk_fails_the_night_whole_and_the_next_one_finishes_it(
    home: Path, never_killed: list[tuple[object, ...]]
) -> None:
    with opened(home) as tools:
        run_night(NIGHT[:1], OWNER, tools, Orders(is_resuming=False))  # vectors first: most of the room
        before = rows(tools)
        writer = tools.store._database._writer
        pages = writer.pragma("page_count")
        writer.execute(f"PRAGMA max_page_count = {pages + 12}")
        failed = finished(tools)
        assert any("no room left" in (task.failure or "") for task in failed.tasks)
        assert {task.skipped for task in failed.tasks if task.task == "graduate"} == {
            "an earlier memory task failed"
        }
        assert tools.store._database.integrity() == []
        writer.execute("PRAGMA max_page_count = 1000000")
        report = finished(tools)
        assert not report.has_failed
        assert outcome(tools) == never_killed
        for each in (report.run, failed.run):
            undo(tools, each)
        assert rows(tools) == before


def test_a_backup_that_finds_the_disk_full_leaves_no_half_copy_and_changes_nothing(home: Path) -> None:
    with opened(home) as tools:
        before = rows(tools)
        report = finished(replace(tools, backups=_FullDisk(tools, home)))
        assert "no room left" in (report.tasks[0].failure or "")
        assert rows(tools) == before
        assert not list(home.glob("backups/*"))
        assert not finished(tools).has_failed


class _FullDisk(NightBackups):
    """Fills up in the middle of the copy."""

    def __init__(self, tools: NightTools, home: Path) -> None:
        super().__init__(_HalfCopying(tools.store._database.path, clock=SystemClock()), home)


class _HalfCopying(Database):
    def backup(self, target: Path) -> None:
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(b"half a database")
        raise StorageError(f"{target}: no room left on the disk")


def test_while_another_process_writes_for_long_the_night_says_so_and_the_next_one_finishes(
    home: Path, never_killed: list[tuple[object, ...]]
) -> None:
    other = apsw.Connection(str(home / "memory.sqlite"))
    with opened(home) as tools:
        tools.store._database._writer.set_busy_timeout(100)

        class Blocked(NightBackups):
            def make(self, run: RunId) -> str:
                other.execute("BEGIN IMMEDIATE")
                return super().make(run)

        with pytest.raises(BusyError, match="locked by another process; try again"):
            finished(replace(tools, backups=Blocked(tools.store._database, home)))
        other.execute("ROLLBACK")
        other.close()
        assert tools.lock.holder(OWNER) is None
        assert not finished(tools).has_failed
        assert outcome(tools) == never_killed


def test_a_clock_that_was_turned_back_changes_nothing_and_breaks_nothing(home: Path) -> None:
    with opened(home) as tools:
        assert not finished(tools).has_failed
        before = outcome(tools)
        for days in (3, 700):
            earlier = FakeClock(tools.clock.now() - timedelta(days=days))
            assert not finished(replace(tools, clock=earlier)).has_failed
        assert {row[2] for row in outcome(tools)} == {row[2] for row in before}
        with closing(Database(home / "memory.sqlite", clock=SystemClock())) as database:
            assert derived_differences(database) == []


def test_what_a_copying_that_was_killed_left_goes_with_the_next_night(home: Path) -> None:
    backups = home / "backups"
    backups.mkdir()
    (backups / "growing-run_of_yesterday.sqlite").write_bytes(b"half a copy")
    with opened(home) as tools:
        report = finished(tools)
    assert [path.name for path in backups.iterdir()] == [f"before-{report.run}.sqlite"]
