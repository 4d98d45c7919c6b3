"""How much may come, what is told of each request, and what never is: limits, request ids, figures, the log."""

import json
import re
from contextlib import closing
from http.client import HTTPConnection
from urllib.request import urlopen

import pytest

from tests.shared.conftest import ONE_SERVER, Shared, tokens_at, told_by

pytestmark = ONE_SERVER
SECRETIVE = "Wilhelmina keeps xylophones in Reykjavik."


def test_a_token_that_comes_too_often_is_told_when_to_come_again(shared: Shared) -> None:
    shared.secrets |= tokens_at(shared.home, eager="zoe read", calm="zoe read")
    with closing(HTTPConnection("127.0.0.1", shared.port, timeout=60)) as connection:
        for _ in range(400):
            shared.send(connection, "GET", "/v1/spaces", token="eager")
            told = told_by(connection.getresponse())
            if told.status != 200:
                break
    assert told.status == 429
    assert 1 <= int(told.head["retry-after"]) <= 2
    assert "server.requests_a_minute" in told.error
    assert told.json["error"]["kind"] == "limit"
    assert shared.ask("GET", "/v1/spaces", token="calm").status == 200


def test_what_is_too_large_is_refused_however_it_comes(shared: Shared) -> None:
    shared.secrets |= tokens_at(shared.home, large="zoe write")
    text = json.dumps({"text": "x" * 120_000}).encode()
    told = shared.ask("POST", "/v1/episodes", text, token="large")
    assert (told.status, "larger than 100 kB" in told.error) == (413, True)
    headers = {"Authorization": f"Bearer {shared.secrets['large']}"}
    for size in (10_000, len(text)):  # piece by piece, and all at once
        chunks = (text[start : start + size] for start in range(0, len(text), size))
        with closing(HTTPConnection("127.0.0.1", shared.port, timeout=60)) as connection:
            connection.request("POST", "/v1/episodes", body=chunks, headers=headers, encode_chunked=True)
            assert told_by(connection.getresponse()).status == 413


def test_who_is_still_sending_is_told_why_it_was_refused(shared: Shared) -> None:
    shared.secrets |= tokens_at(shared.home, huge="zoe write")
    body = json.dumps({"text": "z" * 8_000_000}).encode()  # more than sockets hold
    for token, status in (("huge", 413), ("nobody", 401)):
        headers = {"Authorization": f"Bearer {shared.secrets.get(token, 'x')}"}
        with closing(HTTPConnection("127.0.0.1", shared.port, timeout=60)) as connection:
            connection.request("POST", "/v1/episodes", body=body, headers=headers)
            assert told_by(connection.getresponse()).status == status


def test_bytes_of_a_minute_are_counted_together(shared: Shared) -> None:
    shared.secrets |= tokens_at(shared.home, heavy="zoe write")
    body = json.dumps({"text": "y" * 90_000}).encode()
    told = [shared.ask("POST", "/v1/recall", body, token="heavy") for _ in range(3)]
    assert [each.status for each in told] == [
        400,
        400,
        429,
    ]  # too long for a question, and counted all the same
    assert int(told[2].head["retry-after"]) <= 20
    assert "server.kilobytes_a_minute" in told[2].error


def test_a_request_bears_the_name_that_it_was_given(shared: Shared) -> None:
    assert (
        shared.ask("GET", "/v1/stats", token="ana", X_Request_Id="job-17:a").head["x-request-id"]
        == "job-17:a"
    )
    for strange in ("two words", "x" * 65, "<script>"):
        given = shared.ask("GET", "/v1/stats", token="ana", X_Request_Id=strange).head["x-request-id"]
        assert re.fullmatch("[0-9a-f]{16}", given)
    refused = shared.ask("GET", "/v1/stats", X_Request_Id="nobody-1")
    assert (refused.status, refused.head["x-request-id"]) == (401, "nobody-1")
    assert '"request": "job-17:a"' in shared.log.read_text()


def test_a_wrong_method_is_told_the_right_ones(shared: Shared) -> None:
    told = shared.ask("PUT", "/v1/memories", {}, token="ana")
    assert (told.status, told.head["allow"]) == (405, "GET, HEAD, POST")
    assert shared.ask("GET", "/mcp", token="ana").head["allow"] == "POST"


