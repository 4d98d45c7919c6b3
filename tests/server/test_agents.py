"""Agents over MCP: what they see, what they get, and that nothing but protocol is said."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quaidpy import __version__
from quaidpy.interfaces.client import Client
from quaidpy.interfaces.mcp_bridge import SHIPPED_GREETINGS, greeting_key
from tests.server.conftest import Shell

OPENING = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "a test", "version": "1"},
}
TOOLS = {
    "docs_search", "graph_query", "memory_checkpoint", "memory_create_edge", "memory_explain", "memory_extract", "memory_feedback",
    "memory_edit", "memory_forget", "memory_get", "memory_handoff", "memory_history", "memory_notices", "memory_pin",
    "memory_recall", "memory_retire", "memory_rollback", "memory_search", "memory_stats", "memory_store",
    "memory_suppress", "memory_undo", "memory_wake",
}  # fmt: skip


class Agent:
    """A client of `quaid mcp` that speaks the protocol by hand, so that every byte on stdout is looked at."""

    def __init__(self, *, capabilities: dict[str, Any] | None = None, name: str = "a test") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quaidpy", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self._number = 0
        self.others: list[dict[str, Any]] = []
        self.lends = ""
        self.opened = self.ask(
            "initialize",
            OPENING | {"capabilities": capabilities or {}, "clientInfo": {"name": name, "version": "1"}},
        )["result"]
        self._say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answer; what else comes meanwhile is kept, a question for our model is answered by `lends`."""
        self._number += 1
        self._say({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message: dict[str, Any] = json.loads(line)
            if message.get("method") == "sampling/createMessage":
                content = {"type": "text", "text": self.lends}
                result = {"role": "assistant", "model": "lent", "content": content}
                self._say({"jsonrpc": "2.0", "id": message["id"], "result": result})
            if message.get("id") == self._number and "method" not in message:
                return message
            self.others.append(message)
        raise AssertionError("the bridge has left")

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return self.ask("tools/call", {"name": tool, "arguments": arguments, "_meta": {"progressToken": 1}})[
            "result"
        ]

    def leave(self) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        code = self._process.wait(timeout=30)
        self._process.stdout.close()
        return code

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@pytest.fixture
def home(shared_home: Path) -> Path:
    return shared_home


@pytest.fixture
def agent(home: Path) -> Iterator[Agent]:
    agent = Agent()
    yield agent
    agent.leave()


def test_an_agent_stores_recalls_explains_and_forgets(agent: Agent) -> None:
    stored = agent.call("memory_store", text="Ben plays the cello in Porto")["structuredContent"]
    recalled = agent.call("memory_recall", query="what does Ben play?")
    assert "cello" in recalled["content"][0]["text"]
    assert recalled["structuredContent"]["results"][0]["id"] == stored["new"][0]["id"]
    trace = agent.call("memory_explain", id="last")["structuredContent"]
    assert trace["query"] == "what does Ben play?"
    agent.call("memory_feedback", id="last", used=[stored["new"][0]["id"]])
    agent.call("memory_forget", id=stored["new"][0]["id"])
    assert "Nothing" in agent.call("memory_search", query="cello")["content"][0]["text"]
    assert agent.leave() == 0


def test_what_an_agent_changes_says_its_name_and_can_be_corrected_and_taken_back(agent: Agent) -> None:
    (kept,) = agent.call("memory_store", text="Ben plays the oboe in Faro")["structuredContent"]["new"]
    identity = kept["id"]
    assert (
        agent.call("memory_edit", id=identity, text="Ben plays the oboe in Tavira", expect=1)["isError"]
        is False
    )
    late = agent.call("memory_edit", id=identity, text="Ben plays the tuba", expect=1)
    assert late["isError"] is True
    assert "Tavira" in late["content"][0]["text"]
    agent.call("memory_rollback", id=identity, to="1")
    assert agent.call("memory_get", id=identity)["structuredContent"]["text"].endswith("Faro")
    agent.call("memory_pin", id=identity)
    gone = agent.call("memory_retire", id=identity, reason="he gave it up")["structuredContent"]
    agent.call("memory_undo", id=gone["operation"])
    told = agent.call("memory_history", id=identity)
    versions = told["structuredContent"]["versions"]
    assert [each["verb"] for each in versions] == ["store", "edit", "rollback", "retire", "undo"]
    assert {each["agent"] for each in versions} == {"a-test"}
    assert "2. " in told["content"][0]["text"]
    card = agent.call("memory_get", id=identity)["structuredContent"]
    assert (card["version"], card["pinned"], card["status"]) == (5, True, "pending")


def test_every_tool_says_what_it_takes_gives_and_does(agent: Agent) -> None:
    listed = {tool["name"]: tool for tool in agent.ask("tools/list", {})["result"]["tools"]}
    assert set(listed) == TOOLS
    for name, tool in listed.items():
        assert len(tool["description"]) > 60, name
        assert tool["outputSchema"]["type"] == "object", name
        assert all("description" in each for each in tool["inputSchema"].get("properties", {}).values()), name
    assert listed["memory_recall"]["annotations"]["readOnlyHint"]
    assert listed["memory_forget"]["annotations"]["destructiveHint"]
    assert not listed["memory_store"]["annotations"]["readOnlyHint"]


def test_an_error_is_an_answer_that_says_what_to_do(agent: Agent) -> None:
    wrong = agent.call("memory_get", id="m_abcdefgh")
    assert wrong["isError"]
    assert "quaid search" in wrong["content"][0]["text"]
    assert agent.call("memory_recall", question="?")["isError"]


def test_a_conversation_is_taken_in_with_word_of_its_progress(agent: Agent) -> None:
    taken = agent.call("memory_extract", text="Ana: I moved to Lisbon last week.\nBen: I love surfing.\n")
    assert taken["structuredContent"]["turns"] == 2
    assert any(other.get("method") == "notifications/progress" for other in agent.others)
    recent = agent.ask("resources/read", {"uri": "memory://recent"})["result"]["contents"][0]["text"]
    assert "Lisbon" in recent
    themes = agent.ask("resources/read", {"uri": "memory://themes"})["result"]["contents"][0]["text"]
    assert "No themes were found yet." in themes
    one = taken["structuredContent"]["new"][0]["id"]
    read = agent.ask("resources/read", {"uri": f"memory://{one}"})["result"]["contents"][0]["text"]
    assert json.loads(read)["id"] == one


def test_prompts_are_there_with_what_they_are_for(agent: Agent) -> None:
    prompts = agent.ask("prompts/list", {})["result"]["prompts"]
    assert all(prompt["description"] for prompt in prompts)
    got = agent.ask("prompts/get", {"name": "recall_about", "arguments": {"topic": "Ben"}})["result"]
    assert "Ben" in got["messages"][0]["content"]["text"]


def test_a_client_that_lends_its_model_has_it_read(home: Path) -> None:
    agent = Agent(capabilities={"sampling": {}})
    agent.lends = json.dumps({"facts": [], "edges": [], "snippets": [], "journal": []})
    taken = agent.call("memory_extract", text="Ana: I moved to Lisbon last week.\nBen: I love surfing.\n")
    assert any(other.get("method") == "sampling/createMessage" for other in agent.others)
    assert taken["structuredContent"]["reading"]["model"] == "sampling"
    agent.leave()


def test_a_session_outlives_the_server(agent: Agent, client: Client) -> None:
    agent.call("memory_store", text="Ben plays the cello in Porto")
    os.kill(client.call("GET", "/v1/health")["pid"], signal.SIGKILL)
    assert "cello" in agent.call("memory_recall", query="what does Ben play?")["content"][0]["text"]


def test_while_the_server_comes_up_an_agent_is_greeted_as_before(home: Path, shell: Shell) -> None:
    first = Agent()
    first.ask("tools/list", {})
    first.leave()
    shell("serve", "stop")
    second = Agent()
    assert second.opened == first.opened
    assert not (home / "server.json").exists() or "tools" in second.opened["capabilities"]
    assert {tool["name"] for tool in second.ask("tools/list", {})["result"]["tools"]} == TOOLS
    assert "memories" in second.call("memory_stats")["structuredContent"]
    second.leave()


def test_what_ships_for_the_first_session_is_what_the_server_says(agent: Agent) -> None:
    shipped = json.loads(Path(SHIPPED_GREETINGS).read_text())
    assert shipped["version"] == __version__
    agent.call("memory_stats")  # from here on the server itself answers
    for asked in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
        assert agent.ask(asked, {})["result"] == shipped["known"][f"{asked} "], "run tools/write_greetings.py"
    opened = shipped["known"][f"initialize {OPENING['protocolVersion']}"]
    assert agent.opened["instructions"] == opened["instructions"]


def test_only_what_is_the_same_for_all_sessions_counts_as_a_greeting() -> None:
    assert greeting_key({"id": 1, "method": "tools/list"})
    assert greeting_key({"id": 1, "method": "tools/list", "params": {"cursor": "x"}}) is None
    assert greeting_key({"id": 1, "method": "tools/call", "params": {"name": "memory_recall"}}) is None
    assert greeting_key({"method": "notifications/initialized"}) is None


def test_an_agent_asks_to_be_told_and_reads_once_what_another_changed(home: Path) -> None:
    release, other = Agent(name="release"), Agent(name="codex")
    assert "subscribed" in release.call("memory_notices", act="subscribe", word="port")["content"][0]["text"]
    other.call("memory_store", text="The staging server listens on port 9090.")
    assert "port 9090" in release.call("memory_notices")["content"][0]["text"]
    assert release.call("memory_notices")["content"][0]["text"] == "Nothing waits for you."
    assert "given" in release.call("memory_notices", act="list")["content"][0]["text"]
    release.leave()
    other.leave()


def test_what_one_agent_leaves_the_next_one_begins_with_and_once(home: Path) -> None:
    first = Agent(name="claude-code")
    saved = first.call("memory_checkpoint", name="parser", task="mend the tokenizer", todos=["run the tests"])
    assert saved["content"][0]["text"] == "Saved: parser, version 1."
    first.call("memory_handoff", to="codex", text="The tokenizer drops the last line.")
    first.leave()
    codex = Agent(name="codex-mcp-client")
    begun = codex.call("memory_wake")["content"][0]["text"]
    assert "note from claude-code" in begun
    assert "tokenizer drops the last line" in begun
    assert "tokenizer drops" not in codex.call("memory_wake")["content"][0]["text"]
    restored = codex.call("memory_checkpoint", act="restore", name="parser")["content"][0]["text"]
    assert "run the tests" in restored
    assert "parser" in codex.call("memory_checkpoint", act="list")["content"][0]["text"]
    codex.leave()
