"""How far is the work, how fast, and how long still?"""

import pytest

from quaidpy.interfaces.cli.terminal.progress import figures_of, pace_of


@pytest.mark.parametrize(
    ("done", "total", "told"),
    [
        (0, None, "reading"),
        (0, 247_663, "0 of 247,663 turns  0.0 %"),
        (1_280, 247_663, "1,280 of 247,663 turns  0.5 %"),
        (0, 0, "0 of 0 turns"),
    ],
)
def test_figures_say_how_many_of_how_many(done: float, total: float | None, told: str) -> None:
    assert figures_of(done, total, unit="turns") == told


@pytest.mark.parametrize(
    ("done", "total", "seconds", "told"),
    [
        (0, 100, 60.0, ""),
        (50, 100, 0.1, ""),
        (1_000, 25_000, 20.0, "  50/s  0:08:00 left"),
        (10, 100, 20.0, "  0.5/s  0:03:00 left"),
        (100, 100, 20.0, "  5.0/s  0:00:00 left"),
        (100, 1_000_000, 10.0, "  10/s  27:46:30 left"),
    ],
)
def test_a_pace_is_told_once_it_is_known(done: float, total: float, seconds: float, told: str) -> None:
    assert pace_of(done, total, seconds=seconds) == told
