"""A result shows what it needs to be understood: the question it answers, its answer, what else the turn told."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.recall.queries import Query
from quaidpy.remember.pipeline import Intake

CHAT = """[2026-03-05 18:00] Ana: Where did you leave the blue kayak paddles after the regatta?
[2026-03-05 18:01] Ben: Behind the boathouse, under the green tarpaulin.
[2026-03-06 09:00] Ana: My brother Tom moved to Oslo in 2019. He plays the cello.
[2026-03-07 09:00] Ben: It rained all day, so the lawn stays uncut.
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(home=tmp_path_factory.mktemp("chat"), owner="ana") as memory:
        memory.extract(Intake(owner=memory.owner, source_key="chat", data=CHAT.encode()))
        yield memory


def test_an_answer_comes_with_its_question(memory: Memory) -> None:
    block = memory.context("What lies behind the boathouse under the tarpaulin?")
    line = next(line for line in block.splitlines() if "“Behind the boathouse" in line)
    assert "asked by Ana “Where did you leave the blue kayak paddles" in line


def test_what_was_remembered_of_the_same_turn_comes_with_it(memory: Memory) -> None:
    found = memory.recall(Query(text="Tell me about Tom")).results[0]
    assert {found.text, *(other.text for other in found.also)} >= {"Tom plays the cello."}
    assert any("Oslo" in text for text in (found.text, *(other.text for other in found.also)))
    assert memory.context("Tell me about Tom").count("cello") == 1


def test_who_asks_to_be_told_of_somebody_is_not_told_of_themselves(memory: Memory) -> None:
    results = memory.recall(Query(text="Tell me about Tom", asker="Ana")).results
    assert "Tom" in results[0].text


def test_a_remark_stands_alone(memory: Memory) -> None:
    results = memory.recall("Was the lawn cut, or did it rain all day?").results
    assert all(not found.context for found in results if "rained" in found.evidence[0].text)


def test_of_an_assistant_that_nobody_names_a_value_asked_for_comes_with_its_question(tmp_path: Path) -> None:
    chat = [
        {"role": "user", "content": "The new braces: 3,700 in 20 payments. what's that a month"},
        {"role": "assistant", "content": "That is $185 a month."},
        {"role": "user", "content": "Fine. The cat sleeps on the stove."},
    ]
    lines = (json.dumps(row | {"timestamp": f"2026-03-05T10:0{n}:00Z"}) for n, row in enumerate(chat))
    with Memory(home=tmp_path, owner="ana") as memory:
        data = "\n".join(lines).encode()
        memory.extract(Intake(owner=memory.owner, source_key="chat.jsonl", data=data))
        block = memory.context("monthly cost of the braces?")
    assert "what's that a month” assistant: “That is $185 a month.”" in block
