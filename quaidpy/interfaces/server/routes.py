"""How does a request become an act, and its answer a response?"""

import json
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote

from pydantic import ValidationError
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quaidpy import __version__
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.interfaces.api.table import ENDPOINTS, Endpoint
from quaidpy.interfaces.server.keeper import Keeper
from quaidpy.memory import Memory

_LARGEST_BODY = 64 * 1024 * 1024
_NO_BODY = {"GET", "DELETE"}


def api_routes(keeper: Keeper) -> list[Route]:
    return [
        Route(each.path, _handler(each, keeper), methods=[each.method], name=each.name) for each in ENDPOINTS
    ]


def owner_of(request: Request, keeper: Keeper) -> Owner:
    """Whose memory is meant: the header Quaid-Owner (percent-encoded), else the owner the server was started for."""
    named = request.headers.get("quaid-owner")
    return Owner(unquote(named)) if named else keeper.household.settings.owner


def health(keeper: Keeper) -> dict[str, Any]:
    running, answered = keeper.calls
    settings = keeper.household.settings
    return {
        "status": "leaving" if keeper.is_leaving else "ok",
        "version": __version__,
        "pid": os.getpid(),
        "home": str(settings.home),
        "uptime_s": round(time.monotonic() - keeper.started, 1),
        "idle_s": round(keeper.idle_s, 1),
        "calls": answered,
        "running": running,
        "graph": settings.tuning.graph.engine,
    }


def _handler(endpoint: Endpoint, keeper: Keeper) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        asked = _checked(endpoint, await _given(endpoint, request))
        memory = keeper.memory_of(owner_of(request, keeper))
        document = await run_in_threadpool(_act, endpoint, keeper, memory, asked)
        return JSONResponse(
            document, status_code=endpoint.status, background=BackgroundTask(keeper.household.flush)
        )

    return handle


def _act(endpoint: Endpoint, keeper: Keeper, memory: Memory, asked: Any) -> Any:
    if endpoint.writes:
        with keeper.writing:
            document = endpoint.act(memory, asked)
    else:
        document = endpoint.act(memory, asked)
    return endpoint.gives.model_validate(document).model_dump(mode="json")


async def _given(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    if endpoint.method in _NO_BODY:
        found: dict[str, Any] = dict(request.query_params)
    else:
        found = await _body(request)
    return found | {name: request.path_params[name] for name in endpoint.in_path}


async def _body(request: Request) -> dict[str, Any]:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > _LARGEST_BODY:
            raise UsageError(f"the body is larger than {_LARGEST_BODY // 1024 // 1024} MB; send it in parts")
    try:
        document = json.loads(bytes(raw)) if raw else {}
    except ValueError as err:
        raise UsageError(f"the body is not JSON: {err}") from err
    if not isinstance(document, dict):
        raise UsageError("the body is no JSON object")
    return document


def _checked(endpoint: Endpoint, given: dict[str, Any]) -> Any:
    try:
        return endpoint.asks.model_validate(given)
    except ValidationError as err:
        raise UsageError(f"{endpoint.method} {endpoint.path}: {told_faults(err)}") from err


def told_faults(error: ValidationError) -> str:
    """Which fields are wrong, and how; never the values."""
    return "; ".join(
        f"{'.'.join(map(str, fault['loc'])) or 'the request'}: {fault['msg']}" for fault in error.errors()
    )
