"""Who may come in, and is this the server that the caller means? Before anything is read or done."""

import logging
import time
from secrets import compare_digest
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quaidpy import __version__
from quaidpy.interfaces.server.agents import PATH
from quaidpy.interfaces.server.error_responses import error_response
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server_address import settings_mark

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_log = logging.getLogger("quaidpy.server")


class Gate:
    """ASGI: counts the calls, and turns away who may not come in or is at the wrong door.

    Through the socket only the user can come. Through a port: the token, a loopback Host (against DNS rebinding), and a
    loopback Origin when a browser sends one.
    """

    def __init__(self, app: ASGIApp, *, keeper: Keeper, token: str) -> None:
        self._app = app
        self._keeper = keeper
        self._token = token
        self._settings = settings_mark()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = (self._stranger(headers) if is_port(scope) else None) or self._mistaken(headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        if scope["path"] == PATH:  # its streams stay open while nothing happens; the tools count themselves
            await self._app(scope, receive, send)
            return
        with self._keeper.busy():
            began = time.monotonic()
            status = 0

            async def telling(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = message["status"]
                await send(message)

            await self._app(scope, receive, telling)
            took_ms = (time.monotonic() - began) * 1000
            _log.info("%s %s %d %.0f ms", scope["method"], scope["path"], status, took_ms)

    def _stranger(self, headers: Headers) -> JSONResponse | None:
        origin = headers.get("origin")
        if _host_of(f"//{headers.get('host', '')}") not in _LOOPBACK:
            return error_response(421, "usage", "this server answers to 127.0.0.1 and localhost only")
        if origin is not None and _host_of(origin) not in _LOOPBACK:
            return error_response(403, "usage", "pages of other sites may not ask this server")
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not compare_digest(token.strip().encode(), self._token.encode()):
            return error_response(
                401, "usage", "the token is missing or wrong; it stands in server.json of the home"
            )
        return None

    def _mistaken(self, headers: Headers) -> JSONResponse | None:
        keeper = self._keeper
        if _version(headers.get("quaid-version", "")) > _version(__version__):
            keeper.depart(f"a client of {headers['quaid-version']} came, this is {__version__}")
        elif keeper.are_settings_old():
            keeper.depart("the settings have changed")
        if keeper.is_leaving:
            return error_response(503, "leaving", "this server is leaving; ask again")
        if headers.get("quaid-settings", self._settings) != self._settings:
            return error_response(
                412, "server", "the server runs under other QUAID_… variables; `quaid serve stop` ends it"
            )
        return None


def is_port(scope: Scope) -> bool:
    server = scope.get("server")
    return server is not None and server[1] is not None


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _version(text: str) -> tuple[int, ...]:
    """(0, 2, 1) of 0.2.1 and of 0.2.1rc1; () of what is none."""
    numbers = []
    for part in text.split("."):
        digits = part[: next((i for i, c in enumerate(part) if not c.isdigit()), len(part))]
        if not digits:
            break
        numbers.append(int(digits))
    return tuple(numbers)
