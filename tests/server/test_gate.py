"""Who may come in: through a port only with the token, from this machine, for no page of another site."""

import json
import socket
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from quaidpy.home.ownership import is_owned
from quaidpy.interfaces.client import Client, connect
from quaidpy.interfaces.server_address import read_pointer


@pytest.fixture
def port(client: Client, home: Path) -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        number = int(door.getsockname()[1])
    home.mkdir(parents=True)
    (home / "config.toml").write_text(f"[server]\nport = {number}\n")
    client.call("GET", "/v1/health")
    return number


def asked(port: int, path: str, *, body: Any = None, **headers: str) -> tuple[int, str]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    data = json.dumps(body).encode() if body is not None else None
    request = Request(f"http://127.0.0.1:{port}{path}", data=data, headers=named)
    try:
        with urlopen(request) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def test_a_port_lets_in_only_who_has_the_token_and_asks_from_here(port: int, home: Path) -> None:
    pointer = read_pointer(str(home))
    assert pointer is not None
    token = {"Authorization": f"Bearer {pointer['token']}"}
    assert asked(port, "/v1/health")[0] == 401
    assert asked(port, "/v1/health", Authorization="Bearer wrong")[0] == 401
    assert asked(port, "/v1/health", **token)[0] == 200
    assert asked(port, "/v1/health", Host="quaid.example", **token)[0] == 421
    assert asked(port, "/v1/health", Origin="https://quaid.example", **token)[0] == 403
    assert asked(port, "/v1/health", Origin="http://localhost:3000", **token)[0] == 200
    assert asked(port, "/v1/command", body={"arguments": ["stats"], "folder": "/"}, **token)[0] == 400
    opening = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    both = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    assert asked(port, "/mcp", body=opening, **both)[0] == 401
    status, answer = asked(port, "/mcp", body=opening, **both, **token)
    assert status == 200
    assert "serverInfo" in answer


def test_a_server_makes_room_for_a_newer_client(client: Client, home: Path) -> None:
    before = client.call("GET", "/v1/health")["pid"]
    connection, _ = connect(str(home), "api", timeout_s=10)
    with connection:
        connection.sendall(
            b"GET /v1/stats HTTP/1.1\r\nHost: x\r\nConnection: close\r\nQuaid-Version: 99.0\r\n\r\n"
        )
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert b" 503 " in answer.splitlines()[0]
    assert b'"leaving"' in answer
    until = time.monotonic() + 10
    while is_owned(str(home)) and time.monotonic() < until:
        time.sleep(0.05)
    assert client.call("GET", "/v1/health")["pid"] != before
