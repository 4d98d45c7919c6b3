"""Hooks and drainers are killed at any instant: what a hook has acknowledged is remembered, and remembered once."""

import multiprocessing
import random
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from quaidpy.home.inbox import InboxFiles
from tests.faults.inbox_process import drain_all, put_until_killed
from tests.faults.taking_process import OWNER, tools_of

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.inbox_process"])


def told_until_killed(task: Callable[..., None], home: Path, *, after_s: float) -> list[str]:
    receive, send = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=task, args=(home, send))
    process.start()
    send.close()
    told = [receive.recv()]
    process.join(after_s)
    process.kill()
    process.join()
    try:
        while receive.poll():
            told.append(receive.recv())
    except EOFError:
        pass  # the pipe of a dead process ends
    return told


@pytest.mark.parametrize("life", range(4))
def test_nothing_acknowledged_is_lost_or_doubled_by_kills(tmp_path: Path, life: int) -> None:
    chance = random.Random(life)
    said = told_until_killed(put_until_killed, tmp_path, after_s=chance.uniform(0.01, 0.08))
    for _ in range(5):
        told_until_killed(drain_all, tmp_path, after_s=chance.uniform(0.01, 0.6))
    told_until_killed(drain_all, tmp_path, after_s=60)
    assert InboxFiles(tmp_path).waiting() == []
    tools = tools_of(tmp_path / "memory.sqlite")
    with closing(tools.store):
        episodes = tools.store.recent_episodes(OWNER, limit=100)
        turns = [turn.text for episode in episodes for turn in tools.store.turns_of(OWNER, episode.id)]
    counts = Counter(turns)
    assert set(said) <= set(counts)
    assert set(counts.values()) == {1}
