"""Processes killed, many writers, full disks, words that must be gone from every file."""

import random
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, EpisodeId, MemoryId, OperationId, RecallId
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import StorageError
from quaidpy.home.files import Home
from quaidpy.storage.cached.store import cached_store
from quaidpy.storage.feeding.rows import kept_rows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.care import FileCare
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from quaidpy.system.clock import SystemClock
from quaidpy.system.fresh_ids import SortableIds
from tests.faults.killable import (
    EMBEDDER,
    open_and_close,
    open_store,
    write_many,
    write_one,
    write_until_killed,
)
from tests.faults.killing import FORKS, acknowledged_until_killed
from tests.samples import ANA, SEARCH_TUNING, cause, entity, episode, memory, turn

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]


@contextmanager
def opened(path: Path) -> Iterator[SqliteMemories]:
    store = open_store(path)
    try:
        yield store
    finally:
        store.close()


@pytest.mark.parametrize("life", range(10))
def test_kill_at_any_point_loses_no_acknowledged_operation(tmp_path: Path, life: int) -> None:
    path, chance = tmp_path / "memory.sqlite", random.Random(life)
    with opened(path) as store:
        write_one(store, "first", chance)
    for kill in range(20):
        said = acknowledged_until_killed(
            write_until_killed, path, life * 100 + kill, chance.choice([0.001, 0.01, 0.03, 0.06])
        )
        with opened(path) as store:
            for each in said:
                if each.startswith("purged "):
                    assert store.memories(ANA, [MemoryId(each.removeprefix("purged "))]) == []
                else:
                    assert store.operation(ANA, OperationId(each)).id == each
            assert Home(FileCare(store._database), tmp_path).differences() == [], (
                f"after kill {kill} of life {life}"
            )


def test_what_is_kept_in_memory_follows_writers_that_are_killed(tmp_path: Path) -> None:
    path, chance = tmp_path / "memory.sqlite", random.Random(7)
    with opened(path) as store, closing(Database(path, clock=SystemClock())) as reader:
        write_one(store, "first", chance)
        rows = SqliteMemories(reader, SystemClock(), SortableIds())
        kept = cached_store(rows, partial(kept_rows, reader), most=1_000)
        in_memory = SqliteSearch(reader, SEARCH_TUNING)
        in_file = SqliteSearch(reader, replace(SEARCH_TUNING, words_in_memory_mb=0, vectors_in_memory_mb=0))
        for kill in range(10):
            in_memory.read_in(ANA)
            list(kept.read_in(ANA))
            acknowledged_until_killed(
                write_until_killed, path, 7_000 + kill, chance.choice([0.001, 0.01, 0.03, 0.06])
            )
            keep = Filter(owner=ANA)
            ids = [each.id for each in rows.memories_where(keep, limit=10_000)]
            people = [EntityId(f"e_{number}") for number in range(6)]
            assert kept.memories(ANA, ids) == rows.memories(ANA, ids), f"after kill {kill}"
            assert kept.entities(ANA, people) == rows.entities(ANA, people), f"after kill {kill}"
            for query, corpus in product(["bees", "number 3", "name"], [Corpus.MEMORIES, Corpus.TURNS]):
                found = in_memory.text(query, corpus, keep, limit=20)
                assert found == in_file.text(query, corpus, keep, limit=20), f"after kill {kill}"
            with reader.reading() as connection:
                numbers = connection.execute("SELECT DISTINCT seq FROM change_log ORDER BY seq").fetchall()
            assert numbers == [(number,) for number in range(1, len(numbers) + 1)], f"after kill {kill}"


