"""Where a server runs, the process of a hook loads next to nothing, and what it hands over is given or kept once."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from quaidpy.errors import ServerError, UsageError
from quaidpy.home.inbox import InboxFiles
from quaidpy.hosts.hook_events import HOSTS, events_of
from quaidpy.interfaces.client import Client
from tests.sources import ROOT

LOADED = {
    "quaidpy.home",
    "quaidpy.home.ownership",
    "quaidpy.system",
    "quaidpy.system.file_lock",
    "quaidpy.errors",
    "quaidpy.interfaces",
    "quaidpy.interfaces.client",
    "quaidpy.interfaces.front",
    "quaidpy.interfaces.hooks",
    "quaidpy.interfaces.hooks.forwarding",
    "quaidpy.interfaces.hooks.invocation",
    "quaidpy.interfaces.server_address",
    "quaidpy.interfaces.standard_streams",
    "quaidpy.library_telemetry",
}
"""All that the process of a hook may load of ours; each is read by `quaid recall`, too, but for the hook's own."""
SLOW = {
    "asyncio",
    "dataclasses",
    "email",
    "hashlib",
    "http",
    "inspect",
    "pathlib",
    "subprocess",
    "tomllib",
    "urllib",
}
"""Of the standard library: what costs milliseconds to load."""
CODE = """
import sys
from quaidpy.interfaces.front import run
sys.argv = ["quaid", "hook", *sys.argv[1:]]
try:
    run()
finally:
    print("LOADED", *sys.modules, file=sys.stderr)
"""


@pytest.fixture
def home(shared_home: Path) -> Path:
    """Its server is one for all tests here, the owner the test's own."""
    if not (shared_home / "config.toml").exists():
        (shared_home / "config.toml").write_text("[hooks]\ndeadline_s = 60.0\n")  # for a busy machine
    (shared_home / "hooks.log").unlink(missing_ok=True)
    return shared_home


@pytest.fixture(autouse=True)
def remembered(client: Client) -> None:
    client.call("POST", "/v1/memories", {"text": "Ana lives in Porto."})


def hook(host: str, event: str, payload: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "-c", CODE, host, event],
        input=payload if isinstance(payload, str) else json.dumps(payload),
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
def test_no_event_loads_more_than_a_socket_needs(host: str, home: Path) -> None:
    for event in events_of(host):
        told = {
            "session_id": f"{event} of {host}",
            "prompt": "Where does Ana live?",
            "event": {"prompt": "Where does Ana live?", "messages": []},
            "ctx": {"sessionId": "loads"},
        }
        done = hook(host, event, told)
        loaded = set(done.stderr.rpartition("LOADED")[2].split())
        assert done.returncode == 0
        assert {name.partition(".")[0] for name in loaded} <= {
            "__main__",
            "quaidpy",
            *sys.stdlib_module_names,
        }
        assert {name for name in loaded if name.startswith("quaidpy.")} <= LOADED
        assert not loaded & SLOW
    assert not (home / "hooks.log").exists()


def test_what_is_remembered_is_given_once_a_session() -> None:
    asked = {"session_id": "once", "prompt": "Where does Ana live?"}
    assert "Ana lives in Porto." in hook("claude-code", "UserPromptSubmit", asked).stdout
    assert hook("claude-code", "UserPromptSubmit", asked).stdout == ""
    assert "Porto" in hook("gemini", "BeforeAgent", asked).stdout
    assert hook("gemini", "BeforeAgent", asked).stdout == "{}\n"


def test_what_was_said_becomes_a_memory(client: Client, home: Path) -> None:
    said = {"session_id": "said", "prompt": "My boat Alma is green.", "prompt_response": "A fine boat."}
    assert hook("gemini", "AfterAgent", said).stdout == "{}\n"
    until = time.monotonic() + 30
    while InboxFiles(home).waiting() and time.monotonic() < until:
        time.sleep(0.05)
    found = client.call("POST", "/v1/recall", {"query": "which colour has my boat Alma?"})
    assert "Alma" in found["context"]


@pytest.mark.parametrize("payload", ["no json", "", "[]", "7", '{"prompt": 5}', '"\\ud800"'])
def test_any_payload_ends_well(payload: str) -> None:
    done = hook("claude-code", "UserPromptSubmit", payload)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_is_no_json_is_noted(home: Path) -> None:
    hook("claude-code", "Stop", "no json")
    assert "claude-code Stop: JSONDecodeError" in (home / "hooks.log").read_text()


def event(**other: Any) -> dict[str, Any]:
    return {
        "host": "claude-code", "event": "Stop", "until": time.monotonic() + 60,
        "payload": json.dumps({"session_id": "s", "transcript_path": "/gone.jsonl"}), **other,
    }  # fmt: skip


def test_an_event_that_arrives_too_late_is_left_to_its_process(client: Client, home: Path) -> None:
    with pytest.raises(ServerError, match="too late"):
        client.call("POST", "/v1/hook", event(until=time.monotonic() - 1))
    assert InboxFiles(home).waiting() == []


@pytest.mark.parametrize("wrong", [{"host": "nobody"}, {"until": "soon"}, {"payload": None}, {"colour": 1}])
def test_what_is_no_event_is_refused(client: Client, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        client.call("POST", "/v1/hook", event(**wrong))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to end a process by")
def test_a_pointer_that_a_killed_server_left_is_no_reason_to_give_nothing(home: Path) -> None:
    os.kill(json.loads((home / "server.json").read_text())["pid"], signal.SIGKILL)
    asked = {"session_id": "killed", "prompt": "Where does Ana live?"}
    done = subprocess.run(
        [sys.executable, "-m", "quaidpy", "hook", "claude-code", "UserPromptSubmit"],
        input=json.dumps(asked), capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert "Porto" in done.stdout
