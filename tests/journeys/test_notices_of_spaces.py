"""Who is told of what happened in a space? Those who may read it, as long as they may, and nobody else."""

import pytest

from tests.journeys.conftest import Quaid

TOLD = "The staging server listens on port 9090."


def read(quaid: Quaid, agent: str, owner: str = "ana") -> list[str]:
    found = quaid("--json", "--owner", owner, "notify", "read", "--agent", agent).json["notices"]
    return [each["text"] for each in found]


@pytest.fixture
def shared(quaid: Quaid) -> Quaid:
    """Ana's space `team`, where Ben writes, and in which her agent `release` reads."""
    quaid("--owner", "ana", "space", "create", "team")
    for member, role in (("ben", "writer"), ("agent:release", "reader")):
        assert quaid("--owner", "ana", "space", "add", "team", member, "--role", role).code == 0
    return quaid


def test_a_subscription_hears_of_all_spaces_that_its_agent_may_read(shared: Quaid) -> None:
    shared("--owner", "ana", "notify", "subscribe", "--agent", "release", "--word", "port")
    shared("--owner", "ana", "notify", "subscribe", "--agent", "codex", "--word", "port")
    assert shared("--owner", "ben", "--space", "team", "store", TOLD).code == 0
    assert read(shared, "release") == [f"{TOLD} (team)"]
    assert read(shared, "codex") == [], "codex is no member"
    assert read(shared, "release") == []


def test_a_subscription_may_listen_in_one_space(shared: Quaid) -> None:
    shared("--owner", "ana", "--space", "team", "notify", "subscribe", "--agent", "release")
    shared("--owner", "ana", "store", "The database listens on port 5433.")
    assert read(shared, "release") == []
    shared("--owner", "ben", "--space", "team", "store", TOLD)
    assert read(shared, "release") == [f"{TOLD} (team)"]
    (made,) = shared("--owner", "ana", "--json", "notify", "list").json["subscriptions"]
    assert made["about"] == {"space": "team"}


def test_who_may_not_read_a_space_cannot_listen_in_it(shared: Quaid) -> None:
    asked = shared("--owner", "ana", "--space", "team", "notify", "subscribe", "--agent", "codex")
    assert asked.code != 0
    assert "codex may not read the space team" in asked.err


def test_whoever_leaves_before_being_told_is_told_nothing(shared: Quaid) -> None:
    shared("--owner", "ana", "notify", "subscribe", "--agent", "release", "--word", "port")
    shared("--owner", "ben", "--space", "team", "store", TOLD)
    assert shared("--owner", "ana", "notify", "list").out.count("waiting") == 1
    shared("--owner", "ana", "space", "remove", "team", "agent:release")
    assert read(shared, "release") == []


def test_an_owner_hears_nothing_of_what_is_private_to_another(shared: Quaid) -> None:
    shared("--owner", "ana", "notify", "subscribe", "--agent", "release", "--word", "port")
    shared("--owner", "ben", "store", TOLD)
    assert read(shared, "release") == []
    assert shared("--owner", "ana", "--json", "notify", "list").json["notices"] == []


def test_a_purge_reaches_the_notices_of_every_listener(shared: Quaid) -> None:
    shared("--owner", "ana", "notify", "subscribe", "--agent", "release", "--word", "port")
    stored = shared("--owner", "ben", "--json", "--space", "team", "store", TOLD).json["new"][0]["id"]
    assert len(shared("--owner", "ana", "--json", "notify", "list").json["notices"]) == 1
    assert shared("--owner", "ben", "--space", "team", "purge", stored, "--yes").code == 0
    assert shared("--owner", "ana", "--json", "notify", "list").json["notices"] == []


def test_an_agent_lists_its_own_and_the_person_everybodys(shared: Quaid) -> None:
    for agent in ("release", "codex"):
        shared("--owner", "ana", "notify", "subscribe", "--agent", agent, "--word", "port")
    listed = shared("--owner", "ana", "--agent", "codex", "--json", "notify", "list").json["subscriptions"]
    assert [each["to"] for each in listed] == ["codex"]
    assert len(shared("--owner", "ana", "--json", "notify", "list").json["subscriptions"]) == 2