def test_eight_processes_write_and_nothing_is_missing(tmp_path: Path) -> None:
    path, writers, count = tmp_path / "memory.sqlite", 8, 500
    processes = [FORKS.Process(target=write_many, args=(path, n, count)) for n in range(writers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * writers
    with opened(path) as store:
        found = store.memories_where(Filter(owner=ANA), limit=2 * writers * count)
        assert len(found) == writers * count
        assert len(store.operations(ANA, limit=2 * writers * count)) == writers * count
        assert Home(FileCare(store._database), tmp_path).differences() == []


def test_many_processes_may_make_the_same_home_at_once(tmp_path: Path) -> None:
    for home in range(5):
        path = tmp_path / str(home) / "memory.sqlite"
        processes = [FORKS.Process(target=open_and_close, args=(path,)) for _ in range(8)]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        assert [process.exitcode for process in processes] == [0] * 8


def fill_until_refused(store: SqliteMemories) -> int:
    """Big memories until the store says that there is no room; how many it took."""
    for number in range(10_000):
        with store.writing(cause()) as writing:
            writing.put_memory(memory(f"m_{number:05}", f"{number} bees " + "buzz " * 2_000))
    raise AssertionError("the disk never filled")


def check_after_full_disk(store: SqliteMemories, home: Path) -> None:
    stored = store.memories_where(Filter(owner=ANA), limit=10_000)
    assert len(stored) == len(store.operations(ANA, limit=10_000)) > 0
    assert store._database.integrity() == []
    assert home.exists()


def test_a_full_database_refuses_whole_and_keeps_what_was_there(tmp_path: Path) -> None:
    with opened(tmp_path / "memory.sqlite") as store:
        store._database._writer.execute("PRAGMA max_page_count = 300")
        with pytest.raises(StorageError, match="no room left"):
            fill_until_refused(store)
        check_after_full_disk(store, tmp_path)
        store._database._writer.execute("PRAGMA max_page_count = 100000")
        write_one(store, "later", random.Random(1))
        assert Home(FileCare(store._database), tmp_path).differences() == []


MOUNT = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run([*MOUNT, str(disk)], check=False, capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("may not mount a small disk here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_refuses_whole_and_keeps_what_was_there(small_disk: Path) -> None:
    with opened(small_disk / "memory.sqlite") as store:
        ballast = small_disk / "ballast"
        ballast.write_bytes(b"x" * 500_000)
        with pytest.raises(StorageError, match=r"no room left|failed"):
            fill_until_refused(store)
        check_after_full_disk(store, small_disk)
        ballast.unlink()
        with store.writing(cause()) as writing:
            writing.put_memory(memory("m_later", "there is room again"))
    with opened(small_disk / "memory.sqlite") as store:
        assert store._database.integrity() == []


SECRET = "Zanzibarxylophone"


def test_purged_words_are_in_no_file_of_the_home(tmp_path: Path) -> None:
    path = tmp_path / "home" / "memory.sqlite"
    with opened(path) as store:
        for number in range(20):
            write_one(store, f"other_{number}", random.Random(number))
        tell_secret(store)
        with store.writing(cause(verb="edit")) as writing:
            writing.put_memory(memory("m_secret", f"Ana moved the {SECRET} again"))
        store.undo([store.operations(ANA, limit=1)[0].id], cause(verb="undo"))
        assert is_in_files(path.parent)
        store.purge(ANA, [MemoryId("m_secret")], [EpisodeId("ep_secret")])
        assert not is_in_files(path.parent)
        assert Home(FileCare(store._database), path.parent).differences() == []
        assert len(store.memories_where(Filter(owner=ANA), limit=99)) == 20
    assert not is_in_files(path.parent)


def tell_secret(store: SqliteMemories) -> None:
    text = f"Ana hides the {SECRET} at home"
    with store.writing(cause()) as writing:
        writing.put_episode(episode("ep_secret"))
        writing.put_turns([turn(0, text, "ep_secret")])
        writing.put_entity(entity("e_secret", SECRET, aliases=(f"the {SECRET}",)))
        writing.put_memory(memory("m_secret", text, keywords=(SECRET,)))
        writing.put_mentions([Mention(MemoryId("m_secret"), entity("e_secret", SECRET).id)])
        writing.put_vectors(EMBEDDER.identity, {text: EMBEDDER.embed([text])[0]})
        writing.log_decisions([Decision(outcome="ADD", reason="new", text=text)])
        writing.queue_relation("hides", text)
    store.record_recall(
        ANA, RecallId("q_1"), f"where is the {SECRET}", f'{{"id": "m_secret", "text": "{text}"}}'
    )


def is_in_files(folder: Path) -> bool:
    content = b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file()).lower()
    return any(part in content for part in (SECRET.lower().encode(), b"zanzibarxyl"))
