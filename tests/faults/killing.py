"""How is a process run that says what it has done, until it is killed?"""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

# A server that has imported everything forks each child in a few milliseconds, from one thread.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["tests.faults.killable", "tests.faults.client_process", "quaidpy.wiring.opening"]
)


@dataclass(frozen=True, slots=True)
class Telling:
    """A process at work; `said`: what it has told so far."""

    receive: Connection
    said: list[str] = field(default_factory=list)

    def listen(self, patience_s: float | None) -> None:
        """For so long; None: until the process has ended."""
        deadline = None if patience_s is None else time.monotonic() + patience_s
        while deadline is None or (left := deadline - time.monotonic()) > 0:
            try:
                if self.receive.poll(left if deadline is not None else None):
                    self.said.append(self.receive.recv())
            except EOFError:
                return

    def listen_for(self, count: int) -> None:
        """Until it has told so many things more."""
        self.said.extend(self.receive.recv() for _ in range(count))


@contextmanager
def at_work(work: Callable[..., None], place: Any, seed: int) -> Iterator[Telling]:
    """`work` in a process of its own from its first word on, until it is killed when the block is left."""
    receive, send = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=work, args=(place, send, seed))
    process.start()
    send.close()
    telling = Telling(receive)
    try:
        telling.listen_for(1)
        yield telling
    finally:
        process.kill()
        process.join()
        telling.listen(None)


def acknowledged_until_killed(
    work: Callable[..., None], place: Any, seed: int, patience_s: float
) -> list[str]:
    """Run a writer, kill it `patience_s` after its first commit, give what it said it had committed."""
    with at_work(work, place, seed) as telling:
        telling.listen(patience_s)
    return telling.said
