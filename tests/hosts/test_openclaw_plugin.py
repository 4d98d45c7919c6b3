"""The OpenClaw plugin, driven by a host of a few lines: it gives, keeps what is new, and never throws."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quaidpy.home.inbox import InboxFiles
from quaidpy.shipped.files import integration_folder
from tests.journeys.conftest import Quaid
from tests.sources import ROOT

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not on the PATH")

CTX = {
    "sessionId": "s1",
    "sessionKey": "agent:main:main",
    "workspaceDir": "/srv/kite-shop",
    "trigger": "user",
}
Drive = Callable[..., list[Any]]


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drive:
    monkeypatch.setenv("QUAID_EMBEDDING_MODEL", "none")
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "patient.toml").write_text("[hooks]\ndeadline_s = 30.0\n")
    monkeypatch.setenv("QUAID_CONFIG", str(tmp_path / "patient.toml"))

    def run(*calls: dict[str, Any], command: list[str] | None = None) -> list[Any]:
        config = {"command": command or [sys.executable, "-m", "quaidpy"], "recallTimeoutMs": 35000}
        entry = (integration_folder("openclaw") / "index.js").as_uri()
        done = subprocess.run(
            [str(NODE), str(Path(__file__).with_name("drive_plugin.mjs")), entry, json.dumps(config)],
            input="".join(json.dumps(call) + "\n" for call in calls), capture_output=True, text=True, check=False, timeout=90,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def user(text: str, at: int) -> dict[str, Any]:
    return {"role": "user", "content": text, "timestamp": at}


def ended(*messages: dict[str, Any], **ctx: str) -> dict[str, Any]:
    return {
        "hook": "agent_end",
        "event": {"messages": list(messages), "success": True},
        "ctx": {**CTX, **ctx},
    }


def said_in(home: Path) -> list[list[str]]:
    inbox = InboxFiles(home)
    notes = [inbox.read(name) or {} for name in inbox.waiting()]
    return [[message["content"] for message in note["messages"]] for note in notes]


def test_memories_come_before_the_prompt(quaid: Quaid, drive: Drive) -> None:
    quaid("store", "Ana lives in Porto.")
    asked = {
        "hook": "before_prompt_build",
        "event": {"prompt": "Where does Ana live?", "messages": []},
        "ctx": CTX,
    }
    given, again = drive(asked, asked)
    assert "Ana lives in Porto." in given["prependContext"]
    assert again is None


def test_of_each_turn_only_what_is_new_is_kept(
    drive: Drive, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = user("Pia repairs the kites.", 1), user("Pia moved to Faro.", 2)
    tool = {"role": "toolResult", "content": "noise", "timestamp": 3}
    with InboxFiles(clean_environment).drained_by_us():  # nobody takes the notes away meanwhile
        drive(ended(first), ended(first, tool, second), ended(second), ended(first, second, trigger="cron"))
        assert said_in(clean_environment) == [["Pia repairs the kites."], ["Pia moved to Faro."]]


def test_a_memory_that_cannot_be_started_disturbs_nobody(drive: Drive) -> None:
    asked = {"hook": "before_prompt_build", "event": {"prompt": "Where does Ana live?"}, "ctx": CTX}
    tool = {"tool": "quaid_recall", "params": {"query": "Ana"}}
    given, kept, told = drive(asked, ended(user("I sail.", 1)), tool, command=["no-such-program-quaid"])
    assert (given, kept) == (None, None)
    assert "Nothing is remembered" in told["content"][0]["text"]


def test_the_tools_store_and_recall(quaid: Quaid, drive: Drive) -> None:
    quaid("store", "Ben lives in Leeds.")
    stored, found = drive(
        {"tool": "quaid_store", "params": {"text": "Ana lives in Porto."}},
        {"tool": "quaid_recall", "params": {"query": "Where does Ben live?"}},
    )
    assert stored["content"][0]["text"] == "Kept."
    assert "Leeds" in found["content"][0]["text"]


def test_a_host_that_is_asked_as_a_model_gives_and_keeps_nothing(
    drive: Drive, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_HOOKS", "off")
    assert drive(ended(user("I moved to Porto.", 1))) == [None]
    assert InboxFiles(clean_environment).waiting() == []


def test_commands_of_the_chat_are_answered_without_a_model(drive: Drive) -> None:
    kept, found, none = drive(
        {"command": "remember", "params": {"args": "Ana rows on Sundays."}},
        {"command": "recall", "params": {"args": "when does Ana row?"}},
        {"command": "todo", "params": {}},
    )
    assert kept["text"].startswith("kept: Ana rows on Sundays.")
    assert "Sundays" in found["text"]
    assert none["text"] == "nothing is yet to be done"


def test_a_session_begins_with_its_notes_at_its_first_prompt_and_only_there(
    quaid: Quaid, drive: Drive
) -> None:
    quaid("store", "Ben likes tea.")
    quaid("handoff", "openclaw", "The kite shop opens late today.")
    asked = {"hook": "before_prompt_build", "event": {"prompt": "hello", "messages": []}, "ctx": CTX}
    first, again = drive(asked, asked)
    assert "The kite shop opens late today." in first["prependContext"]
    assert again is None
    assert drive({**asked, "ctx": {**CTX, "sessionId": "s2"}}) == [None]
