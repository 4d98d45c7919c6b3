"""Opening, sharing, migrating and losing the database file."""

import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from quaidpy.errors import BusyError, NewerDatabaseError, ReadOnlyError, StorageError, UsageError
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.migrations import APPLICATION_ID, MIGRATIONS, migrate
from tests.fakes import FakeClock


def opened(path: Path, **more: float) -> Database:
    return Database(path, clock=FakeClock(), **more)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(opened(tmp_path / "home" / "memory.sqlite")) as made:
        yield made


def note(database: Database, key: str) -> None:
    with database.writing() as connection:
        connection.execute("INSERT INTO meta(key, value) VALUES (?, 'x')", (key,))


def notes(database: Database) -> list[str]:
    with database.reading() as connection:
        return [key for (key,) in connection.execute("SELECT key FROM meta ORDER BY key")]


def test_the_home_and_its_files_are_private(database: Database) -> None:
    note(database, "a")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in database.path.parent.iterdir()}
    assert stat.S_IMODE(database.path.parent.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert "memory.sqlite-wal" in modes


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    opened(folder / "memory.sqlite").close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_a_reader_sees_one_commit_while_others_write(database: Database) -> None:
    note(database, "a")
    with database.reading() as connection:
        before = connection.execute("SELECT count(*) FROM meta").fetchall()
        writer = threading.Thread(target=note, args=(database, "b"))
        writer.start()
        writer.join()
        assert connection.execute("SELECT count(*) FROM meta").fetchall() == before
    assert notes(database) == ["a", "b"]


def test_nested_reads_share_one_snapshot(database: Database) -> None:
    with database.reading() as outer, database.reading() as inner:
        assert outer is inner
    with database.reading() as connection:
        assert connection.in_transaction


def test_writes_do_not_nest(database: Database) -> None:
    with database.writing(), pytest.raises(StorageError, match="inside another write"):
        note(database, "a")
    note(database, "b")
    assert notes(database) == ["b"]


def test_the_first_error_is_the_one_that_is_heard(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.writing() as connection:  # noqa: PT012 - the engine rolls back first
        connection.execute("INSERT INTO meta(key) VALUES ('a')")
        connection.execute("ROLLBACK")
        raise ZeroDivisionError
    assert notes(database) == []


@pytest.mark.parametrize(("durable", "level"), [(True, 2), (False, 1)])
def test_durable_writes_are_synced_and_others_not(database: Database, *, durable: bool, level: int) -> None:
    with database.writing(durable=durable) as connection:
        assert connection.pragma("synchronous") == level


def test_threads_take_turns_to_write(database: Database) -> None:
    threads = [threading.Thread(target=note, args=(database, f"{n:02}")) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(notes(database)) == 20


def test_a_lock_held_by_another_is_a_busy_error_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(opened(path, busy_timeout_s=0.1)) as database, closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyError, match="locked by another process"):
            note(database, "a")
        assert notes(database) == []


def test_a_thread_that_writes_too_long_makes_others_busy(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "memory.sqlite", busy_timeout_s=0.1)) as database:
        errors: list[BaseException] = []

        def try_to_write() -> None:
            try:
                note(database, "a")
            except BusyError as err:
                errors.append(err)

        with database.writing():
            thread = threading.Thread(target=try_to_write)
            thread.start()
            thread.join()
        assert len(errors) == 1


def test_a_closed_database_says_so(database: Database) -> None:
    database.close()
    database.close()
    with pytest.raises(StorageError, match="closed"):
        notes(database)
    with pytest.raises(StorageError, match="closed"):
        note(database, "a")


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(b"this is my diary, not a database. " * 100)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="not a quaidpy database"):
        opened(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(apsw.Connection(str(path))) as other:
        other.execute("CREATE TABLE photos(id)")
    with pytest.raises(StorageError, match="another program"):
        opened(path)


def test_a_damaged_database_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(opened(path)) as database:
        note(database, "a")
        database.vacuum()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StorageError, match=r"damaged|failed"), closing(opened(path)) as database:
        notes(database)


