"""What speaks TLS before a PostgreSQL server that cannot, as poolers and proxies do; with a certificate of its own."""

import datetime as dt
import ipaddress
import socket
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_ASKS_FOR_TLS, _ASKS_FOR_GSS = 80877103, 80877104


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Of localhost, signed by itself: the certificate, which is the root to be trusted as well, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir(parents=True, exist_ok=True)
    chain, private = folder / "chain.pem", folder / "key.pem"
    chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return chain, private


@contextmanager
def tls_before(server: Path, certificate: tuple[Path, Path]) -> Iterator[int]:
    """The port of 127.0.0.1 at which it listens. `server`: the socket that it hands on to."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=_accept, args=(listening, context, server), daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def _accept(listening: socket.socket, context: ssl.SSLContext, server: Path) -> None:
    while True:
        try:
            client, _ = listening.accept()
        except OSError:  # it was closed
            return
        threading.Thread(target=_serve, args=(client, context, server), daemon=True).start()


def _serve(client: socket.socket, context: ssl.SSLContext, server: Path) -> None:
    with suppress(OSError), client, socket.socket(socket.AF_UNIX) as behind:
        first = client.recv(8)
        while len(first) == 8 and struct.unpack("!ii", first)[1] == _ASKS_FOR_GSS:
            client.sendall(b"N")
            first = client.recv(8)
        behind.connect(str(server))
        if len(first) == 8 and struct.unpack("!ii", first)[1] == _ASKS_FOR_TLS:
            client.sendall(b"S")
            with context.wrap_socket(client, server_side=True) as secret:
                _hand_on(secret, behind)
        else:
            behind.sendall(first)
            _hand_on(client, behind)


def _hand_on(client: socket.socket, behind: socket.socket) -> None:
    back = threading.Thread(target=_copy, args=(behind, client), daemon=True)
    back.start()
    _copy(client, behind)
    back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
