"""What sessions leave, by a server: over HTTP, and for command lines whose answers another process prints."""

from pathlib import Path

import pytest

from quaidpy.errors import NotFoundError, UsageError
from quaidpy.interfaces.client import Client
from tests.server.conftest import Shell


@pytest.fixture
def home(shared_home: Path) -> Path:
    return shared_home


def test_a_checkpoint_is_saved_listed_and_restored(client: Client) -> None:
    client.call("POST", "/v1/memories", {"text": "We decided to use uv.", "kind": "decision"})
    saved = client.call("POST", "/v1/checkpoints", {"name": "parser", "task": "mend it", "agent": "codex"})
    assert (saved["version"], [each["text"] for each in saved["decisions"]]) == (1, ["We decided to use uv."])
    client.call("POST", "/v1/checkpoints", {"name": "parser", "task": "test it", "agent": "codex"})
    listed = client.call("GET", "/v1/checkpoints?agent=codex&limit=5")["checkpoints"]
    assert [each["version"] for each in listed] == [2, 1]
    assert "test it" in client.call("GET", "/v1/checkpoints/parser")["context"]
    assert "mend it" in client.call("GET", "/v1/checkpoints/parser?version=1&agent=codex")["context"]
    with pytest.raises(NotFoundError):
        client.call("GET", "/v1/checkpoints/gone")


def test_notes_are_given_with_a_wake_and_held_ones_until_they_are_confirmed(client: Client) -> None:
    left = client.call("POST", "/v1/handoffs", {"to": "codex", "text": "mind the gap", "expires": "2h"})
    asked = {"agent": "codex", "session": "s", "hold": True}
    held = client.call("POST", "/v1/wake", asked)
    assert (held["handoffs"], held["receiver"]) == ([left["id"]], "codex:s")
    assert client.call("POST", "/v1/wake", {"agent": "codex"})["handoffs"] == []
    assert client.call("POST", "/v1/wake", asked)["handoffs"] == [left["id"]]
    confirmed = {"receiver": "codex:s", "ids": held["handoffs"]}
    assert client.call("POST", "/v1/handoffs/confirm", confirmed)["given"] == held["handoffs"]
    assert client.call("POST", "/v1/wake", asked)["handoffs"] == []
    client.call("POST", "/v1/handoffs", {"to": "next", "text": "mind the step"})
    assert "mind the step" in client.call("POST", "/v1/wake", {})["context"]
    states = [each["state"] for each in client.call("GET", "/v1/handoffs")["handoffs"]]
    assert states == ["given", "given"]


def test_a_scratchpad_lives_through_the_api(client: Client) -> None:
    client.call("PUT", "/v1/scratchpads/plan", {"text": "one", "agent": "codex"})
    grown = client.call("POST", "/v1/scratchpads/plan", {"text": "two", "agent": "codex"})
    assert (grown["text"], grown["version"], grown["bytes"]) == ("one\ntwo", 2, 7)
    assert client.call("GET", "/v1/scratchpads/plan?agent=codex&version=1")["text"] == "one"
    (listed,) = client.call("GET", "/v1/scratchpads")["scratchpads"]
    assert (listed["name"], "text" in listed) == ("plan", False)
    with pytest.raises(UsageError):
        client.call("PUT", "/v1/scratchpads/plan", {"text": "x" * 8193, "agent": "codex"})
    assert client.call("DELETE", "/v1/scratchpads/plan?agent=codex")["cleared"] == 2


def test_a_note_counts_as_given_once_the_process_that_asked_has_printed_it(
    client: Client, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.call("POST", "/v1/handoffs", {"to": "codex", "text": "mind the gap"})
    monkeypatch.setenv("QUAID_AGENT", "codex")
    assert "mind the gap" in shell("wake").out
    assert [each["state"] for each in client.call("GET", "/v1/handoffs")["handoffs"]] == ["given"]
    assert "mind the gap" not in shell("wake").out


def test_a_note_that_was_not_printed_is_not_given(client: Client, home: Path) -> None:
    client.call("POST", "/v1/handoffs", {"to": "codex", "text": "mind the gap"})
    call = {"arguments": ["wake", "--agent", "codex"], "folder": str(home)}
    answer = client.call("POST", "/v1/command", call | {"owner": client.call("GET", "/v1/stats")["owner"]})
    assert "mind the gap" in answer["out"]
    assert answer["follow_up"][:2] == ["handoff", "confirm"]
    assert [each["state"] for each in client.call("GET", "/v1/handoffs")["handoffs"]] == ["taken"]
