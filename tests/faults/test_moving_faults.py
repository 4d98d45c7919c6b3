"""A move is killed, at any point: what then? The same call goes on, and nothing is lost or there twice."""

import json
import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest

from quaidpy.errors import StorageError
from quaidpy.settings import load_settings
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.system.clock import SystemClock
from quaidpy.wiring.moving import FILE, MoveReport, kept_files, move_home
from quaidpy.wiring.parts import Memory
from tests.faults.moving_process import move_until
from tests.postgres_server import used_address_of

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.moving_process"])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    folder = tmp_path / "home"
    for owner in ("ana", "ben"):
        with Memory(home=folder, owner=owner) as memory:
            for place in ("Lisbon", "Porto", "Leeds"):
                memory.store(f"{owner.title()} has seen {place}.")
    return folder


@pytest.fixture
def url(home: Path) -> str:
    return used_address_of(home)


def exported(home: Path) -> list[str]:
    found = []
    for owner in ("ana", "ben"):
        with Memory(home=home, owner=owner) as memory:
            found += memory.export()
    return found


def moved(home: Path, url: str, told: Callable[[str, int, int], None] = lambda *_: None) -> MoveReport:
    return move_home(load_settings(home=home), url, told)


def killed(home: Path, url: str, work: str, rows: int) -> None:
    process = FORKS.Process(target=move_until, args=(home, url, work, rows))
    process.start()
    process.join(60)
    assert process.exitcode == -9


def test_a_move_that_was_killed_goes_on(home: Path, url: str) -> None:
    before = exported(home)
    killed(home, url, "moving", 20)
    assert exported(home) == before  # the file is in use still
    killed(home, url, "comparing", 1)
    report = moved(home, url)
    assert report.moved
    assert report.moved.is_resumed
    assert not report.moved.written  # the call before had come as far as comparing
    assert exported(home) == before
    assert not (home / "moves.json").exists()


def test_so_does_one_back_into_a_file(home: Path, url: str) -> None:
    before = exported(home)
    moved(home, url)
    killed(home, FILE, "comparing", 5)
    assert exported(home) == before
    assert not (home / "memory.sqlite").exists()
    report = moved(home, FILE)
    assert report.moved
    assert report.moved.is_resumed
    assert exported(home) == before
    assert not (home / "moving").exists()


def test_what_was_written_between_two_calls_comes_along(home: Path, url: str) -> None:
    killed(home, url, "comparing", 5)
    with Memory(home=home, owner="ana") as memory:
        memory.store("Ana has seen Oslo.")
    before = exported(home)
    moved(home, url)
    assert exported(home) == before


def test_one_that_ended_before_the_old_file_was_put_aside_is_finished(home: Path, url: str) -> None:
    note: dict[str, str] = {}
    before = exported(home)
    moved(home, url, lambda *_: note.update(note=(home / "moves.json").read_text()))
    # As it was right after the switch.
    (kept,) = kept_files(home)
    kept.rename(home / "memory.sqlite")
    (home / "moves.json").write_text(note["note"])

    report = moved(home, url)
    assert report.moved is None
    assert report.kept == kept
    assert kept.exists()
    assert not (home / "memory.sqlite").exists()
    assert exported(home) == before


def test_one_that_ended_right_before_the_switch_goes_on(home: Path, url: str) -> None:
    note: dict[str, str] = {}
    before = exported(home)
    moved(home, url)
    moved(home, FILE, lambda *_: note.update(note=(home / "moves.json").read_text()))
    # As it was when the file was in its place, and the settings did not say so yet.
    (home / "config.toml").write_text(f"[storage]\nurl = {json.dumps(url)}\n")
    (home / "moves.json").write_text(note["note"])
    report = moved_again(home)
    assert report.target == str(home / "memory.sqlite")
    assert exported(home) == before


def moved_again(home: Path) -> MoveReport:
    """The mark of the move in the file is what a kill at that point leaves there."""
    identity = json.loads((home / "moves.json").read_text())[FILE]["move"]
    database = Database(home / "memory.sqlite", clock=SystemClock())
    with database.writing() as session:
        value = json.dumps({"from": "the server", "owners": ["ana", "ben"]})
        session.execute(
            "INSERT INTO meta(key, value) VALUES (:key, :value)", {"key": f"move:{identity}", "value": value}
        )
    database.close()
    return moved(home, FILE)


def test_whoever_has_the_old_file_open_cannot_write_into_it(home: Path, url: str) -> None:
    with Memory(home=home, owner="ana") as late:
        late.store("Ana has seen Rome.")
        moved(home, url)
        with pytest.raises(StorageError, match="was moved away while it was open, so nothing was written"):
            late.store("Ana has seen Oslo.")
