"""A person at a terminal is told what waits, on standard error, after the answer, and once; a kill loses nothing."""

import os
import pty
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.journeys.conftest import Quaid

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

TOLD = "The staging server listens on port 9090."
TAKES_AND_HANGS = """
import sys, time
from quaidpy.wiring.parts import Memory
memory = Memory()
print(len(memory.read_notices(receiver='first').lines), flush=True)
time.sleep(60)
"""


def at_terminal(*arguments: str, **more: str) -> tuple[str, str]:
    """Standard output, through a pipe, and standard error, through a terminal."""
    terminal, inside = pty.openpty()
    environment = {**os.environ, "QUAID_SERVER": "never", "QUAID_EMBEDDING_MODEL": "none", **more}
    command = [sys.executable, "-m", "quaidpy", *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=inside, env=environment, timeout=60, check=True
    )
    os.write(inside, b"\n")  # so that there is something to read
    shown = os.read(terminal, 65536)
    os.close(inside)
    os.close(terminal)
    return done.stdout.decode(), shown.decode()


def configured(**notices: str) -> None:
    """With no quiet hours, unless they are given."""
    lines = {"quiet_from": '"00:00"', "quiet_until": '"00:00"', **notices}
    text = "".join(f"{key} = {value}\n" for key, value in lines.items())
    (Path(os.environ["QUAID_HOME"]) / "config.toml").write_text(f"[handover]\nclaim_s = 1\n[notices]\n{text}")


@pytest.fixture
def waiting(quaid: Quaid) -> Quaid:
    quaid("notify", "subscribe", "--word", "port")
    configured()
    quaid("store", TOLD)
    return quaid


@pytest.mark.long
def test_what_waits_is_told_once_beside_the_answer(waiting: Quaid) -> None:
    out, shown = at_terminal("stats")
    assert TOLD in shown
    assert TOLD not in out
    assert TOLD not in at_terminal("stats")[1]


def test_what_waits_is_not_told_in_quiet_hours_but_after_them(waiting: Quaid) -> None:
    configured(quiet_until='"23:59:59.999999"')
    assert TOLD not in at_terminal("stats")[1]
    configured()
    assert TOLD in at_terminal("stats")[1]
    assert waiting("notify", "read").out == ""


@pytest.mark.of_file
def test_a_command_works_though_notices_cannot_be_read(waiting: Quaid) -> None:
    with sqlite3.connect(Path(os.environ["QUAID_HOME"]) / "memory.sqlite") as connection:
        connection.execute("DROP TABLE notice_marks")
    connection.close()
    out, shown = at_terminal("--home", os.environ["QUAID_HOME"], "stats")
    assert "memories" in out
    assert "notices wait" in shown


@pytest.mark.long
def test_nothing_is_told_in_json_in_silence_to_agents_or_in_quiet_hours(waiting: Quaid) -> None:
    assert TOLD not in at_terminal("--json", "stats")[1]
    assert TOLD not in at_terminal("stats", QUAID_QUIET="1")[1]
    assert TOLD not in at_terminal("stats", QUAID_AGENT="codex")[1]
    configured(quiet_until='"23:59:59.999999"')
    assert TOLD not in at_terminal("stats")[1]
    configured(most_a_day="0")
    assert TOLD not in at_terminal("stats")[1]
    configured()
    assert TOLD in at_terminal("stats")[1]


def test_a_reader_that_is_killed_before_it_confirms_loses_nothing(waiting: Quaid) -> None:
    command = [sys.executable, "-c", TAKES_AND_HANGS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"1"
        child.send_signal(signal.SIGKILL)
    time.sleep(1.1)  # the claim lapses
    assert waiting("notify", "read").out == f"{TOLD}\n"
    assert waiting("notify", "read").out == ""
