"""What runs in the process of a server that was started for others? It serves the home, with our command line."""

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from quaidpy.errors import QuaidError
from quaidpy.interfaces.starting import serve

if TYPE_CHECKING:
    from quaidpy.interfaces.server.commands import AboveServer


def main(home: str) -> None:
    """Serve in the background, detached from whoever started it; standard output is the log. Ends the process."""
    if hasattr(os, "setsid"):
        with suppress(PermissionError):  # it leads a session already
            os.setsid()
    try:
        serve(home, above=_above)
    except QuaidError as err:
        sys.stderr.write(f"error: {err}\n")
        sys.exit(err.exit_code)
    sys.exit(0)


def _above() -> "AboveServer":
    from quaidpy.interfaces.cli.serving import for_clients  # only the winner loads it

    return for_clients
