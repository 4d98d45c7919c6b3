"""What does a server tell beside its answers? A relay on loopback between a client and it, which reads its notices."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_NOTICE = b"N"
_HEAD = 5  # bytes of a message before its body: a letter, and the length without the letter


@dataclass
class Relay:
    """`address`: by which a client comes through it; `notices`: what the server has told so far."""

    address: str
    notices: list[str] = field(default_factory=list)


@contextmanager
def relay_to(address: str, options: str) -> Iterator[Relay]:
    """To the server of that address, whose sessions begin with these `options` besides those that it names."""
    parts = conninfo_to_dict(address)
    target = (str(parts["host"]), int(str(parts["port"])))
    listener = socket.create_server(("127.0.0.1", 0))
    relay = Relay(
        make_conninfo(
            address,
            port=listener.getsockname()[1],
            sslmode="disable",
            gssencmode="disable",
            options=f"{parts.get('options', '')} {options}",
        )
    )
    threading.Thread(target=_accept, args=(listener, target, relay.notices), daemon=True).start()
    try:
        yield relay
    finally:
        listener.close()


def _accept(listener: socket.socket, target: tuple[str, int], notices: list[str]) -> None:
    with suppress(OSError):  # it is closed
        while True:
            client, _ = listener.accept()
            server = socket.create_connection(target)
            threading.Thread(target=_pass_on, args=(client, server), daemon=True).start()
            threading.Thread(target=_pass_back, args=(server, client, notices), daemon=True).start()


def _pass_on(client: socket.socket, server: socket.socket) -> None:
    with client, server, suppress(OSError):
        while data := client.recv(1 << 16):
            server.sendall(data)


def _pass_back(server: socket.socket, client: socket.socket, notices: list[str]) -> None:
    pending = b""
    with suppress(OSError):
        while data := server.recv(1 << 16):
            pending += data
            while len(pending) >= _HEAD and len(pending) >= (
                whole := 1 + int.from_bytes(pending[1:_HEAD], "big")
            ):
                if pending[:1] == _NOTICE:
                    notices.append(pending[_HEAD:whole].decode())
                pending = pending[whole:]
            client.sendall(data)
