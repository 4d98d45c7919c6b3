"""A recall asks one shard, since all that an owner has lies together."""

import re
from pathlib import Path

import pytest

from quaidpy.wiring.parts import Memory
from tests import citus_server
from tests.citus.relay import relay_to

pytestmark = [pytest.mark.citus, pytest.mark.timeout(300)]

_TELLS = "-ccitus.log_remote_commands=on -cclient_min_messages=notice"
_ASKED = re.compile(r"issuing (?:SELECT|WITH|DECLARE).*on server \S+?@(\S+)", re.DOTALL)
"""A statement for a shard, and the node that has it. Not by EXPLAIN: Citus fails at it where a node needs no value."""

_OF_THE_DATABASE = "=) ''::text"
"""The row that says which embedder is in use, of no owner."""


@pytest.fixture
def url(tmp_path: Path, clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = citus_server.address_of(clean_environment)
    monkeypatch.setenv("QUAID_STORAGE_URL", address)
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    for kept in ("VECTORS_IN_MEMORY_MB", "WORDS_IN_MEMORY_MB", "ROWS_IN_MEMORY"):
        monkeypatch.setenv(f"QUAID_SEARCH_{kept}", "0")
    return address


def test_every_statement_of_a_recall_asks_one_node(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards lie on different nodes: what asks more than one of them would ask another node."""
    for owner in ("ana", "ben", "cai"):
        with Memory(owner=owner) as memory:
            memory.store(f"{owner.capitalize()} moved to Lisbon.")
            memory.store(f"The sister of {owner.capitalize()} works at Fjord Bank.")
    with relay_to(url, _TELLS) as relay:
        monkeypatch.setenv("QUAID_STORAGE_URL", relay.address)
        with Memory(owner="ben") as memory:
            memory.recall("where does Ana live?")
            del relay.notices[:]
            assert memory.recall("where does Ben live?").results
            asked = [
                found.group(1)
                for each in relay.notices
                if _OF_THE_DATABASE not in each and (found := _ASKED.search(each))
            ]
    assert len(asked) > 10
    assert len(set(asked)) == 1, set(asked)
