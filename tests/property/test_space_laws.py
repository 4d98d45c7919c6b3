"""Nothing of a space comes out to whoever may not read it, through any door, whatever happened before."""

import random
from pathlib import Path

import pytest

from tests.space_house import AGENTS, OWNERS, Who, space_house

pytestmark = pytest.mark.property


def law(home: Path, seed: int, *, steps: int, looks: int) -> None:
    chance = random.Random(seed)
    with space_house(home) as house:
        for _ in range(steps):
            house.step(chance)
            for _ in range(looks):
                house.assert_nothing_leaks(Who(chance.choice(OWNERS), chance.choice(AGENTS)), chance)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_leaks_from_a_space(tmp_path: Path, seed: int) -> None:
    with space_house(tmp_path) as house:
        chance = random.Random(seed)
        for number in range(70):
            house.step(chance)
            if number % 10 == 9:
                house.assert_nothing_leaks(Who(chance.choice(OWNERS), chance.choice(AGENTS)), chance)
        for owner in OWNERS:
            for agent in AGENTS:
                house.assert_nothing_leaks(Who(owner, agent), chance)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_nothing_leaks_in_ten_thousand_looks(tmp_path: Path) -> None:
    for seed in range(100):
        law(tmp_path / str(seed), seed, steps=50, looks=2)
