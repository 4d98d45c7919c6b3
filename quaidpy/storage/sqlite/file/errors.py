"""Which of our errors does an engine error mean, and what should the user do?"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from shutil import disk_usage
from typing import ParamSpec, TypeVar

import apsw

from quaidpy.errors import BusyError, DamagedError, ReadOnlyError, StorageError

_Given = ParamSpec("_Given")
_Read = TypeVar("_Read")


@contextmanager
def engine_errors_named(path: Path) -> Iterator[None]:
    """Turn the engine's errors inside the block into ours, naming the database file."""
    try:
        yield
    except apsw.Error as err:
        raise storage_error(err, path) from err


def readable(read: Callable[_Given, _Read]) -> Callable[_Given, _Read]:
    """For what makes a value of a stored row: one that cannot be made is damage, and is told as that."""

    @wraps(read)
    def told(*given: _Given.args, **named: _Given.kwargs) -> _Read:
        try:
            return read(*given, **named)
        except (ValueError, KeyError, TypeError) as err:
            raise DamagedError(
                f"a row of the database cannot be read ({err!r}); run `quaid doctor`, or restore a backup"
            ) from err

    return told


def storage_error(err: apsw.Error, path: Path) -> StorageError:
    """Ours for theirs: class by what the user can do about it."""
    if isinstance(err, apsw.IOError | apsw.CantOpenError) and _is_nearly_full(path):
        # The files beside the database cannot grow, which the engine tells as a failure of the disk.
        return StorageError(_NO_ROOM.format(path=path))
    for theirs, ours, message in _MEANINGS:
        if isinstance(err, theirs):
            return ours(message.format(path=path, reason=err))
    if "is full" in str(err):  # the vector extension passes the reason on in its own words
        return StorageError(_NO_ROOM.format(path=path))
    return StorageError(f"the database {path} failed ({err}); run `quaid doctor`")


def _is_nearly_full(path: Path) -> bool:
    try:
        return disk_usage(path.parent).free < _ENOUGH
    except OSError:
        return False  # the folder itself is gone: then that is what is to be told


_ENOUGH = 256 * 1024  # bytes: the index of a write-ahead log alone takes 32 KB, and is made in one piece
_NO_ROOM = "no room left to write {path}; nothing of this change was kept. Free some disk space and repeat"
_MEANINGS: tuple[tuple[tuple[type[apsw.Error], ...], type[StorageError], str], ...] = (
    (
        (apsw.BusyError, apsw.LockedError),
        BusyError,
        "{path} is locked by another process; try again, or find it with `quaid doctor` and stop it",
    ),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError, apsw.AuthError),
        ReadOnlyError,
        "{path} cannot be written; check the permissions of the file and its folder",
    ),
    (
        (apsw.CantOpenError,),
        ReadOnlyError,
        "{path} cannot be opened or made; check that its folder exists and is yours",
    ),
    (
        (apsw.FullError,),
        StorageError,
        _NO_ROOM,
    ),
    (
        (apsw.NotADBError,),
        DamagedError,
        "{path} is not a quaidpy database; move it away, or set QUAID_HOME to another folder",
    ),
    (
        (apsw.CorruptError,),
        DamagedError,
        "{path} is damaged ({reason}); run `quaid doctor`, or restore a backup",
    ),
    (
        (apsw.IOError,),
        StorageError,
        "reading or writing {path} failed ({reason}); check the disk, then repeat",
    ),
    (
        (apsw.ConstraintError,),
        StorageError,
        "{path} refused a row ({reason}); nothing of this change was kept",
    ),
)
