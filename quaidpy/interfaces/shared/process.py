"""How does a shared server run and end? It takes no more when it is told to leave, and finishes what runs."""

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from quaidpy import __version__
from quaidpy.errors import ServerError
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.server.agents import settle_library
from quaidpy.interfaces.server.beside import Beside
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.shared.admission import Admission
from quaidpy.interfaces.shared.app import Probes, build_app, telling_figures
from quaidpy.interfaces.shared.door import Door
from quaidpy.interfaces.shared.figures import Figures
from quaidpy.interfaces.shared.keeping import SharedKeeper
from quaidpy.interfaces.shared.listening import Certificate, Place, listening_at, place_of
from quaidpy.interfaces.shared.logs import Format, event, set_up, take_over
from quaidpy.settings import Settings, load_settings
from quaidpy.wiring.parts import Household

_PAUSE_S = 0.05
_LAST_WORDS_S = 2
"""For answers that are being sent when all that ran is done."""
_KEPT_OPEN_S = 75
"""Connections without a request: longer than proxies keep theirs, so that none is closed under a request."""
_log = logging.getLogger("quaidpy.shared")


class Agents(Protocol):
    """ASGI under /mcp."""

    def running(self) -> AbstractAsyncContextManager[None]:
        """Around all of it."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Where, how, and with which log. `metrics`: a place of their own for the figures, which asks for no token.

    `load_agents`: gives what answers agents; its library takes long to load.
    """

    place: Place
    load_agents: Callable[[], Callable[[Keeper, Figures], "Agents"]]
    certificate: Certificate | None = None
    metrics: Place | None = None
    log_format: Format = "text"


def serve_shared(home: str, offer: Offer, *, opened: Callable[[str], None]) -> None:
    """Serve many owners until a signal comes. `opened` is told where.

    Raises ServerError where another server has this home, or the place is taken.
    """
    os.umask(0o077)
    ownership = Ownership(home)
    if not ownership.acquire():
        raise ServerError(
            f"another server has {home}; end it (`quaid serve stop`, where it is not one of --http), or give --home"
        )
    doors = [listening_at(each) for each in (offer.place, offer.metrics) if each is not None]
    try:
        set_up(offer.log_format)
        _serve(_settings(home), ownership, offer, doors, opened)
    finally:
        for door in doors:
            door.close()
        ownership.release()


def _settings(home: str) -> Settings:
    """Without a graph engine, which would have a file and memory of its own for each owner: the rows answer."""
    settings = load_settings(home=Path(home), owner="default", agent="")
    tuning = settings.tuning
    return replace(settings, tuning=replace(tuning, graph=replace(tuning.graph, engine="none")))


def _serve(
    settings: Settings,
    ownership: Ownership,
    offer: Offer,
    doors: list[socket.socket],
    opened: Callable[[str], None],
) -> None:
    leaving: list[Callable[[], None]] = []

    def leave(reason: str) -> None:
        del reason
        for step in leaving:
            step()

    keeper = SharedKeeper(Household(settings), ownership, leave=leave)
    for each_signal in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each_signal, lambda *_: keeper.depart("told to"))
    keeper.start()
    try:
        asyncio.run(_run(keeper, offer, doors, leaving, opened))
    finally:
        keeper.end()
        _log.info("", extra=event("ended"))


async def _run(
    keeper: Keeper,
    offer: Offer,
    doors: list[socket.socket],
    leaving: list[Callable[[], None]],
    opened: Callable[[str], None],
) -> None:
    loop, told = asyncio.get_running_loop(), asyncio.Event()

    def end_waiting() -> None:
        loop.call_soon_threadsafe(told.set)

    leaving.append(end_waiting)
    if keeper.is_leaving:  # before anybody listened to it
        told.set()
    figures = Figures()
    settle_library()
    agents = (await run_in_threadpool(offer.load_agents))(keeper, figures)
    take_over()
    tuning = keeper.household.settings.tuning.server
    door = Door(
        build_app(keeper, agents, figures),
        keeper=keeper,
        admission=Admission(keeper.household.tokens),
        figures=figures,
        tuning=tuning,
    )
    servers = [Beside(_config(Probes(door, keeper=keeper), offer.certificate))]
    if offer.metrics is not None:
        page = Route("/metrics", telling_figures(keeper, figures), methods=["GET"])
        servers.append(Beside(_config(Starlette(routes=[page]), None)))
    async with agents.running():
        running = [
            asyncio.create_task(server.serve(sockets=[door]))
            for server, door in zip(servers, doors, strict=True)
        ]
        _tell_open(doors, offer, opened)
        await told.wait()
        await _drained(keeper, within_s=tuning.drain_s)
        for server in servers:
            server.should_exit = True
        await asyncio.gather(*running)


def _tell_open(doors: list[socket.socket], offer: Offer, opened: Callable[[str], None]) -> None:
    where = f"{'https' if offer.certificate else 'http'}://{place_of(doors[0]).shown}"
    metrics = f"http://{place_of(doors[1]).shown}/metrics" if offer.metrics else None
    _log.info("", extra=event("serving", version=__version__, at=where, metrics=metrics, pid=os.getpid()))
    opened(where)


async def _drained(keeper: Keeper, *, within_s: float) -> None:
    """The door lets nobody in any more; what was let in is finished, within the time that it may take."""
    began = time.monotonic()
    while keeper.calls[0] and time.monotonic() - began < within_s:  # noqa: ASYNC110 - they end in threads, too
        await asyncio.sleep(_PAUSE_S)
    running = keeper.calls[0]
    took_s = round(time.monotonic() - began, 2)
    _log.info("", extra=event("drained" if not running else "given up", running=running, seconds=took_s))


def _config(app: ASGIApp, certificate: Certificate | None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEPT_OPEN_S,
        timeout_graceful_shutdown=_LAST_WORDS_S,
        ssl_certfile=certificate.chain if certificate else None,
        ssl_keyfile=certificate.key if certificate else None,
    )
