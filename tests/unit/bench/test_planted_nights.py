"""What a night finds of what was planted, without a model and with one that knows the answers."""

from pathlib import Path

from quaidpy.bench.nights.knowing import Knowing
from quaidpy.bench.nights.nights import Judge, NightFigures, measure_night
from quaidpy.bench.nights.planted import Plant, Sizes
from quaidpy.bench.progress import silent
from quaidpy.settings import load_settings

SIZES = Sizes().scaled(400)


def night(folder: Path, judge: Judge | None = None) -> NightFigures:
    flags = {"graph.engine": "none", "janitor.backups": "0"}
    settings = load_settings(home=folder, environment={}, flags=flags)
    return measure_night(settings, silent, folder=folder, sizes=SIZES, judge=judge)


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
    figures = night(tmp_path, Knowing)
    found, planted = figures.duplicates
    assert found >= 0.95 * planted, figures.missed
    assert figures.near_misses_merged == ()
    assert figures.shown is not None
    assert figures.shown[0] == figures.shown[1]
