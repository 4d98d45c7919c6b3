"""When do the doors for agents open? With the first one that comes: their library takes long to load."""

import asyncio
import os
import socket
from typing import Any
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from quaidpy.domain.identity import Owner
from quaidpy.interfaces.server.commands import AboveServer
from quaidpy.interfaces.server.lifecycle import Keeper

PATH = "/mcp"
_LIBRARY_SETTINGS = {
    "FASTMCP_ENABLE_RICH_LOGGING": "false",
    "FASTMCP_SHOW_SERVER_BANNER": "false",
    "FASTMCP_LOG_LEVEL": "WARNING",
}
"""It frames its log lines unless it is told not to."""


def settle_library() -> None:
    """Before the library of MCP is loaded."""
    for name, value in _LIBRARY_SETTINGS.items():
        os.environ.setdefault(name, value)


class Agents:
    """ASGI under /mcp, and sessions over a socket of lines."""

    def __init__(self, keeper: Keeper, above: AboveServer, *, token: str) -> None:
        self._keeper = keeper
        self._above = above
        self._token = token
        self._opened: asyncio.Future[Any] | None = None
        self._wanted: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, door: socket.socket) -> None:
        """From inside the loop. `door`: where lines come in."""
        loop = asyncio.get_running_loop()
        self._opened, self._wanted = loop.create_future(), asyncio.Event()
        self._task = loop.create_task(self._run(door))

    def stop(self) -> None:
        """End all sessions; from inside the loop."""
        if self._task is not None:
            self._task.cancel()

    async def stopped(self) -> None:
        self.stop()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._wanted is not None
        assert self._opened is not None
        self._wanted.set()
        opened = await asyncio.shield(self._opened)
        named = Headers(scope=scope).get("quaid-owner")
        agent = unquote(Headers(scope=scope).get("quaid-agent", "")) or None
        with opened.callers.being(Owner(unquote(named)) if named else None, agent):
            await opened.web(scope, receive, send)

    async def _run(self, door: socket.socket) -> None:
        assert self._wanted is not None
        assert self._opened is not None
        loop = asyncio.get_running_loop()
        door.settimeout(0)
        loop.add_reader(door.fileno(), self._wanted.set)
        try:
            await self._wanted.wait()
        finally:
            loop.remove_reader(door.fileno())
        settle_library()
        make = await run_in_threadpool(self._above.load_mcp)
        opened = make(self._keeper, self._token)
        async with opened.running():
            self._opened.set_result(opened)
            await opened.lines.serve(door)