def test_a_newer_database_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    opened(path).close()
    with closing(apsw.Connection(str(path))) as other:
        other.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(NewerDatabaseError, match="upgrade quaidpy"):
        opened(path)


@pytest.mark.parametrize("home", ["file", "file/below"])
def test_a_home_that_cannot_be_made_is_read_only(tmp_path: Path, home: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ReadOnlyError, match="QUAID_HOME"):
        opened(tmp_path / home / "memory.sqlite")


def test_a_backup_is_a_whole_private_copy_made_while_others_write(database: Database, tmp_path: Path) -> None:
    note(database, "a")
    target = tmp_path / "copies" / "copy.sqlite"
    with database.writing() as connection:
        connection.execute("INSERT INTO meta(key) VALUES ('b')")
        database.backup(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [path.name for path in target.parent.iterdir()] == ["copy.sqlite"]
    with closing(opened(target)) as copy:
        assert notes(copy) == ["a"]
    with pytest.raises(UsageError, match="exists already"):
        database.backup(target)


NEXT_STEP = "CREATE TABLE more(a TEXT) STRICT"
BROKEN_STEP = "CREATE TABLE half(a TEXT) STRICT; CREATE TABLE half(a TEXT) STRICT"


def stepped(path: Path, *steps: str) -> list[int]:
    """Migrate with further steps; returns the versions that were backed up."""
    saved: list[int] = []
    with closing(apsw.Connection(str(path))) as connection:
        migrate(connection, path, migrations=[*MIGRATIONS, *steps], back_up=saved.append)
    return saved


def test_a_migration_backs_up_first_and_only_when_there_is_something(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    opened(path).close()
    assert stepped(path, NEXT_STEP) == [len(MIGRATIONS)]
    assert stepped(path, NEXT_STEP) == []
    assert stepped(tmp_path / "fresh.sqlite", NEXT_STEP) == []


def test_a_large_backup_ends_though_others_never_stop_writing(database: Database, tmp_path: Path) -> None:
    with database.writing() as connection:
        connection.executemany(
            "INSERT INTO vectors(identity, text_hash, embedding) VALUES ('x', ?, zeroblob(1000000))",
            [(bytes([number]),) for number in range(60)],
        )
    over, count = threading.Event(), 0

    def keep_writing() -> None:
        nonlocal count
        with closing(opened(database.path)) as other:
            while not over.is_set():
                note(other, f"written {count}")
                count += 1

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        database.backup(tmp_path / "copy.sqlite")
    finally:
        over.set()
        writer.join()
    with closing(opened(tmp_path / "copy.sqlite")) as copy:
        assert copy.integrity() == []
        assert len(notes(copy)) <= count + 1


def test_the_backup_of_a_migration_lies_beside_the_database(database: Database) -> None:
    note(database, "a")
    database._back_up_version(1)
    (copy,) = database.path.parent.glob("memory.backup-*")
    assert copy.name == "memory.backup-v1-20260101T000001000000.sqlite"


def test_a_migration_that_fails_leaves_the_old_version_whole(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    opened(path).close()
    with pytest.raises(apsw.SQLError, match="half"):
        stepped(path, NEXT_STEP, BROKEN_STEP)
    with closing(apsw.Connection(str(path))) as connection:
        assert connection.pragma("user_version") == len(MIGRATIONS) + 1
        assert connection.pragma("application_id") == APPLICATION_ID
        assert connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").fetchall() == [
            (0,)
        ]


def test_integrity_is_fine_and_names_orphans(database: Database) -> None:
    assert database.integrity() == []
    with closing(apsw.Connection(str(database.path))) as other:
        other.execute("INSERT INTO mentions(owner, node, entity, weight) VALUES ('a', 'm_1', 'e_1', 1.0)")
    assert len(database.integrity()) == 1
