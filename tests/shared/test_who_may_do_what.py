"""Only tokens open a shared server; each is one owner, or one agent, and does what its scope says and no more."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw
import pytest
from pydantic import BaseModel

from quaidpy.domain.access.tokens import Scope
from quaidpy.interfaces.api.table import ENDPOINTS, Endpoint
from quaidpy.interfaces.mcp.prompts import add_prompts
from quaidpy.interfaces.mcp.tools import EXTRACT, TOOLS
from quaidpy.interfaces.shared.needs import NEEDS, NOT_HERE, Addresses, resource_label
from quaidpy.wiring.parts import Memory
from tests.shared.conftest import ONE_SERVER, Shared, tokens_at
from tests.waiting import until

pytestmark = ONE_SERVER

STORED = "Ana moved to Lisbon in May."
LEFT_OUT = {"access_tokens", "recall_log", "spendings"}
"""When a token was last used, and what was asked: both are records of the reading itself."""


@pytest.fixture(scope="module")
def stored(shared: Shared) -> str:
    shared.ask("POST", "/v1/episodes", {"text": "Ana: My sister Eva lives in Porto.\n"}, token="ana")
    shared.ask("PUT", "/v1/scratchpads/plan", {"text": "pack"}, token="ana")
    shared.ask("POST", "/v1/checkpoints", {"name": "move", "task": "moving"}, token="ana")
    told = shared.ask("POST", "/v1/memories", {"text": STORED}, token="ana")
    assert told.status == 201
    return str(told.json["new"][0]["id"])


class _Collected:
    """What add_prompts adds prompts to."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def prompt(self, function: Any) -> None:
        self.names.append(function.__name__)


def test_each_address_and_tool_stands_in_the_table_once_or_is_not_here() -> None:
    collected: Any = _Collected()
    add_prompts(collected)
    there = {f"{each.method} {each.path}" for each in ENDPOINTS}
    there |= {f"tool {spec.name}" for spec in (*TOOLS, EXTRACT)} | {
        f"prompt {name}" for name in collected.names
    }
    own = {"GET /openapi.json", "GET /metrics", "POST /mcp"}
    resources = {label for label in NEEDS if label.startswith("resource ")}
    assert set(NEEDS) | NOT_HERE == there | own | resources
    assert not set(NEEDS) & NOT_HERE


def test_what_changes_memory_needs_more_than_reading() -> None:
    writing = {f"{each.method} {each.path}" for each in ENDPOINTS if each.writes}
    writing |= {f"tool {spec.name}" for spec in (*TOOLS, EXTRACT) if spec.writes}
    assert {label for label in writing - NOT_HERE if NEEDS[label] is Scope.READ} == set()


def test_the_resources_of_agents_stand_in_the_table(shared: Shared) -> None:
    fixed = shared.mcp("resources/list", {}, token="reader")["resources"]
    formed = shared.mcp("resources/templates/list", {}, token="reader")["resourceTemplates"]
    addresses = {each["uri"] for each in fixed} | {each["uriTemplate"] for each in formed}
    assert {f"resource {address}" for address in addresses} == {
        label for label in NEEDS if label.startswith("resource ")
    }
    assert resource_label("memory://m_x") == "resource memory://{id}"
    assert resource_label("memory://themes/th_x") == "resource memory://themes/{id}"


def test_without_a_token_of_this_storage_nothing_is_answered(shared: Shared) -> None:
    known = shared.secrets["ana"]
    strangers = ["", "nonsense", "quaid_", known[:-1], known + "x", "quaid_" + "A" * 43]
    for label in (label for label in NEEDS if label.partition(" ")[0].isupper()):
        method, _, path = label.partition(" ")
        told = shared.ask(method, path, token=strangers[len(path) % len(strangers)])
        assert (told.status, told.head["www-authenticate"]) == (401, "Bearer"), label
    for token in strangers:
        assert shared.ask("GET", "/v1/stats", token=token).status == 401


