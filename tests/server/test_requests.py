"""The HTTP API: what is asked twice is done once, what is wrong says how, and the description is true."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from quaidpy.errors import NotFoundError, UsageError
from quaidpy.interfaces.api.openapi import openapi_document
from quaidpy.interfaces.api.table import ENDPOINTS
from quaidpy.interfaces.client import Client, connect, header_text
from quaidpy.interfaces.command_lines import is_served
from tests.server.conftest import Shell


def raw(home: str, request: str, body: str = "") -> tuple[int, dict[str, Any]]:
    """One request written by hand, as any program could."""
    head, _, document = answer_to(home, request, body).partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(document)


def headers_of(home: str, request: str) -> str:
    return answer_to(home, request).partition("\r\n\r\n")[0]


def answer_to(home: str, request: str, body: str = "") -> str:
    connection, _ = connect(home, "api", timeout_s=20)
    with connection:
        owner = header_text(os.environ["QUAID_OWNER"])
        head = f"{request}\r\nQuaid-Owner: {owner}\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body.encode())}\r\n\r\n"
        connection.sendall((head + body).encode())
        return b"".join(iter(lambda: connection.recv(65_536), b"")).decode()


@pytest.fixture
def home(shared_home: Path) -> Path:
    return shared_home


@pytest.fixture
def stored(client: Client) -> str:
    identity: str = client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon"})["new"][0]["id"]
    return identity


def test_a_memory_lives_through_the_api(client: Client, stored: str) -> None:
    assert client.call("GET", f"/v1/memories/{stored}")["text"] == "Ana lives in Lisbon"
    client.call("PATCH", f"/v1/memories/{stored}", {"text": "Ana lives in Porto", "importance": 0.9})
    client.call("PUT", f"/v1/memories/{stored}/pin", {})
    card = client.call("GET", f"/v1/memories/{stored}")
    assert (card["text"], card["importance"], card["pinned"]) == ("Ana lives in Porto", 0.9, True)
    forgotten = client.call("DELETE", f"/v1/memories/{stored}")["operation"]
    assert client.call("POST", "/v1/recall", {"query": "where does Ana live?"})["context"] == ""
    client.call("POST", f"/v1/operations/{forgotten}/undo", {})
    assert "Porto" in client.call("POST", "/v1/recall", {"query": "where does Ana live?"})["context"]
    assert client.call("GET", "/v1/stats")["memories"] == 1
    assert client.call("GET", "/v1/graph/path?source=Ana&target=Lisbon")["nodes"]
    assert client.call("GET", "/v1/graph/neighbours/Ana")["links"]
    assert client.call("GET", "/v1/themes") == {"themes": [], "count": 0}
    with pytest.raises(NotFoundError):
        client.call("GET", "/v1/themes/th_0123456789")
    assert client.call("GET", "/v1/episodes")["episodes"]
    assert client.call("GET", "/v1/operations")["changes"]
    assert client.call("GET", "/v1/traces/last")["query"] == "where does Ana live?"


def test_owners_are_kept_apart(client: Client, stored: str, home: Any) -> None:
    other = Client(str(home), owner="Żaneta & co")
    with pytest.raises(NotFoundError):
        other.call("GET", f"/v1/memories/{stored}")
    assert other.call("GET", "/v1/stats")["owner"] == "Żaneta & co"
    assert header_text("a b%") == "a%20b%25"


def test_a_change_asked_for_twice_is_done_once(client: Client, stored: str, home: Any) -> None:
    name = "0123456789abcdef"
    first = raw(str(home), f"DELETE /v1/memories/{stored} HTTP/1.1\r\nQuaid-Request: {name} 1")
    again = raw(str(home), f"DELETE /v1/memories/{stored} HTTP/1.1\r\nQuaid-Request: {name} 2")
    assert first[0] == again[0] == 200
    assert first[1]["operation"] == again[1]["operation"]
    assert first[1]["operation"].endswith(name)
    assert raw(str(home), f"DELETE /v1/memories/{stored} HTTP/1.1")[0] == 400


def test_every_error_has_one_form(client: Client, stored: str, home: Any) -> None:
    for request, body, status in (
        ("GET /v1/nothing HTTP/1.1", "", 404),
        ("PUT /v1/recall HTTP/1.1", "", 405),
        ("POST /v1/recall HTTP/1.1", "no json", 400),
        ("POST /v1/recall HTTP/1.1", '{"query": "x", "limit": "many"}', 400),
        ("GET /v1/memories/m_abcdefgh HTTP/1.1", "", 404),
        ("POST /v1/recall HTTP/1.1", '{"query": "where does Ana live?", "strict": true}', 424),
    ):
        found, document = raw(str(home), request, body)
        assert found == status, request
        assert set(document["error"]) == {"kind", "message", "exit_code"}


def test_the_description_names_every_address_with_its_inputs(client: Client) -> None:
    document = client.call("GET", "/openapi.json")
    assert document == json.loads(json.dumps(openapi_document()))
    for endpoint in ENDPOINTS:
        operation = document["paths"][endpoint.path][endpoint.method.lower()]
        assert operation["summary"] == endpoint.about
        assert {each["name"] for each in operation["parameters"]} >= set(endpoint.in_path)


def test_commands_read_files_from_the_folder_they_are_called_in(
    client: Client, shell: Shell, tmp_path: Any
) -> None:
    client.call("GET", "/v1/health")
    (tmp_path / "chat.txt").write_text("Ana: I moved to Lisbon last week.\n")
    assert "Lisbon" in shell("extract", "chat.txt").out
    assert shell("extract", "nothing.txt").code == 3
    assert "Ana has a dog" in shell("store", "-", stdin="Ana has a dog").out
    assert "/v1/command" in shell("serve", "logs").out


def test_a_file_that_cannot_be_written_is_told_as_without_a_server(
    client: Client, shell: Shell, tmp_path: Path
) -> None:
    client.call("GET", "/v1/health")
    (tmp_path / "folder").mkdir()
    refused = shell("graph", "picture", "-o", "folder")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "error: folder is a folder; name a file in it\n"
    assert (
        shell("graph", "picture", "-o", "folder/graph.svg").out
        == "0 entities and 0 edges in folder/graph.svg\n"
    )
    assert (tmp_path / "folder/graph.svg").read_text().startswith("<svg")


def test_only_commands_that_take_text_have_their_standard_input_read() -> None:
    assert is_served(["store", "-"])
    assert is_served(["graph", "export", "-o", "graph.graphml"])
    assert not is_served(["graph", "export", "-o", "-"])


def test_a_wrong_word_is_told_as_without_a_server(client: Client, shell: Shell) -> None:
    client.call("GET", "/v1/health")
    served = shell("show", "m_abcdefgh", "--json")
    alone = shell("show", "m_abcdefgh", "--json", QUAID_SERVER="never")
    assert (served.code, served.err) == (alone.code, alone.err)
    with pytest.raises(UsageError):
        client.call("POST", "/v1/recall", {"query": ""})


@pytest.mark.parametrize("stamp", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"])
@pytest.mark.parametrize("name", ["as_of", "known_at", "since", "until"])
def test_an_extreme_time_is_refused_by_name(client: Client, name: str, stamp: str) -> None:
    with pytest.raises(UsageError, match=name):
        client.call("POST", "/v1/recall", {"query": "where does Ana live?", name: stamp})


def test_an_extreme_date_of_a_memory_is_refused_and_the_next_request_is_answered(client: Client) -> None:
    for stamp in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"):
        with pytest.raises(UsageError, match="valid_from"):
            client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon", "valid_from": stamp})
    assert client.call("POST", "/v1/memories", {"text": "Ana lives in Lisbon"})["new"]


@pytest.mark.parametrize("address", ["memories", "recall", "command"])
def test_json_of_fifty_thousand_levels_is_a_usage_error(client: Client, home: Path, address: str) -> None:
    client.call("GET", "/v1/health")
    deep = "[" * 50_000 + "]" * 50_000
    status, document = raw(str(home), f"POST /v1/{address} HTTP/1.1", f'{{"text": {deep}}}')
    assert (status, document["error"]["kind"]) == (400, "usage")
    assert client.call("GET", "/v1/health")["pid"]


def test_who_calls_is_kept_with_what_was_changed(home: Path, stored: str) -> None:
    assert (
        raw(
            str(home),
            f"PATCH /v1/memories/{stored} HTTP/1.1\r\nQuaid-Agent: release%20bot",
            '{"text": "Ana lives in Faro"}',
        )[0]
        == 200
    )
    _, told = raw(str(home), f"GET /v1/memories/{stored}/versions HTTP/1.1")
    assert [each["agent"] for each in told["versions"]] == [None, "release-bot"]
    _, changed = raw(str(home), "GET /v1/operations?agent=release%20bot HTTP/1.1")
    assert [each["verb"] for each in changed["changes"]] == ["edit"]


def test_an_edit_of_an_etag_that_is_over_is_a_conflict_with_both_texts(home: Path, stored: str) -> None:
    def patch(tag: str, text: str) -> tuple[int, dict[str, Any]]:
        head = f"PATCH /v1/memories/{stored} HTTP/1.1\r\nIf-Match: {tag}"
        return raw(str(home), head, json.dumps({"text": text}))

    assert 'ETag: "1"'.lower() in headers_of(str(home), f"GET /v1/memories/{stored} HTTP/1.1").lower()
    status, edited = patch('"1"', "Ana lives in Faro")
    assert (status, edited["version"]) == (200, 2)
    status, fault = patch('"1"', "Ana lives in Evora")
    assert (status, fault["error"]["kind"], fault["error"]["exit_code"]) == (409, "stale", 14)
    assert "Ana lives in Faro" in fault["error"]["message"]
    assert "Ana lives in Evora" in fault["error"]["message"]
    assert patch("nonsense", "Ana lives in Evora")[0] == 400
    assert patch("*", "Ana lives in Evora")[0] == 200


def test_an_earlier_version_comes_back_over_the_api(client: Client, stored: str) -> None:
    client.call("PATCH", f"/v1/memories/{stored}", {"text": "Ana lives in Faro"})
    assert client.call("POST", f"/v1/memories/{stored}/rollback", {"to": "1"})["version"] == 3
    assert client.call("GET", f"/v1/memories/{stored}")["text"] == "Ana lives in Lisbon"
    with pytest.raises(NotFoundError, match="no version 9"):
        client.call("POST", f"/v1/memories/{stored}/rollback", {"to": "9"})
