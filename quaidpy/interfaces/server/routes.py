"""How does a request become an act, and its answer a response?"""

import json
import os
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from pydantic import ValidationError
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quaidpy import __version__
from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.operations import Caller, caller_named
from quaidpy.errors import ForbiddenError, UsageError
from quaidpy.interfaces.api.requests import spaces_of
from quaidpy.interfaces.api.responses import Changed, Edited, Linked, MemoryCard
from quaidpy.interfaces.api.table import ENDPOINTS, Endpoint
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.memory import Memory
from quaidpy.regex import regex

_LARGEST_BODY = 64 * 1024 * 1024
Handler = Callable[[Request], Awaitable[Response]]
_REQUEST = regex(r"([0-9a-f]{16}) (\d+)")
_ETAG = regex(r'"(\d{1,9})"')
_NO_BODY = {"GET", "DELETE"}
READ_ONLY = "quaid.read_only"
"""A key of the scope: whether who asks may change nothing."""


def api_routes(keeper: Keeper, endpoints: Iterable[Endpoint] = ENDPOINTS) -> list[Route]:
    """One an address, so that a wrong method is told all the right ones."""
    handlers: dict[str, dict[str, Handler]] = {}
    for each in endpoints:
        handlers.setdefault(each.path, {})[each.method] = _handler(each, keeper)
    return [Route(path, _by_method(of_path), methods=list(of_path)) for path, of_path in handlers.items()]


def _by_method(handlers: dict[str, Handler]) -> Handler:
    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle


def owner_of(request: Request, keeper: Keeper) -> Owner:
    """Whose memory is meant: the header Quaid-Owner (percent-encoded), else the owner the server was started for."""
    named = request.headers.get("quaid-owner")
    return Owner(unquote(named)) if named else keeper.household.settings.owner


def caller_of(headers: Headers) -> Caller | None:
    """Who calls: the header Quaid-Agent (percent-encoded); None when it is not there."""
    return caller_named(unquote(headers.get("quaid-agent", "")))


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


def _handler(endpoint: Endpoint, keeper: Keeper) -> Handler:
    async def handle(request: Request) -> Response:
        if endpoint.writes and request.scope.get(READ_ONLY):
            raise ForbiddenError(
                f"{endpoint.method} {endpoint.path} changes memory, and this was opened read-only"
            )
        asked = _checked(endpoint, await _given(endpoint, request))
        memory = keeper.memory_of(owner_of(request, keeper))
        request_name = request_named(request.headers)
        with keeper.household.calling(caller_of(request.headers)):
            document = await run_in_threadpool(_act, endpoint, keeper, (memory, asked, request_name))
        return JSONResponse(
            document,
            status_code=endpoint.status,
            headers=_marks(endpoint, document),
            background=BackgroundTask(keeper.household.flush),
        )

    return handle


@dataclass(frozen=True, slots=True)
class RequestName:
    """What a client calls its request, 16 hex digits, however often it has to ask."""

    name: str
    is_again: bool


def request_named(headers: Headers) -> RequestName | None:
    found = _REQUEST.fullmatch(headers.get("quaid-request", ""))
    return RequestName(found[1], is_again=found[2] != "1") if found else None


def _marks(endpoint: Endpoint, document: dict[str, Any]) -> dict[str, str]:
    """The version of a memory as its ETag, to be given back as If-Match."""
    version = document.get("version") if endpoint.gives in {MemoryCard, Edited} else None
    return {} if version is None else {"ETag": f'"{version}"'}


def _act(endpoint: Endpoint, keeper: Keeper, call: tuple[Memory, Any, RequestName | None]) -> Any:
    memory, asked, request = call
    memory = memory.within(*spaces_of(asked))
    if endpoint.writes:
        with keeper.writing, keeper.household.request(request.name) if request else nullcontext():
            document = _done_before(endpoint, keeper, call) or endpoint.act(memory, asked)
    else:
        document = endpoint.act(memory, asked)
    return endpoint.gives.model_validate(document).model_dump(mode="json")


def _done_before(
    endpoint: Endpoint, keeper: Keeper, call: tuple[Memory, Any, RequestName | None]
) -> dict[str, Any] | None:
    """The answer that got lost, of an act that cannot be done twice. Storing can: it finds what is there."""
    memory, asked, request = call
    if request is None or not request.is_again or not issubclass(endpoint.gives, Changed | Linked):
        return None
    operation = keeper.household.done_for(request.name, memory.owner)
    if operation is None:
        return None
    return {"operation": operation, "id": getattr(asked, "id", None), "edge": getattr(asked, "relation", "")}


async def _given(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    if endpoint.method in _NO_BODY:
        given = request.query_params
        found: dict[str, Any] = dict(given) | (
            {"spaces": given.getlist("spaces")} if "spaces" in given else {}
        )
    else:
        found = await _body(request)
    match = request.headers.get("if-match", "").strip()
    if match not in {"", "*"} and "expect" in endpoint.asks.model_fields:
        version = _ETAG.fullmatch(match)
        if version is None:
            raise UsageError(f'If-Match is {match}; give the ETag of the memory, a version in quotes as "3"')
        found["expect"] = int(version[1])
    return found | {name: request.path_params[name] for name in endpoint.in_path}


async def _body(request: Request) -> dict[str, Any]:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > _LARGEST_BODY:
            raise UsageError(f"the body is larger than {_LARGEST_BODY // 1024 // 1024} MB; send it in parts")
    try:
        document = json.loads(bytes(raw)) if raw else {}
    except (ValueError, RecursionError) as err:
        raise UsageError(f"the body is not JSON that can be read: {err}") from err
    if not isinstance(document, dict):
        raise UsageError("the body is no JSON object")
    return document


def _checked(endpoint: Endpoint, given: dict[str, Any]) -> Any:
    try:
        if endpoint.method in _NO_BODY:
            return endpoint.asks.model_validate(given)  # all of an address is text
        return endpoint.asks.model_validate_json(json.dumps(given), strict=True)
    except ValidationError as err:
        raise UsageError(f"{endpoint.method} {endpoint.path}: {fault_messages(err)}") from err


def fault_messages(error: ValidationError) -> str:
    """Which fields are wrong, and how; never the values."""
    return "; ".join(
        f"{'.'.join(map(str, fault['loc'])) or 'the request'}: {fault['msg']}" for fault in error.errors()
    )
