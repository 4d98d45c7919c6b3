"""What stands deep in a long turn is found, and shown where it stands."""

import json
from collections.abc import Iterator

import pytest

from quaidpy import Memory
from quaidpy.remember.pipeline import Intake

FILLER = [
    f"Step {number}: sand the board with paper of grade {80 + number}, wipe the dust off, and let it rest."
    for number in range(60)
]
ANSWER = "\n".join(
    [*FILLER, "Finally, seal the terrace with linseed varnish before the first frost.", *FILLER]
)
TURNS = [
    {
        "role": "user",
        "content": "How do I get the terrace ready for winter?",
        "timestamp": "2026-03-05T18:00:00Z",
    },
    {"role": "assistant", "content": ANSWER, "timestamp": "2026-03-05T18:01:00Z"},
    {
        "role": "user",
        "content": "Thanks. The neighbours bought a trampoline.",
        "timestamp": "2026-03-05T18:02:00Z",
    },
]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(home=tmp_path_factory.mktemp("long"), owner="ana") as memory:
        data = "\n".join(json.dumps(turn) for turn in TURNS).encode()
        memory.extract(Intake(owner=memory.owner, source_key="chat", data=data))
        yield memory


def test_the_evidence_names_the_passage_that_answers_first(memory: Memory) -> None:
    results = memory.recall("Which varnish did you tell me to seal the terrace with?").results
    long = next(result for result in results if any(turn.text == ANSWER for turn in result.evidence))
    best = long.passages[0]
    assert "linseed varnish" in ANSWER[best.start : best.end]
    assert len(ANSWER[best.start : best.end]) < len(ANSWER) / 4


def test_a_short_turn_has_no_passages(memory: Memory) -> None:
    results = memory.recall("Who bought a trampoline?").results
    assert any("trampoline" in result.text for result in results)
    assert all(not r.passages for r in results if all(len(turn.text) < 100 for turn in r.evidence))
