"""A backup takes the place of the database whole, and nothing is lost on the way."""

from functools import partial
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.recall.queries import Corpus, Filter
from quaidpy.errors import UsageError
from quaidpy.ports.changes import Topic
from quaidpy.storage.cached.store import cached_store
from quaidpy.storage.feeding.rows import kept_rows
from quaidpy.storage.sql.change_log import SqlChangeLog, note_changes
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.restoring import restore_database
from quaidpy.storage.sqlite.search.index import SqliteSearch
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from tests.fakes import CountedIds, FakeClock, HashingEmbedder
from tests.samples import ANA, SEARCH_TUNING, cause, memory

CLOCK = FakeClock()
EMBEDDER = HashingEmbedder()


def note(path: Path, value: str) -> None:
    database = Database(path, clock=CLOCK)
    with database.writing() as connection:
        connection.execute(
            "INSERT INTO meta(key, value) VALUES ('note', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
            (value,),
        )
        note_changes(connection, ANA, Topic.NODES, ["m_1"])
    database.close()


def noted(path: Path) -> str:
    database = Database(path, clock=CLOCK)
    with database.reading() as connection:
        found = connection.execute("SELECT value FROM meta WHERE key = 'note'").fetchall()
    database.close()
    return str(found[0][0])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    note(tmp_path / "memory.sqlite", "then")
    database = Database(tmp_path / "memory.sqlite", clock=CLOCK)
    database.backup(tmp_path / "backup.sqlite")
    database.close()
    note(tmp_path / "memory.sqlite", "now")
    return tmp_path


def test_a_restored_database_is_as_it_was_and_the_replaced_one_is_kept(home: Path) -> None:
    kept = restore_database(home / "memory.sqlite", home / "backup.sqlite", clock=CLOCK)
    assert noted(home / "memory.sqlite") == "then"
    assert kept is not None
    assert noted(kept) == "now"
    assert not list(home.glob("*restoring*"))


def test_a_process_that_has_the_database_open_sees_the_restored_rows(home: Path) -> None:
    open_already = Database(home / "memory.sqlite", clock=CLOCK)
    restore_database(home / "memory.sqlite", home / "backup.sqlite", clock=CLOCK)
    with open_already.reading() as connection:
        assert connection.execute("SELECT value FROM meta WHERE key = 'note'").fetchall() == [("then",)]
    open_already.close()


def test_what_a_process_holds_in_memory_is_of_the_restored_rows(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    here = Database(path, clock=CLOCK)
    kept = cached_store(SqliteMemories(here, CLOCK, CountedIds()), partial(kept_rows, here), most=100)
    search = SqliteSearch(here, SEARCH_TUNING)

    def put(text: str) -> None:
        with kept.writing(cause()) as writing:
            writing.put_memory(memory("m_1", text))
            writing.put_vectors(EMBEDDER.identity, {text: EMBEDDER.embed([text])[0]})

    def known() -> tuple[list[str], int, float]:
        (vector,) = EMBEDDER.embed(["Ana lives in Lisbon"])
        search.read_in(ANA)
        keep = Filter(owner=ANA)
        near = [search.nearest(vector, Corpus.MEMORIES, keep, limit=1)[0].score for _ in range(3)]
        found = search.text("Lisbon", Corpus.MEMORIES, keep, limit=9)
        return [each.text for each in kept.memories(ANA, [MemoryId("m_1")])], len(found), round(near[-1], 3)

    put("Ana lives in Lisbon")
    then = known()
    here.backup(tmp_path / "backup.sqlite")
    for text in ("Ana lives in Porto", "Ana moved to Faro", "Ben bakes rye bread"):
        put(text)
    assert known() != then
    restore_database(path, tmp_path / "backup.sqlite", clock=CLOCK)
    assert known() == then
    here.close()


def test_no_graph_of_the_replaced_rows_is_taken_for_one_of_the_restored(home: Path) -> None:
    def head_and_pruned() -> tuple[int, int]:
        database = Database(home / "memory.sqlite", clock=CLOCK)
        with database.reading() as connection:
            log = SqlChangeLog(connection)
            found = log.last(ANA)[0], log.pruned_upto(ANA)
        database.close()
        return found

    before, _ = head_and_pruned()
    restore_database(home / "memory.sqlite", home / "backup.sqlite", clock=CLOCK)
    head, pruned = head_and_pruned()
    assert before < pruned <= head


@pytest.mark.parametrize("content", [b"", b"not a database at all, only text" * 100])
def test_what_is_no_backup_is_refused_and_changes_nothing(home: Path, content: bytes) -> None:
    (home / "wrong.sqlite").write_bytes(content)
    with pytest.raises(UsageError, match="nothing was changed"):
        restore_database(home / "memory.sqlite", home / "wrong.sqlite", clock=CLOCK)
    assert noted(home / "memory.sqlite") == "now"


def test_a_damaged_database_is_kept_as_it_is_and_replaced(home: Path) -> None:
    (home / "memory.sqlite").write_bytes(b"damaged" * 1000)
    for side in ("-wal", "-shm"):
        (home / f"memory.sqlite{side}").unlink(missing_ok=True)
    kept = restore_database(home / "memory.sqlite", home / "backup.sqlite", clock=CLOCK)
    assert noted(home / "memory.sqlite") == "then"
    assert kept is not None
    assert kept.read_bytes().startswith(b"damaged")


def test_a_home_without_a_database_gets_the_backup(home: Path, tmp_path: Path) -> None:
    assert restore_database(tmp_path / "new" / "memory.sqlite", home / "backup.sqlite", clock=CLOCK) is None
    assert noted(tmp_path / "new" / "memory.sqlite") == "then"
