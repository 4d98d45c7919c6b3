"""Who calls this memory now? Told once at the door, and seen by all that the call starts."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from quaidpy.domain.memories.operations import Caller


class Callers:
    """See ports.Calling. `otherwise`: who calls when nobody else is named."""

    def __init__(self, otherwise: Caller | None = None) -> None:
        self._caller: ContextVar[Caller | None] = ContextVar("caller", default=otherwise)

    def current(self) -> Caller | None:
        return self._caller.get()

    @contextmanager
    def being(self, caller: Caller | None) -> Iterator[None]:
        """While this caller is served, in this thread or task; None changes nothing."""
        mark = self._caller.set(caller or self._caller.get())
        try:
            yield
        finally:
            self._caller.reset(mark)
