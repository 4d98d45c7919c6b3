"""How does an agent's process talk MCP to the server? Lines of JSON over a socket: what a stdio server would print."""

import asyncio
import contextlib
import json
import logging
import socket
from secrets import compare_digest
from typing import Any
from urllib.parse import unquote

import anyio
from fastmcp import FastMCP
from mcp.server.stdio import stdio_server

from quaidpy.domain.identity import Owner
from quaidpy.interfaces.mcp.serving import Callers

_LONGEST_LINE = 64 * 1024 * 1024
_log = logging.getLogger("quaidpy.server")


class LineDoor:
    """Accepts connections and holds one MCP session over each, until the client or the server leaves.

    The first line is not MCP: `{"token": …, "owner": …, "agent": …}` says who comes.
    """

    def __init__(self, server: FastMCP, callers: Callers, *, token: str) -> None:
        self._server = server
        self._callers = callers
        self._token = token
        self._open: set[asyncio.StreamWriter] = set()

    async def serve(self, door: socket.socket) -> None:
        """Until cancelled."""
        opened = await (
            asyncio.start_unix_server(self._meet, sock=door, limit=_LONGEST_LINE)
            if door.family == getattr(socket, "AF_UNIX", None)
            else asyncio.start_server(self._meet, sock=door, limit=_LONGEST_LINE)
        )
        try:
            await opened.serve_forever()
        finally:
            for writer in list(self._open):
                writer.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            greeting = json.loads(await reader.readline() or b"{}")
            if not compare_digest(str(greeting.get("token", "")).encode(), self._token.encode()):
                return
            owner = greeting.get("owner")
            agent = unquote(str(greeting.get("agent") or "")) or None
            with self._callers.being(Owner(unquote(owner)) if owner else None, agent):
                await self._session(reader, writer)
        except (OSError, ValueError, RecursionError) as err:
            _log.info("a session ended: %s", type(err).__name__)
        finally:
            self._open.discard(writer)
            with contextlib.suppress(OSError):
                writer.close()

    async def _session(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lowlevel = self._server._mcp_server  # noqa: SLF001 - run_stdio_async, the only public way, insists on stdin
        stdin: Any = reader_lines(reader)
        stdout: Any = _Lines(writer)
        async with stdio_server(stdin=stdin, stdout=stdout) as (read, write):
            await lowlevel.run(read, write, lowlevel.create_initialization_options())


class _Lines:
    """What a session writes to."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def write(self, text: str) -> None:
        self._writer.write(text.encode())

    async def flush(self) -> None:
        try:
            await self._writer.drain()
        except ConnectionError as err:
            raise anyio.ClosedResourceError from err


async def reader_lines(reader: asyncio.StreamReader) -> Any:
    """Line by line, until the other side leaves."""
    while line := await reader.readline():
        yield line.decode(errors="replace")
