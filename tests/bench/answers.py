"""Does a change of the code leave every answer as it was?

    PYTHONPATH=. python tests/bench/answers.py HOME QUESTIONS.jsonl >> BEFORE.jsonl   # then AFTER.jsonl, and cmp

Of each question (`query` or `ask`; those whose `scope` or `home` names another folder are left out), asked for an
answer and for a ranking: nodes, scores to the last bit, lines, evidence, the blocks at 2,000 and at 600 tokens, the
trace without ids and times, what the recall does to memories. The clock stands still. HOME: a copy, which is read only.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from quaidpy.bench.data.datasets import json_lines
from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Aim, Query
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.memory import Memory
from quaidpy.recall.giving.rendering import context_block
from quaidpy.recall.pipeline import recall
from quaidpy.recall.state import RecallTools
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for

BUDGETS = (2_000, 600)


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 22, 9, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--owner", default="bench")
    parser.add_argument("--most", type=int, default=1_000)
    chosen = parser.parse_args()
    settings = replace(load_settings(home=chosen.home), home=chosen.home, owner=Owner(chosen.owner))
    asked = list(questions_of(chosen.questions, chosen.home.name))
    parts = parts_for(settings)
    with Memory(parts):
        tools = replace(parts.recalling, clock=StandingClock())
        tools.read_in()
        for question in asked[:: max(1, -(-len(asked) // chosen.most))]:
            for aim in (Aim.ANSWER, Aim.RANK):
                answered = answer(question, aim, tools)
                sys.stdout.write(json.dumps(answered, ensure_ascii=False, sort_keys=True) + "\n")


def questions_of(file: Path, home: str) -> Iterator[str]:
    for row in json_lines(file):
        if row.get("scope", row.get("home", home)) == home:
            yield row.get("query") or row["ask"]


def answer(question: str, aim: Aim, tools: RecallTools) -> dict[str, object]:
    found = recall(Query(text=question, aim=aim), tools)
    trace = replace(
        found.trace, id=type(found.id)(""), stages=tuple(replace(each, ms=0.0) for each in found.trace.stages)
    )
    return {
        "home": tools.owner,
        "question": question,
        "aim": aim.value,
        "results": plain(found.results),
        "blocks": [context_block(found, budget_tokens=budget) for budget in BUDGETS],
        "trace": plain(trace),
        "effects": plain(found.effects),
    }


if __name__ == "__main__":
    main()
