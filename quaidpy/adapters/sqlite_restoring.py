"""How does a backup take the place of the database?"""

import os
from collections.abc import Mapping
from pathlib import Path

import apsw

from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_errors import engine_errors_named
from quaidpy.adapters.sqlite_graph_rows import PRUNED_UPTO
from quaidpy.adapters.sqlite_index_changes import tell_all_changed
from quaidpy.adapters.sqlite_migrations import APPLICATION_ID
from quaidpy.adapters.sqlite_row_changes import tell_all_rows
from quaidpy.errors import StorageError, UsageError
from quaidpy.ports import Clock

_LISTS = ("outbox", "vector_changes", "row_changes")
_SIDE_FILES = ("-wal", "-shm")


def restore_database(path: Path, source: Path, *, clock: Clock) -> Path | None:
    """Put the backup `source` in the place of `path`; returns where the replaced database is kept, None without one.

    The backup is copied, checked and brought to today's version before anything is replaced. Processes that use the
    database go on with the restored rows; graphs made from the old ones are built anew.
    Raises UsageError when the source is not a sound quaidpy database.
    """
    checked = _checked_copy(source, path.with_name(f"{path.stem}.restoring{path.suffix}"), clock)
    try:
        if not path.exists():
            checked.replace(path)
            return None
        kept = path.with_name(f"{path.stem}.replaced-{clock.now():%Y%m%dT%H%M%S}{path.suffix}")
        try:
            _replace_rows(path, checked, kept, clock)
        except StorageError:
            # The database there is itself damaged: keep its files as they are.
            kept.unlink(missing_ok=True)
            _move_aside(path, kept)
            checked.replace(path)
        return kept
    finally:
        checked.unlink(missing_ok=True)


def _checked_copy(source: Path, copy: Path, clock: Clock) -> Path:
    copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy.unlink(missing_ok=True)
    if not source.is_file():
        raise UsageError(f"there is no backup {source}; `quaid backup FILE` makes one")
    try:
        with engine_errors_named(source):
            reader = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
            _require_ours(reader)
            os.close(os.open(copy, os.O_CREAT | os.O_RDWR, 0o600))
            _copy_pages(reader, apsw.Connection(str(copy)))
        database = Database(copy, clock=clock)
        found = database.integrity()
        database.close()
    except StorageError as err:
        copy.unlink(missing_ok=True)
        raise UsageError(f"{source} cannot be restored: {err}; nothing was changed") from err
    if found:
        copy.unlink(missing_ok=True)
        raise UsageError(f"{source} is damaged ({found[0]}); nothing was changed")
    return copy


def _require_ours(connection: apsw.Connection) -> None:
    if connection.pragma("application_id") != APPLICATION_ID:
        raise StorageError("it is no quaidpy database")


def _copy_pages(source: apsw.Connection, target: apsw.Connection) -> None:
    try:
        with target.backup("main", source, "main") as running:
            while not running.done:
                running.step(10_000)
    finally:
        source.close()
        target.close()


def _replace_rows(path: Path, checked: Path, kept: Path, clock: Clock) -> None:
    current = Database(path, clock=clock)
    try:
        current.backup(kept)
        heads = _heads(current)
    finally:
        current.close()
    with engine_errors_named(path):
        _copy_pages(apsw.Connection(str(checked)), apsw.Connection(str(path)))
    restored = Database(path, clock=clock)
    try:
        _distrust_followers(restored, heads)
    finally:
        restored.close()


def _heads(database: Database) -> dict[str, int]:
    """Of each list of changes its last number."""
    with database.reading() as connection:
        found = connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    return {str(name): int(str(seq)) for name, seq in found if name in _LISTS}


def _distrust_followers(database: Database, replaced: Mapping[str, int]) -> None:
    """Nobody who followed the replaced rows may take their place in a restored list for their own.

    Neither a graph, nor a process that has vectors, words, links or rows in memory.
    """
    restored = _heads(database)
    heads = {name: max(replaced.get(name, 0), restored.get(name, 0)) + 1 for name in _LISTS}
    with database.writing() as connection:
        connection.execute("DELETE FROM outbox")
        for name, head in heads.items():
            connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            connection.execute("INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", (name, head))
        tell_all_changed(connection)
        tell_all_rows(connection)
        connection.execute(
            "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
            (PRUNED_UPTO, str(heads["outbox"])),
        )


def _move_aside(path: Path, kept: Path) -> None:
    for suffix in ("", *_SIDE_FILES):
        file = path.with_name(path.name + suffix)
        if file.exists():
            file.replace(kept.with_name(kept.name + suffix))
