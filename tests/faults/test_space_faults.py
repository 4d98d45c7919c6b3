"""Twelve processes change members, move memories and recall at once: nobody sees what they may not, nothing fails."""

import multiprocessing
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId
from tests.faults.space_process import SPACES, live_in, opened

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.space_process"])


@pytest.mark.parametrize(("processes", "turns"), [(4, 6), pytest.param(12, 200, marks=pytest.mark.long)])
def test_nothing_leaks_and_nothing_fails_while_all_change_at_once(
    tmp_path: Path, processes: int, turns: int
) -> None:
    with opened(tmp_path) as memory:
        ids = []
        for space in SPACES:
            memory.create_space(space)
            for number in range(4):
                text = f"The mooring of boat {number} in the {space} is at pier {number}."
                ids += memory.within(space).store(text).outcome.inserted
    moving = [each for each in ids if each not in ids[-4:]]
    heard = []
    for number in range(processes):
        receive, send = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=live_in, args=(tmp_path, send, number, turns, moving))
        process.start()
        send.close()
        heard.append((process, receive))
    told = [receive.recv() for _, receive in heard]
    for process, _ in heard:
        process.join()
    assert [leak for leaked, _, _ in told for leak in leaked] == []
    assert [failure for _, failed, _ in told for failure in failed] == []
    with opened(tmp_path) as memory:
        where = memory.spaces_of(moving)
        assert sorted(where) == sorted(moving), "each is in one space still"
        assert set(where.values()) <= set(SPACES)
        assert [memory.show(MemoryId(each)).text for each in moving]
        assert memory.check_files() == []
