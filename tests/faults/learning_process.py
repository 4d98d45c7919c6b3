"""What does a process do to identity files until it is killed? It learns, folds what it learnt, and takes it back."""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.domain.identity import Owner
from quaidpy.memory import Memory
from quaidpy.remember.pipeline import Intake
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.nights import night_tools
from quaidpy.wiring.parts import parts_for
from quaidpy_janitor.nightly import NIGHT
from quaidpy_janitor.runner import Orders, run_night

OWNER = Owner("default")
FILES = [task for task in NIGHT if task.name in {"workspace", "snippets", "journal"}]


def settings_of(home: Path) -> Settings:
    return load_settings(
        home=home, owner=OWNER, environment={},
        flags={"graph.engine": "none", "embedding.model": "none", "janitor.backups": "0", "learning.most_lines": "40"},
    )  # fmt: skip


@contextmanager
def opened(home: Path) -> Iterator[Memory]:
    with Memory(parts_for(settings_of(home))) as memory:
        yield memory


def talk(number: int) -> Intake:
    text = (
        f"date: 2 June 2026 20:15\n\nUser: I prefer tea of sort {number}. Please always answer in verse {number}.\n"
        "Assistant: Noted.\n"
    )
    return Intake(owner=OWNER, source_key=f"talk {number}", data=text.encode())


def fold(memory: Memory, home: Path) -> None:
    """One night that may change identity files."""
    orders = Orders(is_resuming=False, approves_files=True)
    run_night(FILES, OWNER, night_tools(settings_of(home), memory.parts), orders)


def newest_run(memory: Memory) -> str | None:
    runs = [each.cause.run for each in memory.changes(limit=10_000) if not each.undone_by and each.cause.run]
    return str(runs[0]) if runs else None


def learn_until_killed(home: Path, told: Connection, seed: int) -> None:
    """Sends what it has done, again and again."""
    with opened(home) as memory:
        number = seed * 1000
        while True:
            number += 1
            memory.extract(talk(number))
            if number % 2:
                fold(memory, home)
            run = newest_run(memory)
            if number % 5 == 0 and run:
                memory.undo(run)
            told.send(number)