def test_a_read_token_changes_nothing_by_any_address_or_tool(shared: Shared, stored: str) -> None:
    before = rows_of(shared.home)
    for endpoint in ENDPOINTS:
        if f"{endpoint.method} {endpoint.path}" in NEEDS:
            path = re.sub(r"\{\w+\}", stored if "memories" in endpoint.path else "move", endpoint.path)
            told = shared.ask(endpoint.method, path, _body_of(endpoint), token="reader")
            is_allowed = NEEDS[f"{endpoint.method} {endpoint.path}"] is Scope.READ
            assert (told.status != 403) == is_allowed, (endpoint.method, endpoint.path, told.body)
            assert told.status < 500, told.body
    for spec in (*TOOLS, EXTRACT):
        told = shared.call(spec.name, token="reader", **_arguments_of(spec.asks, stored))
        needed = NEEDS.get(f"tool {spec.name}")
        text = told["content"][0]["text"]
        assert ("needs a token" in text or "has no tool" in text) == (needed is not Scope.READ), spec.name
    for address in ("memory://profile", "memory://recent", f"memory://{stored}"):
        shared.mcp("resources/read", {"uri": address}, token="reader")
    assert rows_of(shared.home) == before


def _body_of(endpoint: Endpoint) -> Any:
    return None if endpoint.method in {"GET", "DELETE"} else _arguments_of(endpoint.asks, "move")


def _arguments_of(asks: type[BaseModel], identity: str) -> dict[str, Any]:
    """Of what must be given, something that passes its check."""
    known = {
        "id": identity,
        "query": "where does Ana live?",
        "act": "list",
        "text": "Ana has a dog.",
        "to": "next",
    }
    needed = [name for name, each in asks.model_fields.items() if each.is_required()]
    return {name: known.get(name, ["work"] if name in {"contexts", "ids"} else "move") for name in needed}


def rows_of(home: Path) -> dict[str, list[Any]]:
    """All that the database says, but for what is a record of reading."""
    connection = apsw.Connection(str(home / "memory.sqlite"), flags=apsw.SQLITE_OPEN_READONLY)
    names: Iterable[tuple[str]] = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
    ).fetchall()
    found = {
        name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
        for (name,) in names
        if name not in LEFT_OUT
    }
    connection.close()
    assert len(found) > 30
    return found


def test_a_read_token_sees_the_tools_and_prompts_that_it_may_use(shared: Shared) -> None:
    def seen(token: str) -> set[str]:
        tools = shared.mcp("tools/list", {}, token=token)["tools"]
        prompts = shared.mcp("prompts/list", {}, token=token)["prompts"]
        return {f"tool {each['name']}" for each in tools} | {f"prompt {each['name']}" for each in prompts}

    of_agents = {label for label in NEEDS if label.startswith(("tool ", "prompt "))}
    assert seen("ana") == of_agents
    assert seen("reader") == {label for label in of_agents if NEEDS[label] is Scope.READ}


def test_an_owner_never_sees_or_names_another(shared: Shared, stored: str) -> None:
    for question in ("/v1/recall", "/v1/search"):
        assert (
            shared.ask("POST", question, {"query": "where does Ana live?"}, token="ben").json["results"] == []
        )
    assert shared.ask("GET", f"/v1/memories/{stored}", token="ben").status == 404
    refused = shared.ask("GET", "/v1/stats", token="ben", Quaid_Owner="ana")
    assert refused.status == 403
    assert "is for one owner" in refused.error
    assert shared.ask("GET", "/v1/stats", token="ben", Quaid_Owner="ana%2F%2Fteam").status == 400
    assert shared.ask("GET", "/v1/stats", token="ben", Quaid_Owner="ben").json["owner"] == "ben"


