"""How does a backup take the place of the database?"""

import os
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp

import apsw

from quaidpy.domain.identity import EVERYBODY
from quaidpy.errors import DamagedError, NewerDatabaseError, StorageError, UsageError
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.change_log import SqlChangeLog, begin_anew
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.errors import engine_errors_named
from quaidpy.storage.sqlite.file.migrations import APPLICATION_ID

_SIDE_FILES = ("-wal", "-shm")
_BUSY_TIMEOUT_S = 30.0


def require_backup(source: Path) -> None:
    """Raises UsageError when there is no such file."""
    if not source.is_file():
        raise UsageError(f"there is no backup {source}; `quaid backup FILE` makes one")


def restore_database(
    path: Path, source: Path, *, clock: Clock, busy_timeout_s: float = _BUSY_TIMEOUT_S
) -> Path | None:
    """Put the backup `source` in the place of `path`; returns where the replaced database is kept, None without one.

    The backup is copied, checked and brought to today's version before anything is replaced. Processes that use the
    database go on with the restored rows; graphs made from the old ones are built anew. One caller at a time.
    Raises UsageError when the source is not a sound quaidpy database, BusyError when somebody writes for too long.
    """
    require_backup(source)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _remove_copies(path)  # of one that was killed
    checked = _checked_copy(source, path, clock)
    try:
        return _put_in_place(checked, path, clock=clock, busy_timeout_s=busy_timeout_s)
    finally:
        _remove_copies(path)


def _put_in_place(checked: Path, path: Path, *, clock: Clock, busy_timeout_s: float) -> Path | None:
    if not path.exists():
        _require_sound(checked)
        checked.replace(path)
        return None
    kept = _name_to_keep(path, clock)
    try:
        _replace_rows(path, checked, kept, clock=clock, busy_timeout_s=busy_timeout_s)
    except (DamagedError, NewerDatabaseError):
        # What is there cannot be read: its files are kept as they are.
        kept.unlink(missing_ok=True)
        _require_sound(checked)
        _move_aside(path, kept)
        checked.replace(path)
    return kept


def _growing(path: Path) -> str:
    """How the names of copies begin that are being checked."""
    return f"{path.stem}.restoring-"


def _remove_copies(path: Path) -> None:
    for copy in path.parent.glob(f"{_growing(path)}*"):
        copy.unlink(missing_ok=True)


def _name_to_keep(path: Path, clock: Clock) -> Path:
    stem = f"{path.stem}.replaced-{clock.now():%Y%m%dT%H%M%S%f}"
    names = (
        path.with_name(f"{stem}{more}{path.suffix}") for more in chain([""], (f"-{n}" for n in count(2)))
    )
    return next(name for name in names if not name.exists())


def _checked_copy(source: Path, path: Path, clock: Clock) -> Path:
    """In a file of its own, that no other caller names."""
    descriptor, name = mkstemp(prefix=_growing(path), suffix=path.suffix, dir=path.parent)
    os.close(descriptor)
    copy = Path(name)
    try:
        with engine_errors_named(source):
            reader = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READONLY)
            _require_ours(reader)
            _copy_pages(reader, apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READWRITE))
        database = Database(copy, clock=clock)
        found = database.integrity()
        database.close()
    except (StorageError, OSError) as err:
        _remove_copies(path)
        raise UsageError(f"{source} cannot be restored: {err}; nothing was changed") from err
    if found:
        _remove_copies(path)
        raise UsageError(f"{source} is damaged ({found[0]}); nothing was changed")
    return copy


def _opened_sound(checked: Path) -> apsw.Connection:
    """The copy as it was checked, and no empty one made in its place. Raises UsageError when it is gone."""
    try:
        with engine_errors_named(checked):
            reader = apsw.Connection(str(checked), flags=apsw.SQLITE_OPEN_READONLY)
            _require_ours(reader)
    except StorageError as err:
        raise UsageError(f"the checked copy of the backup is gone ({err}); nothing was changed") from err
    return reader


def _require_sound(checked: Path) -> None:
    _opened_sound(checked).close()


def _require_ours(connection: apsw.Connection) -> None:
    if connection.pragma("application_id") != APPLICATION_ID:
        connection.close()
        raise StorageError("it is no quaidpy database")


def _copy_pages(source: apsw.Connection, target: apsw.Connection) -> None:
    try:
        with target.backup("main", source, "main") as running:
            while not running.done:
                running.step(10_000)
    finally:
        source.close()
        target.close()


def _replace_rows(path: Path, checked: Path, kept: Path, *, clock: Clock, busy_timeout_s: float) -> None:
    current = Database(path, clock=clock, busy_timeout_s=busy_timeout_s)
    try:
        current.backup(kept)
        last = _last(current)
    finally:
        current.close()
    with engine_errors_named(path):
        target = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        target.set_busy_timeout(round(busy_timeout_s * 1000))
        _copy_pages(_opened_sound(checked), target)
    restored = Database(path, clock=clock, busy_timeout_s=busy_timeout_s)
    try:
        _distrust_followers(restored, last)
    finally:
        restored.close()


def _last(database: Database) -> int:
    with database.reading() as connection:
        (last,) = SqlChangeLog(connection).last(EVERYBODY)
        return last


def _distrust_followers(database: Database, replaced: int) -> None:
    """Nobody who followed the replaced rows may take their place in a restored log for their own.

    Neither a graph, nor a process that has vectors, words, links or rows in memory. `replaced`: the log's last number.
    """
    past = max(replaced, _last(database))
    with database.writing() as connection:
        begin_anew(connection, past)


def _move_aside(path: Path, kept: Path) -> None:
    for suffix in ("", *_SIDE_FILES):
        file = path.with_name(path.name + suffix)
        if file.exists():
            file.replace(kept.with_name(kept.name + suffix))
