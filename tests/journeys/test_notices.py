"""Tell the release agent when a port changes: once, in the words of today, and never those that were forgotten."""

from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid


def read(quaid: Quaid, agent: str = "release") -> list[str]:
    return [each["text"] for each in quaid("--json", "notify", "read", "--agent", agent).json["notices"]]


@pytest.fixture
def subscribed(quaid: Quaid) -> Quaid:
    quaid("store", "The staging server listens on port 8080.")
    quaid("notify", "subscribe", "--agent", "release", "--word", "port")
    return quaid


def test_the_release_agent_is_told_once_when_a_port_changes(subscribed: Quaid) -> None:
    assert read(subscribed) == [], "what was there before is no news"
    told = "The staging server now listens on port 9090."
    subscribed("--agent", "codex", "store", told)
    subscribed("store", "The staging server is painted green.")
    assert read(subscribed, "codex") == []
    assert read(subscribed) == [told]
    assert read(subscribed) == []


def test_an_agent_is_not_told_of_what_it_did_itself(subscribed: Quaid) -> None:
    subscribed("--agent", "release", "store", "The database listens on port 5433.")
    assert read(subscribed) == []


def test_what_was_forgotten_since_is_not_told(subscribed: Quaid) -> None:
    stored = subscribed("--json", "store", "The mail server listens on port 2525.").json["new"][0]["id"]
    assert subscribed("notify", "list").out.count("waiting") == 1
    assert subscribed("forget", stored).code == 0
    assert read(subscribed) == []


def test_a_purge_takes_notices_with_it(subscribed: Quaid) -> None:
    stored = subscribed("--json", "store", "The mail server listens on port 2525.").json["new"][0]["id"]
    assert len(subscribed("--json", "notify", "list").json["notices"]) == 1
    assert subscribed("purge", stored, "--yes").code == 0
    assert subscribed("--json", "notify", "list").json["notices"] == []


def test_an_ended_subscription_tells_nothing_more(subscribed: Quaid) -> None:
    identity = subscribed("--json", "notify", "list").json["subscriptions"][0]["id"]
    assert subscribed("notify", "unsubscribe", identity).code == 0
    subscribed("store", "The mail server listens on port 2525.")
    assert read(subscribed) == []
    assert subscribed("notify", "unsubscribe", identity).code != 0


def test_a_subscription_to_nothing_is_refused(quaid: Quaid) -> None:
    assert quaid("notify", "subscribe").code == 2


def test_an_export_takes_subscriptions_with_it(subscribed: Quaid, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    assert subscribed("export", str(file)).code == 0
    before = subscribed("--json", "notify", "list").json["subscriptions"]
    other = ("--home", str(tmp_path / "other"))
    assert subscribed(*other, "import", str(file)).code == 0
    assert subscribed(*other, "--json", "notify", "list").json["subscriptions"] == before != []
    subscribed(*other, "store", "The mail server listens on port 2525.")
    told = subscribed(*other, "--json", "notify", "read", "--agent", "release").json["notices"]
    assert [each["text"] for each in told] == ["The mail server listens on port 2525."]


def test_a_level_is_set_for_all_kinds_or_for_one(quaid: Quaid) -> None:
    quaid("store", "Ana lives in Porto.")
    assert quaid("notify", "level", "verbose").code == 0
    assert quaid("notify", "level", "night", "quiet").code == 0
    assert quaid("notify", "level", "night", "debug").code == 0
    assert quaid("config", "get", "notices.level").out.strip().endswith("verbose")
    assert "night=debug" in quaid("config", "get", "notices.overrides").out
    assert "night=quiet" not in quaid("config", "get", "notices.overrides").out
    for words in (["loud"], ["dawn", "quiet"], ["night", "loud"], ["night", "quiet", "please"]):
        assert quaid("notify", "level", *words).code != 0


def test_a_test_reaches_whom_it_is_for_at_any_level(quaid: Quaid) -> None:
    quaid("notify", "level", "quiet")
    quaid("notify", "test", "--agent", "release")
    assert quaid("notify", "read").out == ""
    assert quaid("notify", "read", "--agent", "release").out == "a test: notices reach you here\n"
