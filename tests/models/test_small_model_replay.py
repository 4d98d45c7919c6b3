"""What a real model of 1.5 billion parameters answered about a sample, replayed: rules, model and both.

The answers are as they came from Qwen2.5-Coder-1.5B-Instruct (4 bits), prompt `extraction` as it ships.
"""

import json
import re
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from quaidpy import Memory
from quaidpy.domain.language.text import stems
from quaidpy.domain.memories.memory import Memory as Statement
from quaidpy.domain.recall.queries import Filter
from quaidpy.interfaces.cli.main import main
from quaidpy.settings import load_relations
from tests.scripted_provider import Provider

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "quaidpy/shipped/sample_life/2-plans.txt"
FACTS = [json.loads(line) for line in (HERE / "small_model_answers.jsonl").read_text().splitlines()]
Edges = set[tuple[str, str, str]]
Found = tuple[list[Statement], Edges]
Read = Callable[..., Found]


def replayed(prompt: str) -> str:
    turns = {
        int(number) for number in re.findall(r"^\[(\d+)\] ", prompt.partition("<turns>\n")[2], re.MULTILINE)
    }
    facts = [fact for fact in FACTS if fact["turn"] in turns]
    return json.dumps({"facts": facts} if turns else {"decisions": []})


def found() -> Found:
    relations = load_relations()
    with Memory() as memory:
        names = {entity.id: entity.name for entity in memory.entities()}
        edges = set()
        for edge in memory.edges(list(names)):
            if edge.target in names:
                ends = (names[edge.source], names[edge.target])  # type: ignore[index]
                one, other = sorted(ends) if relations.is_symmetric(edge.relation) else ends
                edges.add((one, edge.relation, other))
        return memory.memories(Filter(owner=memory.owner), limit=1000), edges


@pytest.fixture
def read(provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads the sample in a home of its own, in one of three ways; twice, to see that nothing changes."""
    provider.script = replayed

    def once(name: str, *how: str) -> Found:
        home = tmp_path / name
        home.mkdir(mode=0o700)
        (home / "config.toml").write_text(
            f'[models]\ndeep = "openai/replay"\ndeep_base_url = "{provider.openai}"\nchunk_tokens = 200\n'
            'parallel_calls = 1\ndeep_context_tokens = 16384\n[graph]\nengine = "none"\n[server]\nuse = "never"\n'
        )
        monkeypatch.setenv("QUAID_HOME", str(home))
        assert main(["extract", str(SAMPLE), *how, "--quiet"]) == 0
        first, asked = found(), len(provider.asked)
        assert main(["extract", str(SAMPLE), *how, "--quiet"]) == 0
        assert ([each.id for each in found()[0]], found()[1]) == ([each.id for each in first[0]], first[1])
        assert len(provider.asked) == asked
        return first

    return once


def test_rules_model_and_both_give_the_union_without_duplicates(read: Read) -> None:
    rules, model, both = (
        read("rules", "--no-llm"),
        read("model", "--llm", "--no-rules"),
        read("both", "--llm"),
    )
    assert both[1] == rules[1] | model[1]
    texts = [each.text for each in both[0]]
    assert len(set(texts)) == len(texts)
    for one, other in permutations(both[0], 2):
        is_same_turn = one.evidence[0].turn == other.evidence[0].turn
        assert "redacted" not in one.text
        assert not (is_same_turn and set(stems(one.text)) <= set(stems(other.text))), (one.text, other.text)
    assert len(both[0]) < len(rules[0]) + len(model[0])


def test_every_statement_quotes_its_turn(read: Read) -> None:
    statements, _ = read("model", "--llm", "--no-rules")
    assert len(statements) >= len(FACTS) / 3
    with Memory() as memory:
        for each in statements:
            evidence = each.evidence[0]
            (turn,) = memory.words([evidence.turn])
            assert turn.text[evidence.start : evidence.end]
            assert not re.search(r"\b(?:said|told|asked|I|my)\b", each.text), each.text
