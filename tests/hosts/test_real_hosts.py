"""Real hosts against a mock model on loopback: what was said in one session is given in the next.

Opt in: `pytest -m hosts`, with the hosts' programs on the PATH (npm install @anthropic-ai/claude-code @openai/codex
@google/gemini-cli openclaw, Node 24 for the last).
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quaidpy.domain.models.prompting import NOT_A_TALK
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
FACT, QUESTION, ANSWER = (
    "My sister Ana lives in Porto and rows a single scull.",
    "Where does my sister Ana live?",
    "Porto",
)
pytestmark = [pytest.mark.hosts, pytest.mark.timeout(400)]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@dataclass
class House:
    """A user's folder with a mock model beside it, and quaid on the PATH."""

    folder: Path
    port: int

    @property
    def log(self) -> Path:
        return self.folder / "requests.jsonl"

    def environment(self) -> dict[str, str]:
        kept = {
            name: os.environ[name] for name in ("LANG", "TERM", "QUAID_GRAPH_ENGINE") if name in os.environ
        }
        return {
            **kept, "HOME": str(self.folder), "TMPDIR": str(self.folder / "tmp"), "NO_COLOR": "1",
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        }  # fmt: skip

    def run(self, *command: str, env: dict[str, str] | None = None, within_s: float = 120) -> str:
        done = subprocess.run(
            command, cwd=self.folder / "project", env={**self.environment(), **(env or {})}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=within_s, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

    def quaid(self, *arguments: str) -> str:
        return self.run("quaid", *arguments)

    def asked(self) -> list[str]:
        """The bodies of all requests that the model got."""
        return [json.dumps(json.loads(line)["body"]) for line in self.log.read_text().splitlines()]

    def wait_for_memory(self) -> None:
        until(lambda: ANSWER in self.quaid("search", QUESTION), 60, "what was said is remembered")

    def was_given(self) -> bool:
        """Whether the block stood before the model in the session where only the question was asked."""
        return any(QUESTION in body and "[MEMORY]" in body and ANSWER in body for body in self.asked())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    for name in ("bin", "project", "tmp", ".quaid"):
        (tmp_path / name).mkdir(mode=0o700)
    program = tmp_path / "bin" / "quaid"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m quaidpy "$@"\n')
    program.chmod(0o755)
    (tmp_path / ".quaid" / "config.toml").write_text("[hooks]\ndeadline_s = 9.0\n")
    house = House(tmp_path, free_port())
    mock = subprocess.Popen(
        [sys.executable, "-m", "tests.hosts.mock_models", str(house.port), str(house.log)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )  # fmt: skip
    yield house
    house.quaid("serve", "stop")
    mock.terminate()
    mock.wait()


def needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not on the PATH")


def test_claude_code_remembers_across_sessions(house: House) -> None:
    needs("claude")
    env = {
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{house.port}", "ANTHROPIC_API_KEY": "sk-ant-mock-0000",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
    }  # fmt: skip
    house.quaid("install", "claude-code")
    house.run("claude", "-p", FACT, "--output-format", "json", env=env)
    house.wait_for_memory()
    house.log.unlink()
    house.run("claude", "-p", QUESTION, "--output-format", "json", env=env)
    assert house.was_given()
    house.quaid("uninstall", "claude-code")
    house.log.unlink()
    house.run("claude", "-p", QUESTION, "--output-format", "json", env=env)
    assert not house.was_given()


def codex_settings(house: House) -> str:
    return (
        'model = "gpt-5.4"\nmodel_provider = "mock"\napproval_policy = "never"\n[model_providers.mock]\nname = "mock"\n'
        f'base_url = "http://127.0.0.1:{house.port}/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n'
    )


def test_codex_remembers_across_sessions(house: House) -> None:
    needs("codex")
    folder = house.folder / ".codex"
    folder.mkdir()
    (folder / "config.toml").write_text(codex_settings(house))
    house.quaid("install", "codex")
    command = ("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--json")
    house.run(*command, FACT, env={"MOCK_KEY": "x"})
    house.wait_for_memory()
    house.log.unlink()
    house.run(*command, QUESTION, env={"MOCK_KEY": "x"})
    assert house.was_given()


def test_gemini_cli_remembers_across_sessions(house: House) -> None:
    needs("gemini")
    env = {"GEMINI_API_KEY": "mock", "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{house.port}"}
    (house.folder / ".gemini").mkdir()
    settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
    (house.folder / ".gemini" / "settings.json").write_text(json.dumps(settings))
    house.quaid("install", "gemini")
    command = ("gemini", "--skip-trust", "-m", "gemini-2.5-flash", "-o", "json", "-p")
    house.run(*command, FACT, env=env)
    house.wait_for_memory()
    house.log.unlink()
    house.run(*command, QUESTION, env=env)
    assert house.was_given()


TALK = f"date: 2 June 2026 20:15\n\nUser: {FACT}\nAssistant: Lovely.\n"
GEMINI = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "model": {"name": "gemini-2.5-flash"}}
READERS = {
    "claude-code": ("claude", ".claude/settings.json", {"ANTHROPIC_API_KEY": "sk-ant-mock-0000"}),
    "codex": ("codex", ".codex/config.toml", {"MOCK_KEY": "x"}),
    "gemini": ("gemini", ".gemini/settings.json", {"GEMINI_API_KEY": "mock"}),
    "openclaw": (
        "openclaw",
        ".openclaw/openclaw.json",
        {"OPENCLAW_OFFLINE": "1", "OPENCLAW_NO_AUTO_UPDATE": "1"},
    ),
}


def settings_for(host: str, house: House) -> str:
    told = {"claude-code": {}, "gemini": GEMINI, "openclaw": openclaw_settings(house, free_port())}
    return codex_settings(house) if host == "codex" else json.dumps(told[host])


@pytest.mark.parametrize("host", list(READERS))
def test_a_hosts_program_reads_conversations_and_none_of_that_is_remembered(house: House, host: str) -> None:
    program, name, env = READERS[host]
    needs(program)
    address = f"http://127.0.0.1:{house.port}"
    env = {**env, "ANTHROPIC_BASE_URL": address, "GOOGLE_GEMINI_BASE_URL": address,
           "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}  # fmt: skip
    settings = house.folder / name
    settings.parent.mkdir()
    settings.write_text(settings_for(host, house))
    house.run("quaid", "install", host, "--reader", env=env, within_s=200)
    (house.folder / "talk.txt").write_text(TALK)
    told = json.loads(house.run("quaid", "extract", "--json", str(house.folder / "talk.txt"), env=env))
    assert told["sources"][0]["reading"]["chunks"] == 1
    asked = [json.loads(line)["body"] for line in house.log.read_text().splitlines() if NOT_A_TALK in line]
    assert asked
    assert not any(tool.get("function") for body in asked for tool in body.get("tools", []))
    names = {str(tool.get("name")) for body in asked for tool in body.get("tools", []) if tool.get("name")}
    functions = [
        f for body in asked for tool in body.get("tools", []) for f in tool.get("functionDeclarations", [])
    ]
    assert names <= {"request_user_input", "view_image"}  # of Codex; they reach no file and no network
    assert functions == []
    exported = house.quaid("export", "-")
    assert NOT_A_TALK not in exported
    kept = [path for path in settings.parent.rglob("*.jsonl") if NOT_A_TALK in path.read_text()]
    for path in kept:
        refused = subprocess.run(
            ["quaid", "extract", str(path)], env={**house.environment(), **env}, capture_output=True, text=True, check=False
        )  # fmt: skip
        assert "no conversation of a person" in refused.stderr
    house.run("quaid", "uninstall", host, env=env)
    assert house.quaid("config", "get", "models.deep").strip() == "none"


def openclaw_settings(house: House, port: int) -> dict[str, Any]:
    cost = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
    model = {
        "id": "mock-1", "name": "Mock", "reasoning": False, "input": ["text"], "cost": cost,
        "contextWindow": 200000, "maxTokens": 4096,
    }  # fmt: skip
    provider = {
        "baseUrl": f"http://127.0.0.1:{house.port}/v1", "apiKey": "mock-local", "api": "openai-completions", "models": [model],
    }  # fmt: skip
    return {
        "gateway": {"mode": "local", "bind": "loopback", "port": port, "auth": {"mode": "token", "token": "t"}},
        "agents": {"defaults": {
            "workspace": str(house.folder / "project"), "skipBootstrap": True, "model": {"primary": "mock/mock-1"},
            "compaction": {"qualityGuard": {"enabled": False}}}},
        "models": {"mode": "replace", "providers": {"mock": provider}},
        "tools": {"toolSearch": False}, "logging": {"file": str(house.folder / "openclaw.log")},
        "plugins": {"allow": [], "entries": {"memory-core": {"enabled": False}}},
    }  # fmt: skip


def test_openclaw_remembers_across_sessions(house: House) -> None:
    needs("openclaw")
    state, port = house.folder / ".openclaw", free_port()
    state.mkdir()
    (state / "openclaw.json").write_text(json.dumps(openclaw_settings(house, port)))
    env = {
        "OPENCLAW_STATE_DIR": str(state), "OPENCLAW_CONFIG_PATH": str(state / "openclaw.json"), "OPENCLAW_OFFLINE": "1",
        "OPENCLAW_SKIP_CHANNELS": "1", "OPENCLAW_NO_AUTO_UPDATE": "1", "OPENCLAW_DISABLE_BONJOUR": "1",
    }  # fmt: skip
    told = house.run("quaid", "install", "openclaw", env=env, within_s=200)
    assert "ok: OpenClaw lets the plugin see conversations" in told
    gateway = subprocess.Popen(
        ["openclaw", "gateway", "run"], cwd=house.folder / "project", env={**house.environment(), **env},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        until(lambda: is_ready(port), 120, "the gateway is ready")
        turn = ("openclaw", "agent", "--agent", "main", "--json", "--message")
        house.run(*turn, FACT, env=env)
        house.wait_for_memory()
        house.run(*turn, "/new", env=env)
        house.log.unlink()
        house.run(*turn, QUESTION, env=env)
        assert house.was_given()
    finally:
        os.killpg(gateway.pid, signal.SIGTERM)
        gateway.wait(30)
    assert "[MEMORY]" not in house.quaid("export", "-")


def is_ready(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(b"GET /readyz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            return b'"ready":true' in connection.makefile("rb").read().replace(b" ", b"")
    except OSError:
        return False