def test_probes_need_no_token_and_tell_nothing_else(shared: Shared) -> None:
    assert (shared.ask("GET", "/healthz").status, shared.ask("GET", "/healthz").json) == (
        200,
        {"status": "ok"},
    )
    assert (shared.ask("GET", "/readyz").status, shared.ask("GET", "/readyz").json) == (
        200,
        {"status": "ready"},
    )


def test_an_edit_of_an_older_version_is_refused_as_by_a_home(shared: Shared) -> None:
    kept = shared.ask("POST", "/v1/memories", {"text": "Ben rows on Sundays."}, token="ben").json["new"][0][
        "id"
    ]
    assert shared.ask("GET", f"/v1/memories/{kept}", token="ben").head["etag"] == '"1"'
    edit = {"text": "Ben rows on Mondays."}
    assert shared.ask("PATCH", f"/v1/memories/{kept}", edit, token="ben", If_Match='"1"').status == 200
    assert shared.ask("PATCH", f"/v1/memories/{kept}", edit, token="ben", If_Match='"1"').status == 409


@pytest.fixture(scope="module")
def told_words(shared: Shared) -> None:
    """Words that came in by every way, right and wrong."""
    shared.secrets |= tokens_at(shared.home, wil="wilhelmina write")
    kept = shared.ask("POST", "/v1/memories", {"text": SECRETIVE}, token="wil").json["new"][0]["id"]
    shared.ask(
        "POST", "/v1/episodes", {"text": f"Wilhelmina: {SECRETIVE}\n", "label": "xylophones"}, token="wil"
    )
    shared.ask("POST", "/v1/recall", {"query": "where are the xylophones of Wilhelmina?"}, token="wil")
    shared.ask("POST", "/v1/recall", {"query": "who is Zebulon of Vladivostok?"}, token="wil")
    shared.ask("GET", "/v1/graph/neighbours/Wilhelmina", token="wil")
    shared.ask("GET", "/v1/graph/path?source=Reykjavik&target=xylophones", token="wil")
    shared.ask("GET", "/v1/xylophones/Reykjavik", token="wil")
    shared.ask("POST", "/v1/recall", b"xylophones in Reykjavik", token="wil")
    shared.ask("POST", "/v1/memories", {"text": SECRETIVE, "kind": "xylophones"}, token="wil")
    shared.ask(
        "PATCH", f"/v1/memories/{kept}", {"text": "Wilhelmina: Reykjavik"}, token="wil", If_Match='"7"'
    )
    shared.call("memory_store", token="wil", text="Wilhelmina keeps xylophones in Akureyri.")
    shared.call("memory_recall", token="wil", query="xylophones?", kinds=["Reykjavik"])
    shared.call("xylophones", token="wil")
    shared.mcp("Reykjavik", {"xylophones": 1}, token="wil")
    shared.mcp("resources/read", {"uri": "memory://xylophones"}, token="wil")


@pytest.mark.usefixtures("told_words")
def test_no_word_of_a_memory_or_question_is_in_the_log(shared: Shared) -> None:
    log = shared.log.read_text()
    said = re.compile("wilhelmina|xylophon|reykjav|akureyri|zebulon|vladivostok", re.IGNORECASE)
    assert [line for line in log.splitlines() if said.search(line)] == []
    assert not [name for name, secret in shared.secrets.items() if secret in log]
    rows = [json.loads(line) for line in log.splitlines()]
    requests = [row for row in rows if row["event"] == "request"]
    assert {"time", "route", "status", "ms", "token", "request"} <= set(requests[0])
    assert {"POST /v1/recall", "POST /mcp memory_recall", "GET /v1/graph/neighbours/{name}"} <= {
        row["route"] for row in requests
    }
    assert "wil" in {row["token"] for row in requests}


@pytest.mark.usefixtures("told_words")
def test_figures_count_without_owners_and_contents(shared: Shared) -> None:
    with urlopen(f"http://127.0.0.1:{shared.metrics}/metrics") as answer:
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        text = answer.read().decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(lines["quaid_recalls_total"]) >= 2
    assert int(lines["quaid_abstentions_total"]) >= 1
    assert int(lines["quaid_writes_total"]) >= 2
    assert int(lines['quaid_requests_total{route="POST /v1/memories",status="201",kind="ok"}']) >= 1
    assert int(lines['quaid_request_seconds_count{route="POST /v1/recall"}']) >= 2
    assert lines["quaid_requests_running"] == "0"
    assert "quaid_connections_in_use" not in lines  # a file has none
    assert not re.search(
        "wilhelmina|xylophon|reykjav|wil|zoe|ana|ben", re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    )
