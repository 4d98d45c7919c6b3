"""A host's sessions begin with what the last one left, and leave where they stop, by hooks alone."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from quaidpy.home.inbox import InboxFiles
from quaidpy.hosts.hook_events import hook_event
from quaidpy.interfaces.hooks.keeping import put
from tests.hosts.test_hooks import hook, served
from tests.journeys.conftest import Quaid

__all__ = ["hook", "served"]

SAID = ({"role": "user", "content": "We decided to use PostgreSQL. See src/shop.py."},)


def given(done: Any) -> str:
    spoken = json.loads(done.stdout or "{}").get("hookSpecificOutput", {})
    return str(spoken.get("additionalContext", ""))


def note(home: Path, event: str, session: str = "s1", **more: object) -> None:
    told = {
        "host": "claude-code",
        "event": event,
        "session": session,
        "cwd": "/srv/kite-shop",
        "owner": "default",
    }
    InboxFiles(home).put({**told, **more})


def once_given(quaid: Quaid) -> Any:
    """The only note, as soon as its giving is confirmed: a hook does that after its answer."""
    for _ in range(200):
        (listed,) = quaid("handoff", "list", "--all", "--json").json["handoffs"]
        if listed["state"] == "given":
            break
    return listed


def started(session: str, source: str = "startup") -> dict[str, str]:
    return {"session_id": session, "source": source, "cwd": "/srv/kite-shop"}


@pytest.mark.usefixtures("served")
def test_a_session_is_given_its_notes_once_and_nobody_else_is(quaid: Quaid, hook: Any) -> None:
    quaid("store", "Ana prefers tea.", "--kind", "preference")
    quaid("handoff", "claude-code", "The kites are in the shed.")
    assert "kites are in the shed" in given(hook("claude-code", "SessionStart", started("s1")))
    listed = once_given(quaid)
    assert (listed["state"], listed["receiver"]) == ("given", "claude-code:s1")
    again = given(hook("claude-code", "SessionStart", started("s2")))
    assert "Ana prefers tea." in again
    assert "kites" not in again


def test_without_a_server_the_notes_are_given_and_confirmed_as_well(quaid: Quaid, hook: Any) -> None:
    quaid("store", "Ana prefers tea.")
    quaid("handoff", "next", "The kites are in the shed.")
    assert "kites are in the shed" in given(hook("codex", "SessionStart", started("s1")))
    assert once_given(quaid)["state"] == "given"


def test_trying_whether_a_hook_runs_takes_no_note(quaid: Quaid, hook: Any, tmp_path: Path) -> None:
    quaid("store", "Ana prefers tea.")
    quaid("handoff", "next", "The kites are in the shed.")
    command = f"{sys.executable} -m quaidpy"
    tried = quaid("install", "claude-code", "--folder", str(tmp_path / "host"), "--command", command)
    assert "ok: a hook ran" in tried.out
    assert [each["state"] for each in quaid("handoff", "list", "--json").json["handoffs"]] == ["waiting"]


@pytest.mark.usefixtures("served")
def test_a_compacted_session_is_not_the_next_one(quaid: Quaid, hook: Any) -> None:
    quaid("handoff", "next", "The kites are in the shed.")
    assert "kites" not in given(hook("claude-code", "SessionStart", started("s1", "compact")))
    assert "kites" in given(hook("claude-code", "SessionStart", started("s2")))


@pytest.mark.usefixtures("served")
def test_a_session_whose_beginning_was_not_heard_wakes_at_its_first_prompt(quaid: Quaid, hook: Any) -> None:
    quaid("handoff", "claude-code", "The kites are in the shed.")
    prompt = {"session_id": "s1", "prompt": "hello", "cwd": "/srv/kite-shop"}
    assert "kites" in given(hook("claude-code", "UserPromptSubmit", prompt))
    assert given(hook("claude-code", "UserPromptSubmit", prompt)) == ""


@pytest.mark.parametrize("event", ["SessionEnd", "PreCompact"])
def test_where_a_session_stops_the_next_one_of_the_project_is_told(
    quaid: Quaid, clean_environment: Path, event: str
) -> None:
    note(clean_environment, "Stop", messages=SAID)
    note(clean_environment, event)
    quaid("extract", "--inbox")
    (saved,) = quaid("checkpoint", "list", "--json").json["checkpoints"]
    assert (saved["name"], saved["agent"], saved["project"]) == ("s1", "claude-code", "kite-shop")
    block = quaid("wake", "--agent", "claude-code", "--project", "kite-shop").out
    assert "checkpoint “s1”" in block
    assert "src/shop.py" in block
    assert "checkpoint" not in quaid("wake", "--agent", "claude-code", "--project", "garden").out


def test_each_end_is_a_version_and_the_same_end_is_one(quaid: Quaid, clean_environment: Path) -> None:
    note(clean_environment, "Stop", messages=SAID)
    for _ in range(2):
        note(clean_environment, "PreCompact")
        quaid("extract", "--inbox")
    note(clean_environment, "SessionEnd", messages=({"role": "user", "content": "I moved to Porto."},))
    quaid("extract", "--inbox")
    listed = quaid("checkpoint", "list", "--all", "--json").json["checkpoints"]
    assert [each["version"] for each in listed] == [2, 1]


def test_a_session_in_which_nobody_spoke_leaves_nothing(quaid: Quaid, clean_environment: Path) -> None:
    quaid("store", "Ana prefers tea.")
    note(clean_environment, "SessionEnd", session="silent")
    assert quaid("extract", "--inbox").code == 0
    assert InboxFiles(clean_environment).waiting() == []
    assert quaid("checkpoint", "list", "--json").json["checkpoints"] == []


def test_the_end_of_a_session_of_any_host_is_kept_even_without_words(clean_environment: Path) -> None:
    ends = [
        ("claude-code", "SessionEnd", {"session_id": "s"}),
        ("gemini", "SessionEnd", {"session_id": "s"}),
        ("cursor", "preCompact", {"conversation_id": "s"}),
        ("openclaw", "session_end", {"event": {}, "ctx": {"sessionId": "s"}}),
    ]
    for host, name, payload in ends:
        put(hook_event(host, name, payload), home=clean_environment, owner=None)
    put(hook_event("claude-code", "SessionEnd", {}), home=clean_environment, owner=None)
    inbox = InboxFiles(clean_environment)
    assert [(inbox.read(name) or {})["host"] for name in inbox.waiting()] == [host for host, _, _ in ends]


def test_names_of_sessions_are_only_names(quaid: Quaid, clean_environment: Path) -> None:
    for session in ("last", "a\nb" + "x" * 200, "\u0007"):
        note(clean_environment, "SessionEnd", session=session, messages=SAID)
    note(clean_environment, "SessionEnd", host="no host?", messages=SAID)
    assert quaid("extract", "--inbox").code == 0
    assert InboxFiles(clean_environment).waiting() == []
    names = [each["name"] for each in quaid("checkpoint", "list", "--json").json["checkpoints"]]
    assert all(len(name) <= 100 and name.isprintable() and name != "last" for name in names)
    assert len(names) == 1


def test_with_nothing_left_a_session_begins_as_before(quaid: Quaid, hook: Any) -> None:
    said = "\n".join(f"Ana: I prefer kite {number} of the long green row." for number in range(20))
    quaid("extract", "--text", f"date: 2 June 2025 20:15\n\n{said}")
    block = given(hook("claude-code", "SessionStart", started("s1")))
    brief = quaid("brief", "--limit", "12", "--json").json["results"]
    assert len(brief) == 12
    assert block.splitlines()[2:-1] == [each["line"] for each in brief]


def test_a_checkpoint_names_the_files_that_tools_wrote_before_those_that_were_talked_of(
    quaid: Quaid, hook: Any, tmp_path: Path
) -> None:
    written = tmp_path / "shop" / "cart.py"
    for path in (tmp_path / "shop" / "old.py", written):
        hook("claude-code", "PostToolUse", {"session_id": "s1", "tool_input": {"file_path": str(path)}})
    home = Path(quaid("stats", "--json").json["home"])
    note(home, "Stop", messages=list(SAID))
    note(home, "SessionEnd")
    quaid("extract", "--inbox")
    shown = quaid("checkpoint", "show", "s1", "--json").json
    assert shown["files"] == [str(written), str(tmp_path / "shop" / "old.py"), "src/shop.py"]


def test_a_document_that_a_tool_wrote_is_found_in_its_new_words_at_once(
    quaid: Quaid, hook: Any, tmp_path: Path
) -> None:
    guide = tmp_path / "shop" / "guide.md"
    guide.parent.mkdir()
    guide.write_text("# Guide\n\nKites are flown in spring.\n")
    quaid("projects", "register", str(guide.parent))
    quaid("docs", "reindex")
    guide.write_text("# Guide\n\nLanterns are lit at the harbour in autumn.\n")
    hook("claude-code", "PostToolUse", {"session_id": "s1", "tool_input": {"file_path": str(guide)}})
    quaid("extract", "--inbox")
    assert "harbour" in quaid("docs", "search", "lanterns at the harbour").out
