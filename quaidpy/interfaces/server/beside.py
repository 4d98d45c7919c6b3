"""How does more than one HTTP server run in a process? Signals are somebody else's to hear."""

from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn


class Beside(uvicorn.Server):
    """One of several servers of one loop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
