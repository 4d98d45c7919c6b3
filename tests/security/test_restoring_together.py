"""Several callers put a backup in place at once: the database is always one of those they meant."""

import multiprocessing
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from quaidpy.errors import BusyError, UsageError
from quaidpy.home.ownership import Ownership
from quaidpy.settings import load_settings
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.restoring import restore_database
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.parts import Memory, restore_home

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["quaidpy.wiring.parts"])
CALLERS = 3


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with a memory, and the backup of it beside the home."""
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    folder = tmp_path / "home"
    with Memory(home=folder, owner="ana") as memory:
        memory.store("The greenhouse key hangs behind the door.")
        memory.backup(tmp_path / "backup.sqlite")
    return folder


def known(home: Path) -> int:
    with Memory(home=home, owner="ana") as memory:
        return memory.stats()["memories"]


def restore(home: Path, backup: Path) -> None:
    restore_home(load_settings(home=home, owner="ana"), backup)


def restore_again_and_again(home: Path, backup: Path, times: int) -> None:
    for _ in range(times):
        restore(home, backup)


@pytest.mark.timeout(120)
def test_processes_that_restore_at_once_never_leave_an_empty_database(home: Path) -> None:
    backup = home.parent / "backup.sqlite"
    callers = [FORKS.Process(target=restore_again_and_again, args=(home, backup, 2)) for _ in range(CALLERS)]
    for caller in callers:
        caller.start()
    while any(caller.is_alive() for caller in callers):
        assert known(home) == 1
        time.sleep(0.1)
    for caller in callers:
        caller.join()
    assert [caller.exitcode for caller in callers] == [0] * CALLERS
    assert known(home) == 1
    kept = sorted(home.glob("memory.replaced-*.sqlite"))
    assert len(kept) == CALLERS * 2, "each kept what it replaced, under a name of its own"
    assert not list(home.glob("*restoring*"))


def test_threads_that_restore_at_once_take_turns(home: Path) -> None:
    backup = home.parent / "backup.sqlite"
    with ThreadPoolExecutor(CALLERS) as threads:
        done = [threads.submit(restore, home, backup) for _ in range(CALLERS)]
    assert [each.exception() for each in done] == [None] * CALLERS
    assert known(home) == 1


def test_nobody_restores_while_another_has_the_home(home: Path) -> None:
    server = Ownership(str(home))
    assert server.acquire()
    try:
        with pytest.raises(BusyError, match="quaid serve stop"):
            restore_home(load_settings(home=home, owner="ana"), home.parent / "backup.sqlite", within_s=0.05)
    finally:
        server.release()
    restore(home, home.parent / "backup.sqlite")
    assert known(home) == 1


def test_a_restore_waits_for_the_one_before_it(home: Path) -> None:
    other = Ownership(str(home))
    assert other.acquire()
    threading.Timer(0.2, other.release).start()
    restore(home, home.parent / "backup.sqlite")
    assert known(home) == 1


def test_a_copy_that_vanished_meanwhile_replaces_nothing(home: Path) -> None:
    """Whoever takes the checked copy away, as callers that shared its name did: no empty one is made in its place."""
    stop = threading.Event()

    def take_away() -> None:
        while not stop.is_set():
            for copy in home.glob("*restoring*"):
                copy.unlink(missing_ok=True)

    thief = threading.Thread(target=take_away)
    thief.start()
    try:
        for _ in range(10):
            with suppress(
                UsageError
            ):  # it says that the copy is gone; what counts is what is there afterwards
                restore(home, home.parent / "backup.sqlite")
            assert known(home) == 1
    finally:
        stop.set()
        thief.join()


def test_a_database_that_is_only_busy_is_not_moved_away(home: Path) -> None:
    path = home / "memory.sqlite"
    writer = Database(path, clock=SystemClock())
    before = path.stat().st_ino
    with writer.writing(), pytest.raises(BusyError):
        restore_database(path, home.parent / "backup.sqlite", clock=SystemClock(), busy_timeout_s=0.1)
    writer.close()
    assert path.stat().st_ino == before
    assert known(home) == 1


def test_what_a_killed_restore_left_goes_with_the_next(home: Path) -> None:
    left = home / "memory.restoring-left.sqlite"
    left.write_bytes(b"half a copy")
    restore(home, home.parent / "backup.sqlite")
    assert not left.exists()
