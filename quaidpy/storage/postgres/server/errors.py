"""Which of our errors does an error of the server mean, and what should the user do?"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from quaidpy.errors import BusyError, ReadOnlyError, StorageError

_MEANINGS: tuple[tuple[tuple[type[Exception], ...], type[StorageError], str], ...] = (
    (
        (errors.LockNotAvailable, errors.QueryCanceled, errors.DeadlockDetected, errors.SerializationFailure),
        BusyError,
        "{server} is busy with another writer ({reason}); nothing of this change was kept, try again",
    ),
    (
        (errors.ReadOnlySqlTransaction, errors.InsufficientPrivilege),
        ReadOnlyError,
        "{server} does not let this user write ({reason}); grant it, or set storage.url to a user who may",
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
        "{server} cannot be reached or went away ({reason}); check that it runs and that storage.url is right",
    ),
)


@contextmanager
def server_errors_named(server: str) -> Iterator[None]:
    """Turn the server's errors inside the block into ours. `server`: its name, without a password."""
    try:
        yield
    except psycopg.Error as err:
        raise storage_error(err, server) from err


def storage_error(err: Exception, server: str) -> StorageError:
    """Ours for theirs: class by what the user can do about it."""
    reason = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
    for theirs, ours, message in _MEANINGS:
        if isinstance(err, theirs):
            return ours(message.format(server=server, reason=reason))
    return StorageError(f"{server} failed ({reason}); run `quaid doctor`")
