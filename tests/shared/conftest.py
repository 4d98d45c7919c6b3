"""Shared servers as processes of their own, asked over loopback with tokens."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.access.tokens import Scope
from quaidpy.domain.agents import agent_of
from quaidpy.domain.identity import Owner
from quaidpy.services.access_tokens import Wish
from quaidpy.wiring.parts import Memory
from tests.server.conftest import ROOT

ONE_SERVER = pytest.mark.xdist_group("shared server")
"""Of modules that ask the one server: they run in one worker."""
BOTH = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@dataclass(frozen=True)
class Told:
    """An answer. `head`: its headers, names in small letters."""

    status: int
    head: dict[str, str]
    body: str

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        return str(self.json["error"]["message"])


@dataclass
class Shared:
    """A server of many owners. `log`: what it wrote to standard error."""

    process: "subprocess.Popen[str]"
    port: int
    metrics: int
    log: Path
    home: Path
    secrets: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None, *, token: str = "", **head: str) -> Told:
        """`token`: the name of one that was made; headers with _ for -."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            self.send(connection, method, path, body, token=token, **head)
            return told_by(connection.getresponse())
        finally:
            connection.close()

    def send(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str = "",
        **head: str,
    ) -> None:
        headers = {name.replace("_", "-"): value for name, value in head.items()}
        if token:
            headers["Authorization"] = f"Bearer {self.secrets.get(token, token)}"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, path, body=data, headers=headers)

    def mcp(self, method: str, params: dict[str, Any], *, token: str, **head: str) -> Any:
        """The result of one message, or its error."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        told = self.ask(
            "POST", "/mcp", message, token=token, **{k.replace("-", "_"): v for k, v in BOTH.items()}, **head
        )
        assert told.status == 200, told.body
        lines = [line.removeprefix("data: ") for line in told.body.splitlines() if line.startswith("data: ")]
        answer = json.loads(lines[-1] if lines else told.body)
        return answer.get("result", answer.get("error"))

    def call(self, tool: str, *, token: str, **arguments: Any) -> Any:
        return self.mcp("tools/call", {"name": tool, "arguments": arguments}, token=token)

    def leave(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


def told_by(response: HTTPResponse) -> Told:
    head = {name.lower(): value for name, value in response.getheaders()}
    return Told(response.status, head, response.read().decode())


def serving(*homes: Path) -> list[Shared]:
    """Words only: what is tested here is the server. They are there when this returns."""
    started = [_started(home) for home in homes]
    return [
        Shared(process, *_ports(process, log), log=log, home=home)
        for (process, log), home in zip(started, homes, strict=True)
    ]


def _started(home: Path) -> "tuple[subprocess.Popen[str], Path]":
    log = home.with_name(f"{home.name}.log")
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    environment = {
        "QUAID_EMBEDDING_MODEL": "none",
        "QUAID_SERVER": "never",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'janitor'}",
    }
    places = ("--http", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--log-format", "json")
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "quaidpy", "--home", str(home), "serve", *places],
            stderr=file,
            text=True,
            env=os.environ | environment,
        )
    return process, log


def _ports(process: "subprocess.Popen[str]", log: Path) -> tuple[int, int]:
    while process.poll() is None:
        found = re.search(
            r'"event": "serving".*:(\d+)", "metrics": "http://127.0.0.1:(\d+)/', log.read_text()
        )
        if found:
            return int(found[1]), int(found[2])
        try:
            process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError(f"it did not start: {log.read_text()}")


def tokens_at(home: Path, **wishes: str) -> dict[str, str]:
    """By name the token itself. A wish: "OWNER SCOPE", or "OWNER/AGENT SCOPE"."""
    made = {}
    with Memory(home=home) as memory:
        for name, wish in wishes.items():
            who, scope = wish.split()
            owner, _, agent = who.partition("/")
            asked = Wish(name, Owner(owner), Scope(scope), agent_of(agent) if agent else None)
            made[name] = memory.parts.tokens.create(asked)[1]
    return made


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """One server over a file for all tests; starting it takes longer than most of them."""
    home = tmp_path_factory.mktemp("shared") / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(
        '[embedding]\nmodel = "none"\n[server]\nrest_s = 0.05\nrequests_a_minute = 150\n'
        "kilobytes_a_request = 100\nkilobytes_a_minute = 250\n"
    )
    (server,) = serving(home)
    server.secrets = tokens_at(
        home, ana="ana write", reader="ana read", codex="ana/codex write", ben="ben write", boss="ops admin"
    )
    yield server
    if server.process.poll() is None:
        server.leave()
