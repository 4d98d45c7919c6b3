"""Which of the processes that want to serve a home may? Decided by the lock, before anything heavy is loaded."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from quaidpy.errors import QuaidError
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.client import Client

_TAKING_S = 3.0
_PAUSE_S = 0.02


def main(home: str) -> None:
    """Serve in the background, detached from whoever started it; standard output is the log. Ends the process."""
    if hasattr(os, "setsid"):
        with suppress(PermissionError):  # it leads a session already
            os.setsid()
    try:
        serve(home)
    except QuaidError as err:
        sys.stderr.write(f"error: {err}\n")
        sys.exit(err.exit_code)
    sys.exit(0)


def serve(home: str, *, opened: Callable[[str], None] | None = None) -> bool:
    """Serve until asked to leave, idle, or ended by a signal. False when another process serves this home.

    `opened` is told where it listens.
    """
    os.umask(0o077)
    os.makedirs(home, mode=0o700, exist_ok=True)
    ownership = Ownership(home)
    if not _takes(ownership, home):
        return False
    from quaidpy.interfaces.server.process import run  # only the winner loads it

    try:
        run(home, ownership, opened=opened)
    finally:
        ownership.release()
    return True


def _takes(ownership: Ownership, home: str) -> bool:
    """Waits a little for one that is leaving; not for one that answers."""
    until = time.monotonic() + _TAKING_S
    while not ownership.take():
        if Client(home, may_start=False).is_there() or time.monotonic() > until:
            return False
        time.sleep(_PAUSE_S)
    return True
