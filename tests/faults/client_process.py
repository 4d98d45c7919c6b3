"""What does a machine do whose agents remember and recall at once, on a server that others use, too?"""

import threading
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from quaidpy.errors import BusyError, QuaidError
from quaidpy.memory import Memory
from quaidpy.settings import load_settings
from quaidpy.wiring.parts import parts_for
from tests.samples import ANA


@dataclass(frozen=True, slots=True)
class Told:
    """What a machine's clients came to know. `errors`: other than that the server was busy."""

    acknowledged: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def remember_and_recall(
    url: str, home: Path, machine: int, threads: int, times: int, tell: Connection
) -> None:
    """Each thread stores so many statements, and asks for each right after; in the end says what all were told."""
    flags = {"storage.url": url, "embedding.model": "none", "graph.engine": "none"}
    told = Told()
    with Memory(parts_for(load_settings(home=home, owner=ANA, flags=flags, environment={}))) as opened:
        clients = [
            threading.Thread(target=_go_on, args=(opened, f"{machine}_{number}", times, told))
            for number in range(threads)
        ]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    tell.send(told)


def _go_on(opened: Memory, name: str, times: int, told: Told) -> None:
    for number in range(times):
        word = f"Harbour{name}_{number}"
        try:
            told.acknowledged.append(_stored(opened, f"Ana painted the boats of {word} in blue."))
            found = opened.recall(f"what did Ana paint in {word}?").results
            if not any(word in result.text for result in found):
                told.errors.append(f"{word} was stored, and not found: {[result.text for result in found]}")
        except QuaidError as err:
            told.errors.append(f"{type(err).__name__}: {err}")


def _stored(opened: Memory, text: str) -> str:
    """Its id, or that of what said it before; tried again while the server is busy."""
    while True:
        try:
            outcome = opened.store(text).outcome
        except BusyError:
            continue
        return (outcome.inserted or outcome.confirmed)[0]
