"""A home is killed in the middle of a round: the next round makes both sides equal, and nothing is there twice."""

import multiprocessing
import socket
import threading
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from quaidpy.errors import QuaidError
from tests.faults.sync_process import meet, opened
from tests.postgres_server import address_of

pytestmark = pytest.mark.faults

_SPAWN = multiprocessing.get_context("spawn")
_HELD_WITHIN_S = 60
_AT_ONCE = 4096


class Toll:
    """A way to the server on which only so many bytes pass in one direction; then all stands still."""

    def __init__(self, folder: Path, url: str, *, most: int, to_server: bool) -> None:
        self._target = Path(conninfo_to_dict(url)["host"]) / ".s.PGSQL.5432"
        self._left, self._to_server = most, to_server
        self.held = threading.Event()
        self._open: list[socket.socket] = []
        folder.mkdir()
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.5432"))
        self._door.listen()
        self.url = make_conninfo(url, host=str(folder))
        threading.Thread(target=self._admit, daemon=True).start()

    def _admit(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._target))
            self._open += [client, server]
            for source, target, counts in (
                (client, server, self._to_server),
                (server, client, not self._to_server),
            ):
                threading.Thread(target=self._carry, args=(source, target, counts), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, counts: bool) -> None:
        try:
            while (part := source.recv(_AT_ONCE)) and not self.held.is_set():
                if counts and len(part) > self._left:
                    target.sendall(part[: self._left])
                    self.held.set()
                    return
                self._left -= len(part) if counts else 0
                target.sendall(part)
        except OSError:
            return

    def close(self) -> None:
        self.held.set()
        for each in (self._door, *self._open):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
            finally:
                each.close()


def killed_in_a_round(home: Path, url: str, folder: Path, *, most: int, to_server: bool) -> None:
    toll = Toll(folder, url, most=most, to_server=to_server)
    process = _SPAWN.Process(target=meet, args=(home, toll.url))
    process.start()
    assert toll.held.wait(_HELD_WITHIN_S), "the round was over before"
    process.kill()
    process.join()
    toll.close()


def exported(home: Path, url: str) -> list[str]:
    with opened(home, url) as memory:
        local = ('"type": "decision"', '"type": "usage"', '"type": "recall_time"')
        return [line for line in memory.export() if not any(each in line for each in local)]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return address_of(tmp_path / "store")


def take_in(home: Path, url: str, name: str) -> None:
    with opened(home, url) as memory:
        for number in range(12):
            memory.store(f"The {name} number {number} of Tom Baker stands in Leeds.")


@pytest.mark.parametrize("to_server", [True, False], ids=["sending", "hearing"])
def test_a_home_that_is_killed_while_it_sends_is_made_whole_by_the_next_round(
    tmp_path: Path, url: str, to_server: bool
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    take_in(one, url, "lamp")
    most = 45_000 if to_server else 12_000
    killed_in_a_round(one, url, tmp_path / "toll", most=most, to_server=to_server)
    meet(one, url)
    assert meet(one, url).moved == 0
    meet(two, url)
    assert exported(two, url) == exported(one, url)
    assert len([line for line in exported(two, url) if '"type": "memory"' in line]) == 12


def test_a_home_that_is_killed_while_it_takes_is_made_whole_by_the_next_round(
    tmp_path: Path, url: str
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    take_in(one, url, "lamp")
    meet(one, url)
    for number, most in enumerate((15_000, 30_000)):
        killed_in_a_round(two, url, tmp_path / f"toll{number}", most=most, to_server=False)
    take_in(two, url, "chair")
    meet(two, url)
    meet(one, url)
    assert meet(two, url).moved == meet(one, url).moved == 0
    assert exported(two, url) == exported(one, url)
    with opened(two, url) as memory:
        assert memory.check() == []


def test_a_store_that_is_away_is_no_error_of_recall(tmp_path: Path) -> None:
    with opened(tmp_path / "one", f"postgresql://ana@/memory?host={tmp_path}") as memory:
        memory.store("Tom Baker lives in Leeds.")
        with pytest.raises(QuaidError, match="memory"):
            meet(tmp_path / "one", f"postgresql://ana@/memory?host={tmp_path}")
        result = memory.recall("where does Tom Baker live?")
    assert [each.text for each in result.results] == ["Tom Baker lives in Leeds."]
    assert [(each.stage, each.reason) for each in result.degraded if each.stage == "sync"] == [
        ("sync", "no round yet")
    ]
