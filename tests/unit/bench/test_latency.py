"""What a measurement of latency says of itself; never how fast anything was."""

from dataclasses import replace
from pathlib import Path

import pytest

from quaidpy.bench.speed.latency import measure, percentile, questions_about
from quaidpy.bench.speed.scale import build
from quaidpy.domain.identity import Owner
from quaidpy.errors import SettingsError, UsageError
from quaidpy.memory import Memory
from quaidpy.recall.stages import PIPELINE
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import parts_for


@pytest.fixture(autouse=True)
def built(settings: Settings) -> None:
    build(settings, 100)


def test_each_stage_is_timed_and_nothing_is_written(settings: Settings) -> None:
    questions = questions_about(settings, 12)
    found = measure(settings, questions)
    assert {stage.name for stage in PIPELINE} <= set(found.stages)
    assert found.questions == 6
    assert found.writes is None
    with Memory(parts_for(settings)) as memory:
        assert memory.stats() == found.counts


def test_statements_are_stored_when_given(settings: Settings) -> None:
    found = measure(settings, questions_about(settings, 8), ["Ana planted a lemon tree behind the house."])
    assert found.writes is not None
    with Memory(parts_for(settings)) as memory:
        assert memory.stats()["memories"] == found.counts["memories"] + 1


def test_too_few_questions_are_refused(settings: Settings) -> None:
    with pytest.raises(UsageError, match="too few"):
        measure(settings, ["Who is Ana?"])


def test_without_an_embedder_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    made = load_settings(home=tmp_path, owner="bench", flags={"embedding.model": "none"})
    with pytest.raises(SettingsError, match="none"):
        measure(replace(made, owner=Owner("bench")), ["a", "b", "c", "d"])


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([3.0, 1.0, 2.0], 0.99) == 3.0


def test_recalls_that_give_something_are_measured_apart_from_silences(settings: Settings) -> None:
    known = questions_about(settings, 8)
    told = measure(settings, known)
    assert told.given is not None
    assert told.given_ratio == told.given.p50 / told.embed.p50
    assert measure(settings, ["Xolbert's blorp?", "Who is Vrantz?"] * 4).given is None
