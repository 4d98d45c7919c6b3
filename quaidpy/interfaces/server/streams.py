"""Where do the prints of a command line go that the server runs in a thread? To its caller; all others to the log."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TextIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """The three streams of one call, and which of its outputs are on a terminal."""

    stdin: TextIO
    out: io.StringIO = field(default_factory=io.StringIO)
    err: io.StringIO = field(default_factory=io.StringIO)
    is_out_terminal: bool = False
    is_err_terminal: bool = False


class _Routed(io.TextIOBase):
    """A standard stream that is another one inside a call. click and rich look it up by name each time they print."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(
        self, slot: "ContextVar[TextIO | None]", terminal: "ContextVar[bool]", otherwise: TextIO
    ) -> None:
        super().__init__()
        self._slot = slot
        self._terminal = terminal
        self._otherwise = otherwise

    def write(self, text: str) -> int:
        return self._stream.write(text)

    def read(self, size: int | None = -1) -> str:
        return self._stream.read(-1 if size is None else size)

    def readline(self, size: int = -1) -> str:  # type: ignore[override]  # of text, as documented
        return self._stream.readline(size)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._terminal.get()

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    @property
    def buffer(self) -> io.BytesIO:
        """For commands that read bytes."""
        return io.BytesIO(self._stream.read().encode())

    @property
    def _stream(self) -> TextIO:
        return self._slot.get() or self._otherwise


class Switchboard:
    """Takes the place of the process's standard streams, once; each call then has its own."""

    def __init__(self) -> None:
        self._in: ContextVar[TextIO | None] = ContextVar("stdin", default=None)
        self._out: ContextVar[TextIO | None] = ContextVar("stdout", default=None)
        self._err: ContextVar[TextIO | None] = ContextVar("stderr", default=None)
        self._is_out_terminal = ContextVar("is_out_terminal", default=False)
        self._is_err_terminal = ContextVar("is_err_terminal", default=False)
        never = ContextVar("is_in_terminal", default=False)
        sys.stdin = _Routed(self._in, never, io.StringIO())
        sys.stdout = _Routed(self._out, self._is_out_terminal, sys.stdout)
        sys.stderr = _Routed(self._err, self._is_err_terminal, sys.stderr)

    @contextmanager
    def connected(self, terminal: Terminal) -> Iterator[None]:
        """In this thread, the standard streams are those of the call."""
        resets = [
            (slot, slot.set(value))
            for slot, value in (
                (self._in, terminal.stdin),
                (self._out, terminal.out),
                (self._err, terminal.err),
            )
        ]
        flags = [
            (slot, slot.set(value))
            for slot, value in (
                (self._is_out_terminal, terminal.is_out_terminal),
                (self._is_err_terminal, terminal.is_err_terminal),
            )
        ]
        try:
            yield
        finally:
            for slot, token in resets:
                slot.reset(token)
            for flag, mark in flags:
                flag.reset(mark)
