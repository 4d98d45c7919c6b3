"""A process that changes identity files is killed at any instant: each is as before or as after, and undo works."""

import multiprocessing
import random
from pathlib import Path

import pytest

from quaidpy.learn.file_writing import write_waiting
from tests.faults.learning_process import OWNER, fold, learn_until_killed, newest_run, opened, talk

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.learning_process"])
MINE = {"USER.md": b"# Me\r\n\r\n<!-- protected -->\r\nKeep this.", "SOUL.md": b"\xef\xbb\xbf# You\n"}


def state(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.md") if path.is_file()
    }


def test_kills_leave_every_file_whole_and_everything_can_be_taken_back(tmp_path: Path) -> None:
    chance, identity = random.Random(7), tmp_path / "identity"
    identity.mkdir()
    for name, data in MINE.items():
        (identity / name).write_bytes(data)
    for life in range(3):
        receive, send = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=learn_until_killed, args=(tmp_path, send, life))
        process.start()
        send.close()
        receive.recv()
        process.join(chance.uniform(0.0, 0.25))
        process.kill()
        process.join()
    with opened(tmp_path) as memory:
        assert write_waiting(OWNER, memory.parts.learning).missed == ()
        for path in identity.rglob("*.md"):
            assert path.read_bytes().decode().count("Keep this.") == (path.name == "USER.md")
        memory.extract(talk(999_999))
        fold(memory, tmp_path)
        while run := newest_run(memory):
            memory.undo(run)
        assert memory.parts.learning.records.waiting_writes(OWNER) == []
    assert state(identity) == MINE