def test_only_an_admin_names_another_owner_and_reads_figures(shared: Shared, stored: str) -> None:
    assert shared.ask("GET", f"/v1/memories/{stored}", token="boss", Quaid_Owner="ana").status == 200
    assert shared.ask("GET", "/v1/stats", token="boss", Quaid_Owner="ana%2F%2Fteam").status == 400
    assert shared.ask("GET", "/metrics", token="ana").status == 403
    assert shared.ask("GET", "/metrics", token="boss").status == 200


def test_the_token_of_an_agent_speaks_for_that_agent_alone(shared: Shared, stored: str) -> None:
    assert shared.ask("GET", "/v1/stats", token="codex", Quaid_Agent="gemini").status == 403
    assert shared.ask("GET", "/v1/stats", token="codex", Quaid_Agent="codex").status == 200
    refused = shared.ask("POST", "/v1/wake", {"agent": "gemini"}, token="codex")
    assert (refused.status, "is for the agent codex" in refused.error) == (403, True)
    shared.ask("POST", "/v1/handoffs", {"to": "codex", "text": "The build is red."}, token="ana")
    assert "The build is red." in shared.ask("POST", "/v1/wake", {}, token="codex").json["context"]
    told = shared.call("memory_checkpoint", token="codex", name="x", task="y", agent="gemini")
    assert told["isError"]
    shared.call("memory_checkpoint", token="codex", name="x", task="y")
    (saved,) = shared.ask("GET", "/v1/checkpoints", token="codex").json["checkpoints"]
    assert saved["agent"] == "codex"
    kept = shared.ask("POST", "/v1/memories", {"text": "The linter is slow."}, token="codex").json["new"][0][
        "id"
    ]
    (version,) = shared.ask("GET", f"/v1/memories/{kept}/versions", token="codex").json["versions"]
    assert version["agent"] == "codex"


def test_what_is_of_a_home_alone_is_not_here(shared: Shared) -> None:
    for method, path in (
        ("POST", "/v1/command"), ("POST", "/v1/hook"), ("POST", "/v1/page"), ("POST", "/v1/leave"),
        ("GET", "/v1/health"), ("GET", "/v1/mirror"), ("POST", "/v1/graph/cypher"), ("GET", "/"),
    ):  # fmt: skip
        assert shared.ask(method, path, {} if method == "POST" else None, token="boss").status == 404, path
    described = shared.ask("GET", "/openapi.json", token="reader").json
    answered = {
        f"{method.upper()} {path}" for path, methods in described["paths"].items() for method in methods
    }
    assert answered <= set(NEEDS)
    assert "/v1/recall" in described["paths"]


def test_the_path_that_is_checked_is_the_path_that_is_answered() -> None:
    addresses = Addresses()
    assert addresses.methods_at("/v1/memories/m_1") == {
        "GET": "GET /v1/memories/{id}",
        "HEAD": "GET /v1/memories/{id}",
        "PATCH": "PATCH /v1/memories/{id}",
        "DELETE": "DELETE /v1/memories/{id}",
    }
    for strange in (
        "/v1/memories/",
        "/v1/stats/",
        "//v1/stats",
        "/v1/memories/m_1/pin/x",
        "/V1/stats",
        "/v1/stats\n",
    ):
        assert addresses.methods_at(strange) == {}, strange


def test_a_new_token_is_known_at_once_and_a_revoked_one_soon_is_not(shared: Shared) -> None:
    shared.secrets |= tokens_at(shared.home, short="eva write")
    assert shared.ask("GET", "/v1/stats", token="short").json["owner"] == "eva"
    until(lambda: "short" in _used(shared.home), what="the use of a token is noted, after the answer")
    with Memory(home=shared.home) as memory:
        memory.parts.tokens.revoke("short")
    until(lambda: shared.ask("GET", "/v1/stats", token="short").status == 401, what="it opens nothing")


def _used(home: Path) -> list[str]:
    with Memory(home=home) as memory:
        return [each.name for each in memory.parts.tokens.all() if each.used_at]
