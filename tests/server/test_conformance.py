"""What do the tools of others say of our protocols? Opt in with `-m long`; each is skipped where it is not installed.

npm install node@24 @modelcontextprotocol/inspector @modelcontextprotocol/conformance    (a folder on the PATH)
pip install mcp-conform schemathesis                                                     (an environment on the PATH)
"""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.client import Client
from quaidpy.interfaces.mcp.serving import Callers, build_mcp
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server_address import read_pointer
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import Household

pytestmark = pytest.mark.long
SCENARIOS = [
    "server-initialize",
    "ping",
    "logging-set-level",
    "tools-list",
    "resources-list",
    "prompts-list",
    "tools-call-error",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
]


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture
def quaid(home: Path, tmp_path: Path) -> str:
    """A program of its own: some of the tools hand on no environment."""
    script = tmp_path / "quaid"
    lines = [
        f"export {name}={value!r}"
        for name, value in os.environ.items()
        if name.startswith(("QUAID", "PYTHONPATH"))
    ]
    script.write_text("\n".join(["#!/bin/sh", *lines, f'exec {sys.executable} -m quaidpy "$@"', ""]))
    script.chmod(0o700)
    return str(script)


def test_mcp_conform_passes_over_stdio(quaid: str) -> None:
    done = subprocess.run(
        [tool("mcp-conform"), "server", "--transport", "stdio", "--command", f"{quaid} mcp"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "PASS" in done.stdout, done.stdout
    assert done.returncode == 0


def test_the_inspector_lists_and_calls_over_stdio(quaid: str, tmp_path: Path) -> None:
    def inspect(*arguments: str) -> str:
        command = [tool("mcp-inspector"), "--cli", quaid, "mcp", *arguments]
        environment = os.environ | {"HOME": str(tmp_path)}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    inspect("--method", "tools/list", "--strict")
    inspect("--method", "tools/call", "--tool-name", "memory_store", "--tool-arg", "text=Ben plays the cello")
    assert "cello" in inspect("--method", "resources/read", "--uri", "memory://recent")
    assert "Ben" in inspect(
        "--method", "prompts/get", "--prompt-name", "recall_about", "--prompt-args", "topic=Ben"
    )


@pytest.fixture
def address(home: Path) -> Iterator[str]:
    """The MCP application on a port without a token, which the conformance suite cannot send."""
    home.mkdir(parents=True)
    keeper = Keeper(Household(load_settings(home=home)), Ownership(str(home)), leave=lambda reason: None)
    app = build_mcp(keeper, Callers(keeper.household.settings.owner)).http_app(
        path="/mcp", host_origin_protection=True
    )
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{door.getsockname()[1]}/mcp"
        server.should_exit = True
        thread.join()
    keeper.household.close()


def test_the_generic_scenarios_of_the_official_suite_pass(address: str) -> None:
    for scenario in SCENARIOS:
        command = [tool("conformance"), "server", "--url", address, "--scenario", scenario]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_schemathesis_finds_no_fault_of_the_server(client: Client, home: Path, tmp_path: Path) -> None:
    """What only its meaning makes wrong (a date, a query) is refused although its form is right."""
    home.mkdir(parents=True, exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    (home / "config.toml").write_text(f"[server]\nport = {port}\n")
    client.call("GET", "/v1/health")
    pointer = read_pointer(str(home))
    assert pointer is not None
    done = subprocess.run(
        [
            tool("schemathesis"), "run", f"http://127.0.0.1:{port}/openapi.json",
            "--header", f"Authorization: Bearer {pointer['token']}", "--max-examples", "15",
            "--phases", "examples,coverage,fuzzing", "--exclude-checks", "positive_data_acceptance",
            "--suppress-health-check", "all",
        ],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
