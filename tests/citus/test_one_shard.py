"""A recall asks one shard: every statement of it is one task, since all that an owner has lies together."""

import re
from pathlib import Path

import pytest

from quaidpy.wiring.parts import Memory
from tests import citus_server
from tests.citus.relay import relay_to

pytestmark = [pytest.mark.citus, pytest.mark.timeout(300)]

_EXPLAIN = (
    "-csession_preload_libraries=auto_explain -cauto_explain.log_min_duration=0 -cauto_explain.log_level=notice"
    " -csearch_path={schema},public"
)
_QUERY = re.compile(r"Query Text: (.*?)\n(?=Custom Scan|\S.*\(cost=)", re.DOTALL)
_TASKS = re.compile(r"Task Count: (\d+)")


@pytest.fixture
def url(tmp_path: Path, clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = citus_server.address_of(clean_environment)
    monkeypatch.setenv("QUAID_STORAGE_URL", address)
    monkeypatch.setenv("QUAID_GRAPH_ENGINE", "none")
    for kept in ("VECTORS_IN_MEMORY_MB", "WORDS_IN_MEMORY_MB", "ROWS_IN_MEMORY"):
        monkeypatch.setenv(f"QUAID_SEARCH_{kept}", "0")
    return address


def test_every_statement_of_a_recall_is_one_task(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for owner in ("ana", "ben", "cai"):
        with Memory(owner=owner) as memory:
            memory.store(f"{owner.capitalize()} moved to Lisbon.")
            memory.store(f"The sister of {owner.capitalize()} works at Fjord Bank.")
    with relay_to(url, "-csession_preload_libraries=auto_explain -cauto_explain.log_min_duration=0"
                  " -cauto_explain.log_level=notice") as relay:  # fmt: skip
        monkeypatch.setenv("QUAID_STORAGE_URL", relay.address)
        with Memory(owner="ben") as memory:
            memory.recall("where does Ana live?")
            del relay.notices[:]
            assert memory.recall("where does Ben live?").results
            told = [each for each in relay.notices if "Citus Adaptive" in each]
    assert len(told) > 10
    many = {
        _QUERY.search(each).group(1)
        for each in told
        if any(int(tasks) != 1 for tasks in _TASKS.findall(each))
    }
    assert not many, many
