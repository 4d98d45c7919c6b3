"""Where do the prints of a command line go that the server runs in a thread? To its caller; all others to the log."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal, TextIO


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
        self,
        name: Literal["stdin", "out", "err"],
        terminal: "ContextVar[Terminal | None]",
        otherwise: TextIO,
    ) -> None:
        super().__init__()
        self._name = name
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
        return bool(getattr(self._terminal.get(), f"is_{self._name}_terminal", False))

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
        stream: TextIO = getattr(self._terminal.get(), self._name, self._otherwise)
        return stream


class Switchboard:
    """Takes the place of the process's standard streams, once; each call then has its own."""

    def __init__(self) -> None:
        self._terminal: ContextVar[Terminal | None] = ContextVar("terminal", default=None)
        sys.stdin = _Routed("stdin", self._terminal, io.StringIO())
        sys.stdout = _Routed("out", self._terminal, sys.stdout)
        sys.stderr = _Routed("err", self._terminal, sys.stderr)

    @contextmanager
    def connected(self, terminal: Terminal) -> Iterator[None]:
        """In this thread, the standard streams are those of the call."""
        before = self._terminal.set(terminal)
        try:
            yield
        finally:
            self._terminal.reset(before)
