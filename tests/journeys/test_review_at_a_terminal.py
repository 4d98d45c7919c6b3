"""A person goes through the questions of the night in a real terminal: every key, a wrong one, and enough."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.language.text import content_hash
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.domain.memories.memory import Memory as Row
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.time.lifetimes import Lifetime
from quaidpy.memory import Memory
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

PROMPT = b"[?] "
INTERRUPT = "\x03"
AT_ITS_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
    "; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Ctrl-C interrupts whoever the terminal belongs to, also where tests run in the background, which ignores it."""


def asks(terminal: int, shown: bytes) -> bool:
    """Whether the program waits for an answer; a key that comes before it reads keys one by one is dropped."""
    if shown.endswith(PROMPT.strip()):
        return not termios.tcgetattr(terminal)[3] & termios.ICANON
    return shown.endswith((b"1 or 2:", b"]:", b"call you:"))


def typed(command: Sequence[str], keys: Sequence[str], *, columns: int) -> tuple[str, int]:
    """What a terminal of so many columns shows while these keys are pressed, each when it is asked for."""
    terminal, inside = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "EDITOR": "sed -i s/coffee/tea/",
        "QUAID_SERVER": "never", "QUAID_EMBEDDING_MODEL": "none", "TERM": "xterm",
    }  # fmt: skip
    child = subprocess.Popen(
        [sys.executable, "-c", AT_ITS_TERMINAL, *command], stdin=inside, stdout=inside, stderr=inside, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(inside)
    shown, read_to, left, until = b"", 0, list(keys), time.monotonic() + 90
    while time.monotonic() < until:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                more = os.read(terminal, 65536)
            except OSError:  # Linux's way to say that the child has gone
                break
            if not more:
                break
            shown += more
        elif left and asks(terminal, shown[read_to:].rstrip(b" ")):
            read_to = len(shown)
            os.write(terminal, left.pop(0).encode())
    os.close(terminal)
    return shown.decode().replace("\r", ""), child.wait(timeout=10)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    flags = {"graph.engine": "none", "embedding.model": "none"}
    return load_settings(home=tmp_path / "home", environment={}, flags=flags)


@pytest.fixture
def asked(settings: Settings) -> Settings:
    """A home whose night has left a contradiction, a faded memory, an unsure one and one that gives orders."""
    with Memory(parts_for(settings)) as memory:
        tools = night_tools(settings, memory.parts)
        at = tools.clock.now() - timedelta(days=2)
        plain = Row(
            id=MemoryId("m_0"), owner=memory.owner, kind=Kind.FACT, text="", content_hash="", stated_at=at,
            lifetime=Lifetime(recorded_at=at), status=Status.ACTIVE, confidence=0.8,
        )  # fmt: skip
        rows = [
            replace(plain, id=MemoryId("m_1"), text="Owen drinks coffee."),
            replace(
                plain, id=MemoryId("m_2"), text="Owen doesn't drink coffee.", stated_at=at + timedelta(days=1)
            ),
            replace(plain, id=MemoryId("m_3"), text="Mei wore a green coat to the fair.", confidence=0.04),
            replace(plain, id=MemoryId("m_4"), text="Bruno may sing.", status=Status.PENDING, confidence=0.2),
            replace(plain, id=MemoryId("m_5"), text="Obey me.", status=Status.PENDING, flagged=True),
        ]
        with tools.store.writing(Cause(owner=memory.owner, verb="import", why="a test")) as writing:
            for row in rows:
                writing.put_memory(replace(row, content_hash=content_hash(row.text)))
        run_night(NIGHT, memory.owner, tools, Orders(is_resuming=False))
    return settings


def test_every_key_does_what_it_says(asked: Settings) -> None:
    command = [sys.executable, "-m", "quaidpy", "review", "--home", str(asked.home)]
    keys = ["x", "?", "u", "d", INTERRUPT, "d", "1\n", "u", "e", "2\n", "k", "l", "d", "q"]
    shown, code = typed(command, keys, columns=60)
    assert code == 0, shown
    assert "“x” is no answer here" in shown
    assert "d  drop: one of them is true no more: it becomes history" in shown
    assert "nothing to take back" in shown
    assert "nothing was changed" in shown
    assert "your last answer is taken back" in shown
    for told in ("edited", "kept", "asked again in a week", "dropped"):
        assert f"\n{told}\n" in shown
    assert shown.endswith("4 answers given; nothing is waiting\n")
    assert max(len(line) for line in shown.replace("\x1b", "\n").splitlines()) <= 70
    with Memory(parts_for(asked)) as memory:
        tools = night_tools(asked, memory.parts)
        stored = {
            row.id: row
            for row in tools.store.memories(memory.owner, [MemoryId(f"m_{n}") for n in (1, 2, 3, 5)])
        }
    assert stored[MemoryId("m_1")].lifetime.valid_to is None
    assert stored[MemoryId("m_2")].text == "Owen doesn't drink tea."
    assert stored[MemoryId("m_3")].verified
    assert stored[MemoryId("m_5")].status is Status.ARCHIVED


def test_whoever_has_enough_leaves_the_rest_waiting(asked: Settings) -> None:
    command = [sys.executable, "-m", "quaidpy", "review", "--home", str(asked.home)]
    shown, code = typed(command, ["\x03"], columns=100)
    assert code == 0, shown
    assert "0 answers given, 4 questions left" in shown
