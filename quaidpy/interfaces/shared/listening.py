"""Where does a shared server listen, and is it safe there? Beyond this machine only with TLS, or behind a proxy."""

import ipaddress
import socket
import ssl
import sys
from dataclasses import dataclass
from pathlib import Path

from quaidpy.errors import ServerError, UsageError

_BACKLOG = 2048


@dataclass(frozen=True, slots=True)
class Place:
    host: str
    port: int

    @property
    def shown(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files in PEM form; the first has the whole chain."""

    chain: Path
    key: Path


def place_named(typed: str) -> Place:
    """HOST:PORT, as 0.0.0.0:8765, [::]:8765 or db.example:8765; port 0 is any free one. Raises UsageError."""
    host, between, port = typed.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not between or not host or not port.isdecimal() or int(port) > 65_535:
        raise UsageError(
            f"{typed!r} is no place to listen; give HOST:PORT, as 127.0.0.1:8765 or 0.0.0.0:8765"
        )
    return Place(host, int(port))


def require_safe(place: Place, *, certificate: Certificate | None, is_behind_proxy: bool) -> None:
    """Raises UsageError where tokens and memories would cross a network that others can read."""
    if certificate is not None and is_behind_proxy:
        raise UsageError(
            "a proxy that does TLS, or a certificate here; give one of --behind-proxy and --tls-cert"
        )
    if certificate is None and not is_behind_proxy and not is_loopback(place):
        raise UsageError(
            f"{place.shown} can be reached from other machines, where tokens and memories would be sent in plain"
            " text; give --tls-cert and --tls-key, or --behind-proxy where a proxy before it does TLS"
        )
    if certificate is not None:
        _require_loadable(certificate)


def is_loopback(place: Place) -> bool:
    """Whether all that this name stands for is this machine alone."""
    return all(ipaddress.ip_address(str(address[4][0])).is_loopback for address in _addresses(place))


def listening_at(place: Place) -> socket.socket:
    """Raises ServerError when it is taken or not ours."""
    family, _, _, _, address = _addresses(place)[0]
    # The protocol is named, or asyncio leaves small answers waiting for 40 ms.
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(address)
    except OSError as err:
        door.close()
        raise ServerError(f"cannot listen at {place.shown}: {err.strerror}; name another place") from err
    door.listen(_BACKLOG)
    return door


def place_of(door: socket.socket) -> Place:
    host, port = door.getsockname()[:2]
    return Place(str(host), int(port))


def _addresses(place: Place) -> list[tuple[socket.AddressFamily, int, int, str, tuple[str, int]]]:
    try:
        found = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as err:
        raise UsageError(f"{place.host} is no address of this machine: {err.strerror}") from err
    return found  # type: ignore[return-value]  # as typeshed says, addresses of any family


def _require_loadable(certificate: Certificate) -> None:
    for path in (certificate.chain, certificate.key):
        if not path.is_file():
            raise UsageError(f"{path} is no file; --tls-cert and --tls-key name files in PEM form")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
            certificate.chain, certificate.key
        )
    except (ssl.SSLError, OSError) as err:
        raise UsageError(
            f"{certificate.chain} and {certificate.key} are no certificate and its key in PEM form ({err})"
        ) from err
