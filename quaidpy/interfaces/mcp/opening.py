"""What opens when the first agent comes? The MCP server, for lines over the socket and for streamable HTTP."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp

from quaidpy.interfaces.mcp.lines import LineDoor
from quaidpy.interfaces.mcp.serving import Callers, build_mcp
from quaidpy.interfaces.server.lifecycle import Keeper


class OpenMcp:
    """Both ways in, over one MCP server; use `running` around all of it."""

    def __init__(self, keeper: Keeper, token: str) -> None:
        self.callers = Callers(keeper.household.settings.owner)
        server = build_mcp(keeper, self.callers)
        self.lines = LineDoor(server, self.callers, token=token)
        self._web = server.http_app(path="/mcp", host_origin_protection=True)

    @property
    def web(self) -> ASGIApp:
        return self._web

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with self._web.router.lifespan_context(self._web):
            yield
