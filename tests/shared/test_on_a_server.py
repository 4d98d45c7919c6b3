"""Two shared servers over one PostgreSQL: any answers any owner, and one that is ended in a write loses nothing."""

import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.postgres_server import used_address_of
from tests.shared.conftest import ONE_SERVER, Shared, Told, serving, tokens_at, told_by

pytestmark = ONE_SERVER
LONG = "".join(
    f"Ana: I met Friend{n} in the town of Place{n} and bought thing number {n}.\n" for n in range(150)
)


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Shared, Shared]]:
    monkeypatch.setenv("QUAID_STORAGE_URL", used_address_of(tmp_path))
    one, other = serving(tmp_path / "one", tmp_path / "other")
    one.secrets = other.secrets = tokens_at(one.home, ana="ana write", boss="ops admin")
    yield one, other
    for each in (one, other):
        if each.process.poll() is None:
            each.leave()


def test_any_server_answers_any_owner_and_one_that_ends_finishes_its_write(
    two: tuple[Shared, Shared],
) -> None:
    one, other = two
    assert one.ask("POST", "/v1/memories", {"text": "Ana moved to Lisbon."}, token="ana").status == 201
    found = other.ask("POST", "/v1/recall", {"query": "where does Ana live?"}, token="ana").json
    assert [each["text"] for each in found["results"]] == ["Ana moved to Lisbon."]
    assert not (one.home / "memory.sqlite").exists()

    with closing(HTTPConnection("127.0.0.1", one.port, timeout=60)) as writing:
        acknowledged = _written_while_it_ends(one, writing)
    assert acknowledged.status == 201
    assert one.process.wait(timeout=60) == 0
    assert '"event": "drained"' in one.log.read_text()

    found = other.ask("POST", "/v1/search", {"query": "Friend147", "text": True}, token="ana").json
    assert "Friend147" in found["results"][0]["text"]
    taken_in = acknowledged.json["episode"]
    assert len(other.ask("GET", f"/v1/episodes/{taken_in}", token="ana").json["turns"]) == 150
    figures = other.ask("GET", "/metrics", token="boss").body
    assert "\nquaid_connections_most " in figures
    assert "\nquaid_connections_in_use " in figures


def _written_while_it_ends(one: Shared, writing: HTTPConnection) -> Told:
    """A long conversation is being taken in when the signal comes: it is not ready, it lives, and it lets nobody in."""
    with closing(HTTPConnection("127.0.0.1", one.port, timeout=60)) as probing:
        assert _probed(probing, "/readyz") == 200
        one.send(writing, "POST", "/v1/episodes", {"text": LONG}, token="ana")
        until = time.monotonic() + 20
        while _running(one) == 0 and time.monotonic() < until:
            time.sleep(0.01)
        one.process.terminate()
        while _probed(probing, "/readyz") == 200:
            time.sleep(0.01)
        assert (_probed(probing, "/readyz"), _probed(probing, "/healthz")) == (503, 200)
    refused = one.ask("GET", "/v1/stats", token="ana")
    assert (refused.status, refused.json["error"]["kind"], refused.head["retry-after"]) == (
        503,
        "leaving",
        "1",
    )
    return told_by(writing.getresponse())


def _probed(connection: HTTPConnection, path: str) -> int:
    connection.request("GET", path)
    return told_by(connection.getresponse()).status


def _running(server: Shared) -> int:
    connection = HTTPConnection("127.0.0.1", server.metrics, timeout=60)
    connection.request("GET", "/metrics")
    lines = told_by(connection.getresponse()).body.splitlines()
    connection.close()
    return int(next(line for line in lines if line.startswith("quaid_requests_running ")).split()[1])
