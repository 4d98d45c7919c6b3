"""How many times does a program wait for a PostgreSQL server? A relay in between that counts."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

_ASKS = (
    b"Q",
    b"S",
)  # a simple query, and the end of what is sent before waiting; psycopg waits for nothing else of ours
_NOT_WAITED_FOR = b"ROLLBACK\0"  # what reads ends so, see test_nobody_waits_for_the_end_of_a_view
_LENGTH = struct.Struct("!I")


@dataclass(slots=True)
class Relay:
    """Counts what asks the server and waits, over all connections."""

    path: str
    folder: Path
    round_trips: int = 0
    _may_answer: threading.Event = field(default_factory=threading.Event)
    _listening: socket.socket = field(default_factory=lambda: socket.socket(socket.AF_UNIX))

    def listen(self) -> None:
        self._may_answer.set()
        self._listening.bind(str(self.folder / ".s.PGSQL.5432"))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def hold_back(self) -> None:
        """What the server says, from here on."""
        self._may_answer.clear()

    def let_through(self) -> None:
        self._may_answer.set()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                ours, _ = self._listening.accept()
            except OSError:
                return  # closed
            theirs = socket.socket(socket.AF_UNIX)
            theirs.connect(self.path)
            threading.Thread(target=self._count, args=(ours, theirs), daemon=True).start()
            threading.Thread(target=self._pass_on, args=(theirs, ours), daemon=True).start()

    def _count(self, ours: socket.socket, theirs: socket.socket) -> None:
        # Whoever closes does not always hear what was still to come.
        with ours, theirs, ours.makefile("rb") as asked, suppress(ConnectionResetError):
            size = asked.read(4)  # what begins a connection has no kind
            theirs.sendall(size + asked.read(_LENGTH.unpack(size)[0] - 4))
            while kind := asked.read(1):
                size = asked.read(4)
                rest = asked.read(_LENGTH.unpack(size)[0] - 4)
                self.round_trips += kind in _ASKS and rest != _NOT_WAITED_FOR
                theirs.sendall(kind + size + rest)

    def _pass_on(self, theirs: socket.socket, ours: socket.socket) -> None:
        try:
            while some := theirs.recv(1 << 16):
                self._may_answer.wait()
                ours.sendall(some)
        except OSError:
            return  # either end is gone


@contextmanager
def relayed(server: Path, folder: Path) -> Iterator[Relay]:
    """To a server with its socket at `server`; the folder, of a short path, is where the relay has its own."""
    relay = Relay(str(server), folder)
    relay.listen()
    try:
        yield relay
    finally:
        relay.close()
