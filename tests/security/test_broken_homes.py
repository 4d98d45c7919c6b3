"""What is broken in a home is told for what it is, and what can be made anew is made anew."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import apsw
import pytest

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Query
from quaidpy.errors import DamagedError, StorageError
from quaidpy.interfaces.server_address import read_pointer
from quaidpy.remember.changing.editing import Edit
from quaidpy.settings import SettingsError, load_settings
from quaidpy.storage.sqlite.file.errors import storage_error
from quaidpy.storage.sqlite.file.working_copies import clear_left_copies, working_copy_folder
from quaidpy.storage.sqlite.stores.memories import SqliteMemories
from quaidpy.wiring.parts import Memory

OWNER = Owner("default")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    folder = tmp_path / "home"
    with Memory(home=folder) as memory:
        memory.store("Nadia lives in Porto.")
    return folder


def changed(home: Path, sql: str) -> None:
    connection = apsw.Connection(str(home / "memory.sqlite"))
    connection.execute(sql)
    connection.close()


# An empty file


def test_a_database_of_no_bytes_is_no_empty_memory(home: Path) -> None:
    for file in home.glob("memory.sqlite*"):
        file.unlink()
    (home / "memory.sqlite").touch()
    with pytest.raises(DamagedError, match=r"0 bytes.*quaid restore"):
        Memory(home=home)


def test_a_new_home_is_made_where_there_is_no_database(tmp_path: Path) -> None:
    with Memory(home=tmp_path / "new") as memory:
        assert memory.stats()["memories"] == 0


# What a killed check left


def test_the_copy_of_a_killed_check_goes_and_that_of_a_running_one_stays(tmp_path: Path) -> None:
    with working_copy_folder(tmp_path) as running:
        left = tmp_path / ".check-left"
        left.mkdir()
        (left / "held").touch()
        (left / "copy.sqlite").write_bytes(b"words of somebody")
        assert clear_left_copies(tmp_path) == [".check-left"]
        assert running.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_an_older_version_goes_once_nobody_can_be_using_it(tmp_path: Path) -> None:
    fresh, old = tmp_path / ".check-fresh", tmp_path / ".check-old"
    for folder in (fresh, old):
        folder.mkdir()
    os.utime(old, (0, 0))
    assert clear_left_copies(tmp_path) == [".check-old"]


def test_a_check_clears_up_after_the_one_before_it(home: Path) -> None:
    left = home / ".check-left"
    left.mkdir()
    (left / "held").touch()
    with Memory(home=home) as memory:
        assert memory.check() == []
    assert not left.exists()


# Derived tables

DERIVED = (
    "memory_index", "turn_index", "memory_text", "turn_text", "window_text", "memory_terms", "turn_terms", "adjacency",
    "change_log", "chunk_text", "chunk_window",
)  # fmt: skip


@pytest.mark.parametrize("table", DERIVED)
def test_a_missing_table_is_made_anew(home: Path, table: str) -> None:
    changed(home, f"DROP TABLE {table}")
    with Memory(home=home) as memory:
        memory.rebuild()
        assert memory.check() == []
        memory.store("Oleg lives in Turin.")
        assert memory.recall("where does Nadia live?").results


@pytest.mark.parametrize("table", ["memory_index", "turn_index", "adjacency", "change_log"])
def test_an_emptied_table_is_filled_anew(home: Path, table: str) -> None:
    changed(home, f"DELETE FROM {table}")
    with Memory(home=home) as memory:
        memory.rebuild()
        assert memory.check() == []
        assert memory.recall("where does Nadia live?").results


# Rows that nobody can read


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE memories SET keywords = '{'",
        "UPDATE entities SET attributes = '['",
        "UPDATE operations SET changes = '[['",
        "UPDATE turns SET text = CAST(x'b5ff' AS TEXT)",
    ],
)
def test_an_export_of_a_damaged_database_says_that_it_is_damaged(home: Path, sql: str) -> None:
    changed(home, sql)
    with Memory(home=home) as memory, pytest.raises(DamagedError, match="cannot be read"):
        list(memory.export())


@pytest.mark.parametrize("column", ["kind", "status", "stated_at"])
def test_a_value_that_is_none_of_ours_is_damage(home: Path, column: str) -> None:
    changed(home, f"UPDATE memories SET {column} = 'zz'")
    with Memory(home=home) as memory, pytest.raises(DamagedError, match="cannot be read"):
        memory.recall("where does Nadia live?")


# A nearly full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)]
    if (
        shutil.which("mount") is None
        or subprocess.run(mount, check=False, capture_output=True).returncode != 0
    ):
        pytest.skip("may not mount a small disk here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_nearly_full_disk_is_called_that(small_disk: Path, home: Path) -> None:
    shutil.copytree(home, small_disk / "home")
    ballast = small_disk / "ballast"
    with ballast.open("wb") as file:
        file.write(b"x" * (shutil.disk_usage(small_disk).free - 8192))
    with pytest.raises(StorageError, match="no room left"), Memory(home=small_disk / "home") as memory:
        memory.store("Oleg lives in Turin.")
    ballast.unlink()
    with Memory(home=small_disk / "home") as memory:
        assert memory.stats()["memories"] == 1


def test_a_failing_disk_with_room_is_not_called_full(tmp_path: Path) -> None:
    assert "check the disk" in str(storage_error(apsw.IOError("disk I/O error"), tmp_path / "memory.sqlite"))


# Files beside the database


def test_a_configuration_that_is_not_utf_8_is_told_as_that(home: Path) -> None:
    (home / "config.toml").write_bytes(b'x = "\xff"\n')
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_settings(home=home)


@pytest.mark.parametrize(
    "text",
    [
        "", "garbage", "[1]", "{}", '{"api": [1], "mcp": 2, "pid": 1, "token": null}', '{"api": {}}', "[" * 50_000,
        '{"api": "a\\u0000b", "mcp": "x", "pid": 1, "token": null}', '{"api": "a", "mcp": "b", "token": null}',
        '{"api": "a", "mcp": "b", "pid": 1, "token": 5}', '{"api": 99999999, "mcp": 1, "pid": 1, "token": null}',
    ],
)  # fmt: skip
def test_a_damaged_pointer_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "server.json").write_text(text)
    assert read_pointer(str(tmp_path)) is None


# Asking about then


def test_what_was_known_before_an_edit_is_worded_as_it_was(home: Path) -> None:
    with Memory(home=home) as memory:
        (hit,) = [each for each in memory.recall("where does Nadia live?").results if each.memory]
        assert hit.memory is not None
        before = memory.now()
        memory.edit(hit.memory.id, Edit(text="Nadia lives in Lyon."))
        memory.edit(hit.memory.id, Edit(text="Nadia lives in Ghent."))

        def told(query: Query) -> list[str]:
            return [each.text for each in memory.recall(query).results if each.memory]

        assert told(Query(text="where does Nadia live?", known_at=before)) == ["Nadia lives in Porto."]
        assert told(Query(text="where does Nadia live?")) == ["Nadia lives in Ghent."]
        later = memory.now() + timedelta(seconds=1)
        assert told(Query(text="where does Nadia live?", known_at=later)) == ["Nadia lives in Ghent."]


def test_the_words_of_then_are_those_of_the_first_change_since(home: Path) -> None:
    with Memory(home=home) as memory:
        store = memory.parts.remembering.store
        assert isinstance(store, SqliteMemories)
        (hit,) = [each.memory for each in memory.recall("where does Nadia live?").results if each.memory]
        at = memory.now()
        assert store.texts_at(OWNER, [hit.id], at) == {}
        memory.edit(hit.id, Edit(text="Nadia lives in Lyon."))
        assert store.texts_at(OWNER, [hit.id], at) == {hit.id: "Nadia lives in Porto."}
        assert store.texts_at(OWNER, [hit.id], memory.now()) == {}
        assert store.texts_at(Owner("somebody else"), [hit.id], at) == {}
