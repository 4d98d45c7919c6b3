"""Where does the server listen? Unix sockets that only the user can open; on Windows, loopback ports with a token."""

import os
import secrets
import socket
import stat
import sys
import tempfile
from binascii import crc32
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quaidpy import __version__
from quaidpy.errors import ServerError
from quaidpy.interfaces.server_address import LONGEST_SOCKET_PATH

_BACKLOG = 512
_HAS_UNIX_SOCKETS = sys.platform != "win32"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """Listening sockets. `api` speaks HTTP, `mcp` lines of JSON-RPC; `port` is a second one for HTTP, if asked for."""

    api: socket.socket
    mcp: socket.socket
    port: socket.socket | None
    token: str
    paths: tuple[Path, ...] = ()

    def pointer(self) -> dict[str, Any]:
        """What clients must know to come in."""
        return {
            "api": _address(self.api),
            "mcp": _address(self.mcp),
            "port": self.port.getsockname()[1] if self.port else _port_of(self.api),
            "token": self.token,
            "pid": os.getpid(),
            "version": __version__,
        }

    def http(self) -> list[socket.socket]:
        return [self.api, *([self.port] if self.port else [])]

    def close(self) -> None:
        for door in (self.api, self.mcp, self.port):
            if door is not None:
                door.close()
        for path in self.paths:
            path.unlink(missing_ok=True)


def open_doors(home: Path, *, port: int) -> Doors:
    """Only the owner of the home may call this: what an earlier server left is replaced.

    Raises ServerError when the port is taken.
    """
    token = secrets.token_urlsafe(32)
    extra = loopback_door(port) if port else None
    if not _HAS_UNIX_SOCKETS:
        return Doors(api=loopback_door(0), mcp=loopback_door(0), port=extra, token=token)
    folder, name = _short_place(home)
    paths = (folder / f"{name}.sock", folder / f"{name}-mcp.sock")
    return Doors(api=_unix(paths[0]), mcp=_unix(paths[1]), port=extra, token=token, paths=paths)


def _short_place(home: Path) -> tuple[Path, str]:
    """The home itself, unless its path is too long for a socket: then a folder of the user's for running things."""
    longest = home / "server-mcp.sock"
    if len(os.fsencode(longest)) <= LONGEST_SOCKET_PATH:
        return home, "server"
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()) / f"quaid-{os.getuid()}"
    try:
        runtime.mkdir(mode=0o700, exist_ok=True)
        found = runtime.lstat()
        is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    except OSError:
        is_ours = False
    name = f"{crc32(os.fsencode(home)):08x}"
    if is_ours and len(os.fsencode(runtime / f"{name}-mcp.sock")) <= LONGEST_SOCKET_PATH:
        return runtime, name
    return Path(
        tempfile.mkdtemp(prefix="quaid-", dir="/tmp")
    ), name  # short on purpose; mkdtemp makes it 0700


def _unix(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.bind(str(path))
    path.chmod(0o600)
    door.listen(_BACKLOG)
    return door


def loopback_door(port: int) -> socket.socket:
    """Listens on 127.0.0.1; 0 takes a free port. Raises ServerError when it is taken."""
    # The protocol is named, or asyncio leaves small answers waiting for 40 ms.
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if _HAS_UNIX_SOCKETS:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(("127.0.0.1", port))
    except OSError as err:
        door.close()
        raise ServerError(
            f"cannot listen on 127.0.0.1:{port}: {err.strerror}; name another, as by `quaid config set server.port`"
        ) from err
    door.listen(_BACKLOG)
    return door


def _address(door: socket.socket) -> str | int:
    """A path, or a port on 127.0.0.1."""
    name = door.getsockname()
    return name if isinstance(name, str) else int(name[1])


def _port_of(door: socket.socket) -> int:
    address = _address(door)
    return address if isinstance(address, int) else 0
