"""Which of our errors does an engine error mean, and what should the user do?"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
    for theirs, ours, message in _MEANINGS:
        if isinstance(err, theirs):
            return ours(message.format(path=path, reason=err))
    if "is full" in str(err):  # the vector extension passes the reason on in its own words
        return StorageError(_NO_ROOM.format(path=path))
    return StorageError(f"the database {path} failed ({err}); run `quaid doctor`")


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
