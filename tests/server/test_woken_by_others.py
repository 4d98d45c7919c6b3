"""A server that nobody asks learns of what other processes write: in its own database, and in the store it shares."""

import queue
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from quaidpy.domain.identity import Owner
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.services.sync.keeping import sync_now
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import Household
from tests.faults.sync_process import meet, opened
from tests.postgres_server import address_of, used_address_of
from tests.server.conftest import Shell
from tests.waiting import until

MOVED = "Ana moved to Lisbon."
LISTENS = """SELECT count(*) FROM pg_stat_activity
WHERE application_name = 'quaidpy listening' AND datname = current_database()"""
WITHIN_S = 30
"""Far below the time between two rounds, and above what a busy machine needs."""


def keeper_of(home: Path, flags: dict[str, str]) -> Keeper:
    ownership = Ownership(str(home))
    assert ownership.acquire()
    settings = load_settings(home=home, owner="ana", agent="", flags=flags)
    return Keeper(Household(settings), ownership, leave=lambda reason: None)


@pytest.fixture
def kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Keeper, "queue.Queue[Owner]"]]:
    """A server's keeper, and whose chores it did."""
    monkeypatch.setenv("QUAID_STORAGE_URL", used_address_of(home))
    home.mkdir()
    keeper, done = keeper_of(home, {"server.rest_s": "0.05"}), queue.Queue[Owner]()
    keeper.chores = [lambda memory: done.put(memory.owner)]
    keeper.start()
    yield keeper, done
    keeper.end()
    keeper.ownership.release()


def test_a_server_has_chores_when_another_process_writes_for_whom_it_knows(
    kept: tuple[Keeper, "queue.Queue[Owner]"], shell: Shell, home: Path, tmp_path: Path
) -> None:
    keeper, done = kept
    keeper.memory_of(Owner("ana"))
    assert done.get(timeout=WITHIN_S) == "ana"  # as after each call
    until_listening(home)
    with suppress(queue.Empty):  # it may have begun to listen after that
        done.get(timeout=0.5)
    stored = shell("--home", str(tmp_path / "other"), "--owner", "ana", "store", MOVED, QUAID_SERVER="never")
    assert stored.code == 0, stored.err
    assert done.get(timeout=WITHIN_S) == "ana"


def test_a_home_takes_at_once_what_another_one_sent_to_the_store(home: Path, tmp_path: Path) -> None:
    store = used_address_of(tmp_path / "store")
    meet(home, store)
    flags = {"sync.url": store, "sync.owner": "ana", "sync.interval_s": "300"}
    keeper = keeper_of(home, flags)
    keeper.start()
    meet(tmp_path / "other", store)
    until_listening(tmp_path / "store")
    with opened(tmp_path / "other", store) as other:
        other.store(MOVED)
        sync_now(other.parts)
    mine = keeper.memory_of(Owner("ana"))
    until(lambda: [each.text for each in mine.recall("where does Ana live?").results] == [MOVED])
    keeper.end()
    keeper.ownership.release()


def until_listening(home: Path) -> None:
    with psycopg.connect(address_of(home), autocommit=True) as administrator:
        until(lambda: administrator.execute(LISTENS).fetchall() == [(1,)])
