"""A home is killed in the middle of a round: the next round makes both sides equal, and nothing is there twice."""

import multiprocessing
import socket
import threading
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from quaidpy.errors import QuaidError
from tests.faults.sync_process import meet, opened
from tests.postgres_server import used_address_of

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
    return used_address_of(tmp_path / "store")


def take_in(home: Path, url: str, name: str) -> None:
    with opened(home, url) as memory:
        for number in range(12):
            memory.store(f"The {name} number {number} of Tom Baker stands in Leeds.")


def test_homes_that_are_killed_while_they_send_and_take_are_made_whole_by_the_next_round(
    tmp_path: Path, url: str
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    take_in(one, url, "lamp")
    killed_in_a_round(one, url, tmp_path / "sending", most=45_000, to_server=True)
    meet(one, url)
    assert meet(one, url).moved == 0
    killed_in_a_round(two, url, tmp_path / "taking", most=30_000, to_server=False)
    take_in(two, url, "chair")
    meet(two, url)
    meet(one, url)
    assert meet(two, url).moved == meet(one, url).moved == 0
    assert exported(two, url) == exported(one, url)
    assert len([line for line in exported(two, url) if '"type": "memory"' in line]) == 24
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
