"""What doctor says of a server is a sentence for its operator, with what to do."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from quaidpy.interfaces.cli.home.findings import BAD, OK, WARN, Finding
from quaidpy.interfaces.cli.home.server_findings import server_findings
from quaidpy.ports.servers import (
    ClusterState,
    Connecting,
    Limit,
    Rights,
    ServerState,
    SlowStatement,
    Statements,
    TableState,
)

RIGHTS = Rights(passes="", unread=(), unwritten=(), unguarded=(), is_read_only=False)
CONNECTING = Connecting(
    user="quaid_use",
    is_local=False,
    is_encrypted=True,
    sslmode="verify-full",
    protocol="TLSv1.3",
    clock_ahead_s=0.4,
    clock_within_s=0.1,
)
TURNS = TableState(
    name="turns",
    bytes=2_500_000_000,
    index_bytes=500_000_000,
    rows=1_000_000,
    dead_rows=3,
    is_behind=False,
    vacuumed_at=datetime(2026, 3, 1, 4, tzinfo=UTC),
)
CLUSTER = ClusterState(
    version="13.2", nodes=2, nodes_away=0, spread=43, shards=1376, waiting=(), tells_nodes=True
)
STATE = ServerState(
    server="the database memory on db.example",
    version="17.2",
    number=170_002,
    encoding="UTF8",
    vector="0.8.1",
    newest_vector="0.8.1",
    connecting=CONNECTING,
    rights=RIGHTS,
    limits=(Limit("the server", 12, 97),),
    vacuums=True,
    tables=(TURNS,),
    statements=Statements(slowest=(SlowStatement("SELECT 1 FROM turns", 20, 1.25),)),
    cluster=None,
)


def found(state: ServerState, name: str) -> Finding:
    (finding,) = [each for each in server_findings(state) if each.name == name]
    return finding


def test_a_server_that_is_well_has_nothing_to_be_done() -> None:
    assert {(each.level, each.remedy) for each in server_findings(STATE)} == {(OK, "")}


@pytest.mark.parametrize(
    ("changed", "name", "level", "said"),
    [
        ({"number": 140_009, "version": "14.9"}, "server", WARN, "too old, nobody has tried it"),
        ({"number": 190_001, "version": "19.1"}, "server", WARN, "newer than 18"),
        ({"encoding": "SQL_ASCII"}, "server", BAD, "keeps text as SQL_ASCII"),
        ({"vector": "0.6.2"}, "pgvector", WARN, "too old"),
        ({"vector": "0.7.4"}, "pgvector", OK, "from 0.8 on an index finds them"),
        ({"vacuums": False}, "vacuum", WARN, "purged words as well"),
        ({"limits": (Limit("this user", 17, 20),)}, "connections", WARN, "17 of 20 of this user"),
        ({"cluster": replace(CLUSTER, waiting=("turns",))}, "cluster", WARN, "not spread: turns"),
        ({"cluster": replace(CLUSTER, tells_nodes=False)}, "cluster", BAD, "nodes are not told"),
        ({"cluster": replace(CLUSTER, nodes_away=1)}, "cluster", WARN, "1 node switched off"),
        ({"cluster": CLUSTER}, "cluster", OK, "2 nodes with rows, 43 tables spread in 1,376 shards"),
    ],
)
def test_what_an_operator_should_know_is_said(
    changed: dict[str, object], name: str, level: str, said: str
) -> None:
    finding = found(replace(STATE, **changed), name)  # type: ignore[arg-type]
    assert finding.level == level
    assert said in finding.text


def test_an_update_of_pgvector_that_lies_there_is_told() -> None:
    assert "has 0.10.0" in found(replace(STATE, newest_vector="0.10.0"), "pgvector").remedy


@pytest.mark.parametrize(
    ("changed", "level", "said"),
    [
        ({"is_encrypted": False}, WARN, "in plain text"),
        ({"is_encrypted": False, "is_local": True}, OK, "on this machine"),
        ({"sslmode": "require"}, OK, "encrypted (TLSv1.3)"),
    ],
)
def test_a_connection_that_others_can_read_is_a_warning(
    changed: dict[str, object], level: str, said: str
) -> None:
    connecting = replace(CONNECTING, **changed)  # type: ignore[arg-type]
    finding = found(replace(STATE, connecting=connecting), "connection")
    assert (finding.level, said in finding.text) == (level, True)


def test_a_server_that_nobody_proves_is_named_with_what_proves_it() -> None:
    connecting = replace(CONNECTING, sslmode="require")
    assert "verify-full" in found(replace(STATE, connecting=connecting), "connection").remedy


@pytest.mark.parametrize(
    ("changed", "level", "said"),
    [
        ({"passes": "a superuser"}, WARN, "no row security holds"),
        ({"unguarded": ("turns",)}, WARN, "row security is off for turns"),
        ({"unread": ("a", "b", "c", "d")}, BAD, "may not read a, b, c and 1 more"),
        ({"unwritten": ("turns",)}, BAD, "may not write turns"),
        ({"is_read_only": True, "unwritten": ("turns",)}, BAD, "takes no writes"),
    ],
)
def test_rights_that_are_too_few_or_too_many_are_told(
    changed: dict[str, object], level: str, said: str
) -> None:
    finding = found(replace(STATE, rights=replace(RIGHTS, **changed)), "rights")  # type: ignore[arg-type]
    assert finding.level == level
    assert said in finding.text
    assert finding.remedy


@pytest.mark.parametrize(("ahead", "said"), [(90.0, "90 s ahead of"), (-90.0, "90 s behind")])
def test_clocks_that_differ_are_a_warning(ahead: float, said: str) -> None:
    finding = found(replace(STATE, connecting=replace(CONNECTING, clock_ahead_s=ahead)), "clock")
    assert finding.level == WARN
    assert said in finding.text


def test_a_slow_answer_is_no_difference_of_clocks() -> None:
    slow = replace(CONNECTING, clock_ahead_s=3.0, clock_within_s=2.5)
    assert found(replace(STATE, connecting=slow), "clock").level == OK


def test_what_is_large_and_what_is_slow_is_said_in_words() -> None:
    size, slow = found(STATE, "size").text, found(STATE, "statements").text
    assert size == "2.5 GB in 1 table, 500.0 MB of it indexes; largest: turns 2.5 GB (what was said)"
    assert slow == "slowest on average:\n1.2 ms × 20: SELECT 1 FROM turns"


def test_dead_rows_that_nobody_takes_away_are_told_with_their_table() -> None:
    behind = replace(TURNS, dead_rows=400_000, is_behind=True)
    finding = found(replace(STATE, tables=(behind,)), "vacuum")
    assert finding.level == WARN
    assert "turns 400,000 beside 1,000,000 rows, last cleaned 2026-03-01 04:00 UTC" in finding.text
