"""What does a home answer, to the last bit? Also as a process of its own: `python -m tests.recalled HOME`."""

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from quaidpy.bench.speed.synthetic import SyntheticLife
from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.domain.recall.traces import RecallResult
from quaidpy.recall.pipeline import RecallTools, recall
from quaidpy.services.parts import Parts
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for
from tests.fakes import CountedIds, FakeClock

OWNER, SIZE = Owner("ana"), 150
_QUESTIONS = 6


def opened(home: Path) -> Parts:
    return parts_for(replace(load_settings(home=home), home=home, owner=OWNER))


def warm(parts: Parts) -> RecallTools:
    """The first question of a process is embedded by a plainer graph, equal to 1e-6 only; two texts are past that."""
    assert parts.recalling.embedder is not None
    parts.recalling.embedder.embed(["first", "second"])
    return parts.recalling


def answers(tools: RecallTools) -> list[list[object]]:
    """Ids, scores as hexadecimal, ways and evidence of each result, and why nothing is said, question by question."""
    assert tools.embedder is not None
    questions = SyntheticLife(OWNER, tools.embedder, size=SIZE).questions(_QUESTIONS)
    return [_told(_asked(question, aim, tools)) for question in questions for aim in (Aim.RANK, Aim.ANSWER)]


def _asked(question: str, aim: Aim, tools: RecallTools) -> RecallResult:
    clock = FakeClock(datetime(2026, 1, 1, tzinfo=UTC))  # recency is part of a score
    return recall(Query(text=question, aim=aim, limit=40), replace(tools, clock=clock, ids=CountedIds()))


def _told(result: RecallResult) -> list[object]:
    found = [
        [each.node, each.score.hex(), list(each.path), [turn.id for turn in each.evidence]]
        for each in result.results
    ]
    return [found, result.trace.abstained, repr(result.trace.evidence), repr(result.trace.lanes)]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(answers(warm(opened(Path(sys.argv[1]))))))
