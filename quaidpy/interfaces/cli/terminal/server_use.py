"""When does a command start a server, and when must it have the home for itself?"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from quaidpy.errors import ServerError
from quaidpy.home.ownership import is_owned, sole_owner
from quaidpy.interfaces.client import Client, start_server
from quaidpy.interfaces.command_lines import ask, home_of, is_served
from quaidpy.interfaces.server_address import read_pointer
from quaidpy.settings import has_memory, load_settings

_LEAVES_WITHIN_S = 60.0
_COMES_UP_WITHIN_S = 10.0
_PAUSE_S = 0.02
_OF_PROGRAMS = {"--json", "--quiet", "-q"}
_STARTED = (
    "a server starts in the background, so that the next answers come at once; it leaves {minutes:g} minutes after the "
    "last (`quaid serve stop` ends it, `quaid config set server.use never` does without)"
)


def done_by_started(arguments: Sequence[str]) -> int | None:
    """The exit code, where `server.use` is always: a server is started for the command. None: it is done here."""
    home = home_of(arguments)
    if not is_served(arguments) or load_settings(home=Path(home)).tuning.server.use != "always":
        return None
    return ask(home, arguments, may_start=True)


def leave_one_starting(arguments: Sequence[str]) -> None:
    """Where `server.use` is auto, start a server for the commands to come; this one is done and does not wait.

    A person at the terminal is told of it.
    """
    home = home_of(arguments)
    if not is_served(arguments) or not has_memory(Path(home)):
        return
    settings = load_settings(home=Path(home))
    if settings.tuning.server.use == "auto" and not Client(home, may_start=False).is_there():
        start_server(home)
        if sys.stderr.isatty() and not settings.is_quiet and _OF_PROGRAMS.isdisjoint(arguments):
            click.secho(_STARTED.format(minutes=settings.tuning.server.idle_minutes), err=True, dim=True)


@contextmanager
def home_alone(home: Path) -> Iterator[None]:
    """While a command replaces what a server would hold open: it is asked to leave, and none can start.

    Raises ServerError or BusyError when the home cannot be had.
    """
    if not home.is_dir():
        yield
        return
    ask_to_leave(str(home))
    with sole_owner(str(home), within_s=_LEAVES_WITHIN_S):
        yield


def ask_to_leave(home: str, *, within_s: float = _LEAVES_WITHIN_S) -> int | None:
    """Ask the server to leave and wait until it has. Its process id; None when none was there.

    One that is coming up is waited for. Raises ServerError when it does not leave in time.
    """
    client = Client(home, may_start=False)
    until = time.monotonic() + _COMES_UP_WITHIN_S
    while is_owned(home) and not client.is_there() and time.monotonic() < until:
        time.sleep(_PAUSE_S)
    pointer = read_pointer(home)
    if pointer is None or not client.is_there():
        return None
    pid = int(pointer["pid"])
    client.call("POST", "/v1/leave")
    until = time.monotonic() + within_s
    while is_owned(home):
        if time.monotonic() > until:
            raise ServerError(
                f"the server (process {pid}) has not left in {within_s:g} s; `kill {pid}` ends it"
            )
        time.sleep(_PAUSE_S)
    return pid
