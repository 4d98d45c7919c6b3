"""Who is a nephew, a grandmother, a cousin, though nobody said so: it follows from who is whose sister and child."""

import json
from collections.abc import Iterator

import pytest

from quaidpy import Memory
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.errors import SettingsError
from quaidpy.remember.pipeline import Intake

TOLD = [
    "my sister hanne lives in aarhus with her two kids, mads (11) and signe (8)",
    "the car goes to the garage on monday, the brakes squeal",
    "my mum is called birthe, she keeps bees",
    "hanne's husband is called torben, he drives the ferry",
    "my wife is called ida, she teaches maths",
]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(home=tmp_path_factory.mktemp("family")) as memory:
        turns = ({"role": "user", "content": text, "timestamp": "2026-03-02T09:00:00Z"} for text in TOLD)
        chat = "\n".join(map(json.dumps, turns)).encode()
        memory.extract(Intake(owner=memory.owner, source_key="chat", data=chat))
        yield memory


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who are my nieces and nephews", "mads (11) and signe (8)"),
        ("what's my nephew's name", "mads (11)"),
        ("what is Mads's grandmother called", "birthe"),
        ("who is my brother-in-law", "torben"),
        ("who is my brother in law", "torben"),
    ],
)
def test_a_relation_that_nobody_stated_is_found_by_its_halves(
    memory: Memory, question: str, told: str
) -> None:
    first = next(line for line in memory.context(question).splitlines() if line.startswith("- "))
    assert told in first


def test_the_trace_shows_the_way(memory: Memory) -> None:
    names = {entity.id: entity.name for entity in memory.entities()}
    found = memory.recall("who are my nephews").results[0]
    assert [names[node] for node in found.path if node in names][:2] == ["The user", "Hanne"]


def test_a_rule_of_an_unknown_relation_is_refused() -> None:
    with pytest.raises(
        SettingsError, match="godparent_of follows from 'knows_of', which is no canonical relation"
    ):
        RelationMap.from_table({"godparent_of": {"follows": ["knows_of"]}})
