"""Two homes and a server: what is done on one is found on the other, and each works without the server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.conftest import Printed, Quaid
from tests.postgres_server import used_address_of

At = Callable[..., Printed]


@pytest.fixture
def at(quaid: Quaid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """A command line at the home of that name; all share one store."""
    monkeypatch.setenv("QUAID_SYNC_URL", used_address_of(tmp_path / "store"))

    def run(home: str, *arguments: str) -> Printed:
        return quaid(*arguments, "--home", str(tmp_path / home))

    return run


def met(at: At, *homes: str) -> None:
    for home in homes:
        printed = at(home, "sync", "now")
        assert printed.code == 0, printed.err


def lines(at: At, home: str, question: str) -> list[object]:
    found = at(home, "--json", "recall", question).json
    assert found["degraded"] == [
        {"stage": "embed", "reason": "no embedder is configured (embedding.model = none)"}
    ]
    return [(each["kind"], each["text"], each["score"], each["id"]) for each in found["results"]]


def test_what_one_home_takes_in_another_recalls(at: At, chat: Path) -> None:
    at("one", "extract", str(chat))
    met(at, "one", "two")
    for question in ("where does Ana live?", "who lives in Leeds?", "what does Ana love?"):
        found = lines(at, "two", question)
        assert found
        assert found == lines(at, "one", question)
    assert at("two", "--json", "doctor").json["well"]


def test_edits_made_apart_both_stay_and_the_later_one_stands(at: At) -> None:
    identity = at("one", "--json", "store", "Ana lives in Lisbon.").json["new"][0]["id"]
    met(at, "one", "two")
    at("one", "edit", identity, "--text", "Ana lives in Porto.")
    at("two", "edit", identity, "--text", "Ana lives in Faro.")
    met(at, "one", "two", "one")
    for home in ("one", "two"):
        versions = at(home, "--json", "history", identity).json["versions"]
        assert [each["text"] for each in versions] == [
            "Ana lives in Lisbon.",
            "Ana lives in Porto.",
            "Ana lives in Faro.",
        ]
        assert "Faro" in at(home, "show", identity).out


def test_what_is_forgotten_or_purged_is_so_everywhere(at: At, tmp_path: Path) -> None:
    kept = at("one", "--json", "store", "Ana lives in Lisbon.").json["new"][0]["id"]
    gone = at("one", "--json", "store", "The codeword is Quetzalcoatl tonight.").json["new"][0]["id"]
    met(at, "one", "two")
    at("two", "search", "codeword Quetzalcoatl")
    at("two", "edit", gone, "--text", "Quetzal lives in Quetzalcoatl forever.")
    at("one", "forget", kept)
    assert at("one", "purge", gone, "--yes").code == 0
    met(at, "one", "two", "one", "two")
    assert lines(at, "two", "where does Ana live?") == []
    for home in ("one", "two"):
        files = [path for path in (tmp_path / home).rglob("*") if path.is_file()]
        assert [path for path in files if b"uetzalcoatl" in path.read_bytes()] == []


def test_a_store_that_is_away_is_named_by_the_setting_that_names_it(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUAID_SYNC_URL", "postgresql://ana@127.0.0.1:1/memory")
    told = at("one", "sync", "now").err
    assert "cannot be reached" in told
    assert "that sync.url is right" in told


@pytest.mark.parametrize("keys", [("sync.url", "storage.url"), ("storage.url", "sync.url")])
@pytest.mark.of_file
def test_a_home_is_not_set_to_be_on_a_server_and_to_share_a_file(quaid: Quaid, keys: tuple[str, str]) -> None:
    first, second = keys
    assert quaid("config", "set", first, "postgresql://ana@db.example/memory").code == 0
    refused = quaid("config", "set", second, "postgresql://ana@db.example/other")
    assert refused.code != 0
    assert "sync.url and storage.url cannot both be set" in refused.err
    assert quaid("config", "set", second, "").code == 0
    assert quaid("config", "set", first, "").code == 0
    assert quaid("config", "set", second, "postgresql://ana@db.example/other").code == 0


@pytest.mark.of_file
def test_a_home_that_shares_its_file_is_not_moved(quaid: Quaid) -> None:
    quaid("config", "set", "sync.url", "postgresql://ana@db.example/memory")
    refused = quaid("move-to", "postgresql://ana@db.example/other")
    assert refused.code != 0
    assert "sync.url and storage.url cannot both be set" in refused.err
