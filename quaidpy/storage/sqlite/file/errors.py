"""Which of our errors does an engine error mean, and what should the user do?"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage

import apsw

from quaidpy.errors import BusyError, DamagedError, ReadOnlyError, StorageError


@contextmanager
def engine_errors_named(path: Path) -> Iterator[None]:
    """Turn the engine's errors inside the block into ours, naming the database file."""
    try:
        yield
    except apsw.Error as err:
        raise storage_error(err, path) from err


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
