"""Which of the processes that want to serve a home may? Decided by the lock, before anything heavy is loaded."""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.client import Client

if TYPE_CHECKING:
    from quaidpy.interfaces.server.commands import AboveServer

_TAKING_S = 3.0
_PAUSE_S = 0.02


def serve(
    home: str, *, above: "Callable[[], AboveServer]", opened: Callable[[str], None] | None = None
) -> bool:
    """Serve until asked to leave, idle, or ended by a signal. False when another process serves this home.

    `above` loads what serves clients; `opened` is told where it listens.
    """
    os.umask(0o077)
    os.makedirs(home, mode=0o700, exist_ok=True)
    ownership = Ownership(home)
    if not _takes(ownership, home):
        return False
    from quaidpy.interfaces.server.process import run  # only the winner loads it

    try:
        run(home, ownership, above=above(), opened=opened)
    finally:
        ownership.release()
    return True


def _takes(ownership: Ownership, home: str) -> bool:
    """Waits a little for one that is leaving; not for one that answers."""
    until = time.monotonic() + _TAKING_S
    while not ownership.acquire():
        if Client(home, may_start=False).is_there() or time.monotonic() > until:
            return False
        time.sleep(_PAUSE_S)
    return True
