"""What does a shared server answer? The API of each owner, agents, what describes it, and its figures."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from quaidpy.errors import QuaidError
from quaidpy.interfaces.api.openapi import openapi_document
from quaidpy.interfaces.api.table import ENDPOINTS
from quaidpy.interfaces.server.error_responses import error_response, on_quaid_error, on_wrong_address
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.routes import api_routes
from quaidpy.interfaces.shared.figures import CONTENT_TYPE, Figures, counting
from quaidpy.interfaces.shared.needs import NEEDS
from quaidpy.interfaces.shared.visits import in_own_name

_LOOK_AGAIN_S = 1.0
_STORAGE_WITHIN_S = 2.0
_log = logging.getLogger("quaidpy.shared")


def build_app(keeper: Keeper, agents: ASGIApp, figures: Figures) -> Starlette:
    """Behind the door; each address of it stands in the table."""

    async def describe(request: Request) -> Response:
        del request
        return JSONResponse(_description())

    endpoints = [
        replace(each, act=counting(in_own_name(each.act), figures, writes=each.writes))
        for each in ENDPOINTS
        if f"{each.method} {each.path}" in NEEDS
    ]
    own = [
        Route("/openapi.json", describe, methods=["GET"]),
        Route("/metrics", telling_figures(keeper, figures), methods=["GET"]),
        Route("/mcp", agents),
    ]
    return Starlette(
        routes=[*own, *api_routes(keeper, endpoints)],
        exception_handlers={QuaidError: on_quaid_error, HTTPException: on_wrong_address, 500: _on_fault},
    )


def telling_figures(keeper: Keeper, figures: Figures) -> Callable[[Request], Awaitable[Response]]:
    async def tell(request: Request) -> Response:
        del request
        text = figures.text(running=keeper.calls[0], connections=keeper.household.connections())
        return PlainTextResponse(text, media_type=CONTENT_TYPE)

    return tell


class Probes:
    """ASGI: answers whether the process lives and whether it takes requests, and hands on all else.

    Whoever asks needs no token, and learns nothing else.
    """

    def __init__(self, app: ASGIApp, *, keeper: Keeper) -> None:
        self._app = app
        self._keeper = keeper
        self._look: asyncio.Task[bool] | None = None
        self._looked = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path")
        if path == "/healthz":
            await JSONResponse({"status": "ok"})(scope, receive, send)
        elif path == "/readyz":
            status = await self._readiness()
            answer = JSONResponse({"status": status}, status_code=200 if status == "ready" else 503)
            await answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _readiness(self) -> str:
        if self._keeper.is_leaving:
            return "leaving"
        return "ready" if await self._is_storage_there() else "no storage"

    async def _is_storage_there(self) -> bool:
        """As it was within a second; a storage that does not answer in two is not there."""
        if self._look is None or (self._look.done() and time.monotonic() - self._looked > _LOOK_AGAIN_S):
            self._looked = time.monotonic()
            self._look = asyncio.create_task(run_in_threadpool(_can_be_asked, self._keeper))
        try:
            return await asyncio.wait_for(asyncio.shield(self._look), _STORAGE_WITHIN_S)
        except TimeoutError:
            return False


def _can_be_asked(keeper: Keeper) -> bool:
    try:
        keeper.household.tokens.records.with_digest("")
    except QuaidError as err:
        _log.warning("the storage does not answer: %s", err)
        return False
    return True


def _description() -> dict[str, Any]:
    """OpenAPI, of what is answered here."""
    document = openapi_document()
    paths = {
        path: {method: about for method, about in methods.items() if f"{method.upper()} {path}" in NEEDS}
        for path, methods in document["paths"].items()
    }
    bearer = {"type": "http", "scheme": "bearer", "description": "made by `quaid token create`"}
    return {
        **document,
        "paths": {path: methods for path, methods in paths.items() if methods},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "components": {**document["components"], "securitySchemes": {"token": bearer}},
    }


async def _on_fault(request: Request, error: Exception) -> JSONResponse:
    """A fault of the server itself; its log has where."""
    del request
    return error_response(
        500, "server", f"the server failed ({type(error).__name__}); its log says where", 13
    )
