"""Processes that tell notices are killed at any instant: each notice stands in the file once, and none is lost."""

import multiprocessing
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.pushing_process import LOG, opened, push_until_killed

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.pushing_process"])
_NOTICES_A_ROUND = 6


@pytest.mark.parametrize("kills", [10, pytest.param(50, marks=pytest.mark.long)])
def test_every_notice_stands_in_the_file_once(tmp_path: Path, kills: int) -> None:
    chance, made = random.Random(kills), set[str]()
    for number in range(kills // 2):
        with opened(tmp_path) as memory:
            made |= {memory.test_notice().id for _ in range(_NOTICES_A_ROUND)}
        pair = [
            FORKS.Process(target=push_until_killed, args=(tmp_path, f"{number}:{each}")) for each in range(2)
        ]
        for process in pair:
            process.start()
        time.sleep(chance.uniform(0.05, 0.4))
        for process in pair:
            process.kill()
            process.join()
    time.sleep(1.1)  # claims of the dead lapse
    with opened(tmp_path) as memory:
        memory.push_notices(receiver="last")
        assert all(each.given_at for each in memory.notices(limit=1000))
    lines = (tmp_path / LOG).read_text().splitlines()
    whole = Counter(line.split()[1] for line in lines if line.endswith("notices reach you here"))
    assert set(whole) == made
    assert set(whole.values()) == {1}
