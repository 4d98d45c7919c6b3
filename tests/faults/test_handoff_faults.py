"""Processes that take notes for sessions are killed at any instant: each note is read by one session, and once.

A session goes on through the kills, as an agent does whose hook is killed: it has what reached it whole, and the next
process that comes for it says so. What reached nobody is not lost, what was read is never given again.
"""

import multiprocessing
import random
from collections import defaultdict
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from tests.faults.handoff_process import AGENT, opened, take_until_killed

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.handoff_process"])
SESSIONS = ("one", "two")
_NOTES_A_ROUND = 8


class Reading:
    """What each session has read, and what nobody may be given again."""

    def __init__(self) -> None:
        self.read: dict[str, list[str]] = defaultdict(list)
        self.lines: dict[str, str] = {}
        self.again: list[str] = []

    def hear(self, session: str, told: Connection, known: set[str]) -> None:
        """All that its process managed to say. `known`: what that process was told had been read."""
        try:
            while told.poll():
                for identity, line in told.recv():
                    self.lines[identity] = line
                    if identity in known:
                        self.again.append(identity)
                    if identity not in self.read[session]:
                        self.read[session].append(identity)
        except EOFError:
            pass  # the pipe of a dead process ends


def start(home: Path, session: str, read: list[str]) -> tuple[ForkServerProcess, Connection]:
    receive, send = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=take_until_killed, args=(home, send, session, read))
    process.start()
    send.close()
    return process, receive


def round_of(home: Path, reading: Reading, *, killed_after_s: float | None) -> None:
    """A process for each session, at once; all killed after so long, or let end."""
    known = {session: set(reading.read[session]) for session in SESSIONS}
    running = [(session, *start(home, session, reading.read[session])) for session in SESSIONS]
    for _, process, told in running:
        told.poll(60)
        process.join(60 if killed_after_s is None else killed_after_s)
        process.kill()
        process.join()
    for session, _, told in running:
        reading.hear(session, told, known[session])


def leave_notes(home: Path, number: int) -> set[str]:
    with opened(home) as memory:
        return {
            memory.hand_off(
                "next" if each % 2 else AGENT, f"note {number}.{each} of many words to be read"
            ).id
            for each in range(_NOTES_A_ROUND)
        }


@pytest.mark.parametrize("kills", [12, pytest.param(50, marks=pytest.mark.long)])
def test_every_note_is_read_by_one_session_and_once(tmp_path: Path, kills: int) -> None:
    chance, reading, left = random.Random(kills), Reading(), set[str]()
    for number in range(kills // len(SESSIONS)):
        left |= leave_notes(tmp_path, number)
        round_of(tmp_path, reading, killed_after_s=chance.uniform(0.0, 0.05))
    round_of(tmp_path, reading, killed_after_s=None)
    ids = [each for session in SESSIONS for each in reading.read[session]]
    assert sorted(ids) == sorted(left)
    assert reading.again == []
    round_of(tmp_path, reading, killed_after_s=None)
    with opened(tmp_path) as memory:
        assert {each.receiver for each in memory.handoffs(limit=1000)} <= {
            f"{AGENT}:{name}" for name in SESSIONS
        }
        assert all(each.given_at for each in memory.handoffs(limit=1000))
    assert len([each for session in SESSIONS for each in reading.read[session]]) == len(left)
