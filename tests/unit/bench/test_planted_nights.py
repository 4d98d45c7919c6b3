"""What a night finds of what was planted, without a model and with one that knows the answers."""

import json
import re
from pathlib import Path

from quaidpy.domain.prompting import Reply, Request, Spending
from quaidpy.interfaces.bench.nights import NightFigures, measure_night
from quaidpy.interfaces.bench.planted import DUPLICATES, Plant, Sizes, planted_life
from quaidpy.interfaces.bench.progress import silent
from quaidpy.settings import load_settings
from tests.fakes import FakeClock

SIZES = Sizes().scaled(400)


class Knowing:
    """A language model that says what the generator planted, and fails every question it cannot find."""

    name = "scripted"

    def __init__(self) -> None:
        life = planted_life(FakeClock().now(), sizes=SIZES)
        self.same = {
            frozenset((life.said[pair.one].text, life.said[pair.other].text))
            for pair in life.pairs
            if pair.plant in DUPLICATES
        }

    def prepare(self) -> None: ...
    def close(self) -> None: ...

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        told = {"dedup_decision": self._dedup, "contradiction_detect": self._contradictions}
        identity = request.prompt.partition("@")[0]
        decisions = told[identity](request.user) if identity in told else []
        if identity in {"entity_summary", "abstracts"}:
            return self._reply({"summary": "known"})
        return self._reply({"decisions": decisions})

    def _reply(self, value: object) -> Reply:
        return Reply(
            text=json.dumps(value),
            model=self.name,
            spending=Spending(calls=1, input_tokens=9, output_tokens=9),
        )

    def _dedup(self, text: str) -> list[dict[str, object]]:
        found = re.findall(r"Pair (\d+)\. Old: (.*?) \([^()]*\) New: (.*?) \([^()]*\)$", text, re.MULTILINE)
        return [
            {
                "pair": int(n),
                "decision": "SKIP" if frozenset((a, b)) in self.same else "ADD",
                "reason": "planted",
            }
            for n, a, b in found
        ]

    def _contradictions(self, text: str) -> list[dict[str, object]]:
        numbers = re.findall(r"^(\d+)\. A:", text, re.MULTILINE)
        return [{"n": int(n), "verdict": "CONTRADICTS", "reason": "planted"} for n in numbers]


def night(folder: Path, model: Knowing | None = None) -> NightFigures:
    flags = {"graph.engine": "none", "janitor.backups": "0"}
    settings = load_settings(home=folder, environment={}, flags=flags)
    return measure_night(settings, silent, folder=folder, sizes=SIZES, model=model)


def test_without_a_model_most_duplicates_merge_and_no_near_miss_does(tmp_path: Path) -> None:
    figures = night(tmp_path)
    found, planted = figures.duplicates
    assert found >= 0.8 * planted, figures.missed
    assert figures.near_misses_merged == ()
    assert figures.exclusive_closed[0] == figures.exclusive_closed[1]
    assert figures.history_kept == 0
    assert figures.second_run == {}
    assert figures.merged[Plant.UNIT.value][0] == figures.merged[Plant.UNIT.value][1]


def test_with_a_model_that_knows_nearly_all_duplicates_merge(tmp_path: Path) -> None:
    figures = night(tmp_path, Knowing())
    found, planted = figures.duplicates
    assert found >= 0.95 * planted, figures.missed
    assert figures.near_misses_merged == ()
