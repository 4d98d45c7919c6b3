"""Which of our errors does an error of the server mean, and what should the user do?"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from quaidpy.errors import BusyError, ReadOnlyError, StorageError

_WHERE_PASSWORDS_ARE = (
    "PGPASSWORD, a line of ~/.pgpass or of PGPASSFILE (of mode 0600, for just this host, port, database and user), or a"
    " service file"
)
_MEANINGS: tuple[tuple[tuple[type[Exception], ...], type[StorageError], str], ...] = (
    (
        (errors.LockNotAvailable, errors.QueryCanceled, errors.DeadlockDetected, errors.SerializationFailure),
        BusyError,
        "{server} is busy with another writer ({reason}); nothing of this change was kept, try again",
    ),
    (
        (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege),
        ReadOnlyError,
        "{server} does not let this user write ({reason}); grant it, or set {setting} to a user who may",
    ),
    (
        (errors.DiskFull, errors.OutOfMemory),
        StorageError,
        "{server} has no room left ({reason}); nothing of this change was kept. Make room and repeat",
    ),
    (
        (errors.TooManyConnections,),
        BusyError,
        "{server} takes no more connections ({reason}); try again, or raise its max_connections",
    ),
    (
        (psycopg.IntegrityError,),
        StorageError,
        "{server} refused a row ({reason}); nothing of this change was kept",
    ),
    (
        (psycopg.OperationalError, psycopg.InterfaceError),
        StorageError,
        "{server} cannot be reached or went away ({reason}); check that it runs and that {setting} is right",
    ),
)


_NO_PASSWORD = (
    "{server} asks for a password, and none was given ({reason}); put it into " + _WHERE_PASSWORDS_ARE
)
_LET_NOBODY_IN = (
    "{server} let nobody in ({reason}); check {setting}, and the password in " + _WHERE_PASSWORDS_ARE
)


@contextmanager
def server_errors_named(server: str, *, setting: str) -> Iterator[None]:
    """Turn the server's errors inside the block into ours.

    `server`: its name, without a password. `setting`: which one says where it is.
    """
    try:
        yield
    except psycopg.Error as err:
        raise storage_error(err, server, setting) from err


def storage_error(err: psycopg.Error, server: str, setting: str) -> StorageError:
    """Ours for theirs: class by what the user can do about it."""
    reason = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
    if err.pgconn is not None and (err.pgconn.needs_password or err.pgconn.used_password):
        # It failed while it connected, whatever language the server says so in.
        message = _NO_PASSWORD if err.pgconn.needs_password else _LET_NOBODY_IN
        return StorageError(message.format(server=server, reason=reason, setting=setting))
    for theirs, ours, message in _MEANINGS:
        if isinstance(err, theirs):
            return ours(message.format(server=server, reason=reason, setting=setting))
    return StorageError(f"{server} failed ({reason}); run `quaid doctor`")
