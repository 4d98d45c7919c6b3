"""Which way did it go wrong, and what does the shell hear?

    QuaidError                  1   anything of ours
    ├── UsageError              2   the call was wrong: bad option, bad date, bad id
    │   ├── NotFoundError       3   no such memory, entity, episode, operation
    │   ├── UnreadableError     4   a file could not be read as a conversation or document
    │   └── ForbiddenError     15   the caller may not write there
    ├── SettingsError           5   a configuration key or value is wrong
    ├── StorageError            6   the database or a derived index failed
    │   ├── ReadOnlyError       7   the home cannot be written
    │   ├── NewerDatabaseError  8   written by a newer quaidpy
    │   ├── DamagedError        6   the database is damaged, or none
    │   └── BusyError           9   another process held the lock too long
    ├── ConflictError          10   an undo meets a later change
    │   └── StaleError         14   an edit expects another version than there is
    ├── ModelError             11   an embedding or language model failed
    ├── DegradedError          12   --strict, and a stage was skipped
    └── ServerError            13   the server of a home does not answer, or cannot

A message says what failed, on what, and what to do.
"""


class QuaidError(Exception):
    exit_code = 1


class UsageError(QuaidError):
    exit_code = 2


class NotFoundError(UsageError):
    exit_code = 3


class UnreadableError(UsageError):
    exit_code = 4


class ForbiddenError(UsageError):
    exit_code = 15


class SettingsError(QuaidError):
    exit_code = 5


class StorageError(QuaidError):
    exit_code = 6


class ReadOnlyError(StorageError):
    exit_code = 7


class NewerDatabaseError(StorageError):
    exit_code = 8


class DamagedError(StorageError):
    exit_code = 6


class BusyError(StorageError):
    exit_code = 9


class ConflictError(QuaidError):
    exit_code = 10


class StaleError(ConflictError):
    exit_code = 14


class ModelError(QuaidError):
    exit_code = 11

    def __init__(self, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class DegradedError(QuaidError):
    exit_code = 12


class ServerError(QuaidError):
    exit_code = 13


DEFECTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What a mistake of ours may raise over one input. Only the boundary of a unit of work catches it: it records that,
and goes on to the next unit."""


def kind_of(error: QuaidError) -> str:
    """The name of an error in JSON: `notfound`, `settings`, `model`, …"""
    return type(error).__name__.removesuffix("Error").lower()


def error_of_kind(kind: str, message: str) -> QuaidError:
    """The error that another process told of by kind_of; a plain one for a kind that is not known here."""
    waiting: list[type[QuaidError]] = [QuaidError]
    while waiting:
        known = waiting.pop()
        if known.__name__.removesuffix("Error").lower() == kind:
            return known(message)
        waiting.extend(known.__subclasses__())
    return QuaidError(message)
