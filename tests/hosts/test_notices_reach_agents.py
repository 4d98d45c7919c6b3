"""An agent hears in its next block of what it asked to be told of: one short line, once, and never for an answer."""

from typing import Any

import pytest

from quaidpy.domain.language.tokens import count_tokens
from tests.hosts.test_hooks import hook, served
from tests.hosts.test_sessions_hand_over import given
from tests.journeys.conftest import Quaid

__all__ = ["hook", "served"]

CHANGED = "The staging server now listens on port 9090."


def prompt(words: str, session: str = "s1") -> dict[str, str]:
    return {"session_id": session, "prompt": words, "cwd": "/srv/shop"}


def states(quaid: Quaid) -> list[str]:
    return [each["state"] for each in quaid("--json", "notify", "list").json["notices"]]


def until_given(quaid: Quaid) -> list[str]:
    """A hook confirms after its answer."""
    for _ in range(200):
        if "waiting" not in (found := states(quaid)):
            break
    return found


@pytest.mark.usefixtures("served")
def test_the_release_agent_is_told_in_its_next_prompt_that_a_port_changed(quaid: Quaid, hook: Any) -> None:
    quaid("store", "The staging server listens on port 8080.")
    quaid("store", "Ana drinks oolong in the afternoon.")
    quaid("notify", "subscribe", "--agent", "codex", "--word", "port")
    assert "notice" not in given(hook("codex", "UserPromptSubmit", prompt("What does Ana drink?", "s0")))
    quaid("--agent", "claude-code", "store", CHANGED)
    block = given(hook("codex", "UserPromptSubmit", prompt("What does Ana drink?")))
    assert "oolong" in block
    (line,) = [each for each in block.splitlines() if "(notice)" in each]
    assert CHANGED in line
    assert block.index("oolong") < block.index(line)
    assert until_given(quaid) == ["given"]
    assert given(hook("codex", "UserPromptSubmit", prompt("What does Ana like to read?", "s2"))) == ""


@pytest.mark.usefixtures("served")
def test_a_new_session_hears_it_with_its_notes_and_both_are_confirmed(quaid: Quaid, hook: Any) -> None:
    quaid("notify", "subscribe", "--agent", "codex", "--word", "port")
    quaid("handoff", "codex", "The kites are in the shed.")
    words = " and ".join(f"the port of host {number} is open" for number in range(30))
    quaid("store", f"In the harbour {words}.")
    block = given(
        hook("codex", "SessionStart", {"session_id": "s1", "source": "startup", "cwd": "/srv/shop"})
    )
    (line,) = [each for each in block.splitlines() if "(notice)" in each]
    assert count_tokens(line) <= 40
    assert "kites are in the shed" in block
    assert until_given(quaid) == ["given"]
    (note,) = quaid("handoff", "list", "--all", "--json").json["handoffs"]
    assert note["state"] == "given"


@pytest.mark.usefixtures("served")
def test_an_agent_hears_that_what_it_was_given_today_is_replaced(quaid: Quaid, hook: Any) -> None:
    stored = quaid("--json", "store", "The deploy key of the shop is kept in the blue vault.").json["new"][0][
        "id"
    ]
    assert "blue vault" in given(hook("codex", "UserPromptSubmit", prompt("Where is the deploy key kept?")))
    quaid("edit", stored, "--text", "The deploy key of the shop is kept in the red vault.")
    block = given(hook("codex", "UserPromptSubmit", prompt("What about the weather in Leeds?", "s2")))
    assert "(replaced)" in block
    assert "red vault" in block
    assert "replaced" not in given(hook("gemini", "BeforeAgent", prompt("What about the weather?", "s3")))
