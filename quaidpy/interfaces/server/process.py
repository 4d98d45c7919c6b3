"""How does the server of a home run and end? One process a home; interfaces.starting decides which."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import uvicorn

from quaidpy import __version__
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.server.agents import Agents
from quaidpy.interfaces.server.app import build_app
from quaidpy.interfaces.server.authentication import Gate
from quaidpy.interfaces.server.commands import AboveServer, Commands
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.listeners import Doors, open_doors
from quaidpy.interfaces.server.pages import Pages
from quaidpy.interfaces.server.streams import Switchboard
from quaidpy.interfaces.server_address import LOG, remove_pointer, write_pointer
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import Household

_LARGEST_LOG = 2_000_000  # bytes; then it starts anew and the old one is kept once
_log = logging.getLogger("quaidpy.server")


def run(
    home: str, ownership: Ownership, *, above: AboveServer, opened: Callable[[str], None] | None = None
) -> None:
    """Serve until asked to leave, idle, or ended by a signal. The lock must be ours."""
    _turn_log(home)
    os.chdir(home)
    settings = load_settings(home=Path(home), owner="default", agent="")  # callers name theirs
    doors = open_doors(Path(home), port=settings.tuning.server.port)
    try:
        write_pointer(home, doors.pointer() | {"hook_deadline_s": settings.tuning.hooks.deadline_s})
        if opened:
            opened(str(doors.pointer()["api"]))
        _run(settings, ownership, doors, above)
    finally:
        remove_pointer(home)
        doors.close()


def _run(settings: Settings, ownership: Ownership, doors: Doors, above: AboveServer) -> None:
    log = logging.StreamHandler(sys.stderr)
    log.setFormatter(_WithoutSecrets("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(handlers=[log], level=logging.WARNING)
    logging.getLogger("quaidpy").setLevel(logging.INFO)
    leaving: list[Callable[[], None]] = [partial(remove_pointer, str(settings.home))]

    def leave(reason: str) -> None:
        del reason
        for step in leaving:
            step()

    # uvicorn raises a signal again when it is done, which must not end the process before the home is closed.
    for each_signal in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each_signal, lambda *_: None)
    keeper = Keeper(Household(settings), ownership, leave=leave)
    try:
        agents = Agents(keeper, above, token=doors.token)
        commands = Commands(keeper=keeper, switchboard=Switchboard(), above=above)
        pages = Pages(commands)
        app = Gate(build_app(keeper, commands, agents, pages), keeper=keeper, token=doors.token)
        config = uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=round(settings.tuning.server.drain_s),
        )
        keeper.start()
        _log.info("quaidpy %s serves %s as process %d", __version__, settings.home, os.getpid())
        asyncio.run(_serve(uvicorn.Server(config), (agents, pages), doors, leaving))
    finally:
        keeper.end()
        _log.info("ended")


async def _serve(
    server: uvicorn.Server, beside: tuple[Agents, Pages], doors: Doors, leaving: list[Callable[[], None]]
) -> None:
    """Until `leaving` was gone through, or a signal came."""
    loop = asyncio.get_running_loop()
    agents, pages = beside

    def leave() -> None:
        agents.stop()  # first: streams that stay open would keep the server waiting
        pages.stop()
        server.should_exit = True

    def tell_loop() -> None:
        loop.call_soon_threadsafe(leave)

    leaving.append(tell_loop)
    agents.start(doors.mcp)
    try:
        await server.serve(sockets=doors.http())
    finally:
        await pages.stopped()
        await agents.stopped()


class _WithoutSecrets(logging.Formatter):
    """The log lies in the home, and a failure may quote what it failed at."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def _turn_log(home: str) -> None:
    """Keep the log from growing for ever. It is open already where this process runs in the background."""
    log = Path(home) / LOG
    if log.exists() and log.stat().st_size > _LARGEST_LOG:
        log.with_name(f"{LOG}.1").write_bytes(log.read_bytes())
        os.truncate(log, 0)
