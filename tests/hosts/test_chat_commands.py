"""A command typed in a host's chat is done at once, without the model; a project's own command goes before ours."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quaidpy.hosts.chat_commands import ChatCommand, spoken_command
from quaidpy.hosts.hook_events import hook_event
from quaidpy.interfaces.hooks.chat import command_in, told_of
from tests.hosts.test_hooks import hook
from tests.journeys.conftest import Quaid

__all__ = ["hook"]

ALL = ("remember", "recall", "forget", "todo")


class Typed:
    """Asks the commands in this process."""

    may_serve = True

    def __init__(self, run: Quaid, home: Path) -> None:
        self._run = run
        self.home = home

    def ask(self, arguments: Sequence[str], *, timeout_s: float) -> dict[str, Any]:
        done = self._run("--json", "--quiet", *arguments)
        found: dict[str, Any] = json.loads(done.out or "{}") if done.code == 0 else {}
        return found


@pytest.fixture
def say(quaid: Quaid, clean_environment: Path) -> Any:
    asker = Typed(quaid, clean_environment)

    def typed(prompt: str) -> str:
        command = spoken_command(prompt)
        assert command is not None
        return told_of(command, asker, timeout_s=1.0)

    return typed


@pytest.mark.parametrize(
    ("prompt", "meant"),
    [
        ("/remember Ana rows", ChatCommand("remember", "Ana rows")),
        ("  /todo", ChatCommand("todo", "")),
        ("/recall who\nrows?", ChatCommand("recall", "who\nrows?")),
        ("/remembering is hard", None),
        ("please /remember this", None),
        ("/compact", None),
        ("", None),
    ],
)
def test_a_command_is_what_a_prompt_begins_with(prompt: str, meant: ChatCommand | None) -> None:
    assert spoken_command(prompt) == meant


def test_what_is_to_be_remembered_is_found_and_forgotten_again(say: Any) -> None:
    kept = say("/remember Ana keeps the boat key under the third stone.")
    assert kept.startswith("kept: Ana keeps the boat key")
    identity = kept.rpartition("[")[2].rstrip("]")
    assert "third stone" in say("/recall where is the boat key?")
    assert identity in say("/forget boat key")
    assert "third stone" in say("/recall where is the boat key?")
    assert "takes it back" in say(f"/forget {identity}")
    assert "third stone" not in say("/recall where is the boat key?")


def test_words_that_a_shell_would_read_are_words(say: Any, clean_environment: Path) -> None:
    kept = say("""/remember Ben's password hint is "$(touch x)" `touch y`; --limit 3""")
    assert "$(touch x)" in kept
    assert say("/remember --tag of the grey coat is lost").startswith("kept: --tag")
    assert not (clean_environment / "x").exists()


def test_tasks_are_added_listed_and_done(say: Any) -> None:
    assert say("/todo") == "nothing is yet to be done"
    kept = say("/todo Ana has to oil the gate")
    identity = kept.rpartition("[")[2].rstrip("]")
    assert "oil the gate" in say("/todo")
    assert say(f"/todo done {identity}") == f"done: {identity}"
    assert say("/todo") == "nothing is yet to be done"
    assert "is it the id" in say(f"/todo done {identity}")


@pytest.mark.parametrize("prompt", ["/remember", "/recall ", "/forget"])
def test_a_command_without_words_says_what_it_needs(say: Any, prompt: str) -> None:
    assert "what?" in say(prompt)


def prompt_of(text: str, cwd: Path) -> Any:
    payload = {"session_id": "s", "prompt": text, "cwd": str(cwd), "transcript_path": "/t"}
    return hook_event("claude-code", "UserPromptSubmit", payload)


def test_only_installed_commands_are_answered_and_a_projects_own_goes_first(tmp_path: Path) -> None:
    event = prompt_of("/todo oil the gate", tmp_path)
    assert command_in(event, ALL) == ChatCommand("todo", "oil the gate")
    assert command_in(event, ("remember",)) is None
    (tmp_path / ".claude" / "commands").mkdir(parents=True)
    (tmp_path / ".claude" / "commands" / "todo.md").write_text("theirs")
    assert command_in(event, ALL) is None


def test_the_hook_answers_in_the_place_of_the_model(hook: Any, tmp_path: Path) -> None:
    payload = {"session_id": "s", "prompt": "/remember Ana rows on Sundays.", "cwd": str(tmp_path)}
    done = hook("claude-code", "UserPromptSubmit", payload, "--commands=remember,recall,forget,todo")
    answer = json.loads(done.stdout)
    assert answer["decision"] == "block"
    assert "Ana rows on Sundays." in answer["reason"]
