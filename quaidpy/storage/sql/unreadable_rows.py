"""What is a stored row that no value can be made of?"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from quaidpy.errors import DamagedError

_Given = ParamSpec("_Given")
_Read = TypeVar("_Read")


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
