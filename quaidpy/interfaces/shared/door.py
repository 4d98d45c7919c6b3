"""Who comes in, how far, and how much with them? Asked of each request before anything of it is read or done."""

import asyncio
import json
import logging
import re
import secrets
import time
from dataclasses import dataclass, field
from math import ceil

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quaidpy.domain.tuning import ServerTuning
from quaidpy.errors import QuaidError
from quaidpy.interfaces.server.error_responses import error_response, refused
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.shared.admission import Admission
from quaidpy.interfaces.shared.figures import OTHER, Figures
from quaidpy.interfaces.shared.limits import Limits
from quaidpy.interfaces.shared.logs import event
from quaidpy.interfaces.shared.needs import NEEDS, NOT_HERE, Addresses
from quaidpy.interfaces.shared.visits import VISIT, Visit, put_into_headers, visit_of
from quaidpy.regex import regex

_BODY_WITHIN_S = 60.0
_REQUEST_ID = regex(r"[\w.:-]{1,64}", re.ASCII)
_KIND = regex(r"[a-z]{1,20}")
_log = logging.getLogger("quaidpy.shared")


class _RefusedError(Exception):
    """It may not come in; `response` says why."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


class _GoneError(Exception):
    """Who asked has hung up."""


@dataclass(slots=True)
class _Call:
    """One request, and what is known of it by now. `body`: of an answer that tells an error."""

    scope: Scope
    headers: Headers
    request: str
    route: str = OTHER
    token: str = "-"  # noqa: S105 - of whom nobody knows who it is
    status: int = 0
    body: bytearray = field(default_factory=bytearray)
    began: float = field(default_factory=time.monotonic)

    @property
    def kind(self) -> str:
        """Of the error that was told, else `ok`."""
        if self.status < 400:
            return "ok"
        try:
            kind = str(json.loads(self.body)["error"]["kind"])
        except (ValueError, KeyError, TypeError):
            return OTHER
        return kind if _KIND.fullmatch(kind) else OTHER


class Door:
    """ASGI. What it lets in has a visit, a route of the table, and a whole body within its limits."""

    def __init__(
        self, app: ASGIApp, *, keeper: Keeper, admission: Admission, figures: Figures, tuning: ServerTuning
    ) -> None:
        self._app = app
        self._keeper = keeper
        self._admission = admission
        self._figures = figures
        self._limits = Limits(tuning)
        self._largest = tuning.kilobytes_a_request * 1000
        self._addresses = Addresses()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        told = headers.get("x-request-id", "")
        call = _Call(scope, headers, told if _REQUEST_ID.fullmatch(told) else secrets.token_hex(8))
        with self._keeper.busy():
            visit = None
            try:
                visit = await self._let_in(call)
                body = await self._body_of(call, receive)
                await self._serve(call, visit, _replayed(body, receive), self._telling(call, send))
            except _RefusedError as refusal:
                await refusal.response(scope, receive, self._telling(call, send))
            except _GoneError:
                call.status = 499  # as proxies call it: nobody waits for an answer
            finally:
                self._note(call, visit)
            if visit is not None:
                await self._admission.note_use(visit.token)

    async def _serve(self, call: _Call, visit: Visit, receive: Receive, send: Send) -> None:
        put_into_headers(visit, call.scope)
        mark = VISIT.set(visit)
        try:
            await self._app(call.scope, receive, send)
        finally:
            VISIT.reset(mark)

    async def _let_in(self, call: _Call) -> Visit:
        """Raises _RefusedError."""
        if self._keeper.is_leaving:
            raise _RefusedError(
                _later(error_response(503, "leaving", "this server is leaving; ask again"), 1, is_over=True)
            )
        labels = self._addresses.methods_at(call.scope["path"])
        label = labels.get(call.scope["method"])
        call.route = label or OTHER
        try:
            token = await self._admission.token(call.headers.get("authorization", ""))
        except QuaidError as err:
            raise _RefusedError(refused(err)) from err
        if token is None:
            response = error_response(401, "token", "the token is missing, unknown, revoked or expired")
            response.headers["WWW-Authenticate"] = "Bearer"
            raise _RefusedError(response)
        call.token = token.name
        wait_s = self._limits.wait_for_request(token.name)
        if wait_s:
            self._refuse_for_now("requests", wait_s)
        if label is None:
            raise _RefusedError(_no_address(call.scope, labels))
        needed = NEEDS[label]
        if not token.scope.includes(needed):
            told = f"{label} needs a token with the scope {needed}; {token.name} has {token.scope}"
            raise _RefusedError(error_response(403, "forbidden", told, 15))
        try:
            return visit_of(token, call.headers)
        except QuaidError as err:
            raise _RefusedError(refused(err)) from err

    async def _body_of(self, call: _Call, receive: Receive) -> bytes:
        """All of it, so that it is counted before anything is done. Raises _RefusedError and _GoneError."""
        said = call.headers.get("content-length", "0")
        self._require_small(int(said) if said.isdecimal() else 0)
        body, is_whole = bytearray(), False
        try:
            async with asyncio.timeout(_BODY_WITHIN_S):
                while not is_whole:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _GoneError
                    body += message.get("body", b"")
                    self._require_small(len(body))
                    is_whole = not message.get("more_body", False)
        except TimeoutError as err:
            response = error_response(408, "usage", f"the body took longer than {_BODY_WITHIN_S:g} s")
            raise _RefusedError(response) from err
        wait_s = self._limits.wait_for_bytes(call.token, len(body))
        if wait_s:
            self._refuse_for_now("bytes", wait_s)
        return bytes(body)

    def _require_small(self, size: int) -> None:
        if size > self._largest:
            self._figures.limited("size")
            told = f"the body is larger than {self._largest // 1000:,} kB (server.kilobytes_a_request)"
            raise _RefusedError(error_response(413, "limit", f"{told}; send it in parts"))

    def _refuse_for_now(self, limit: str, wait_s: float) -> None:
        self._figures.limited(limit)
        setting = "requests_a_minute" if limit == "requests" else "kilobytes_a_minute"
        told = (
            f"this token has used its {limit} of the minute (server.{setting}); ask again in {ceil(wait_s)} s"
        )
        raise _RefusedError(_later(error_response(429, "limit", told), ceil(wait_s)))

    def _telling(self, call: _Call, send: Send) -> Send:
        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start":
                call.status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = call.request
            elif call.status >= 400 and len(call.body) < 100_000:
                call.body += message.get("body", b"")
            await send(message)

        return telling

    def _note(self, call: _Call, visit: Visit | None) -> None:
        took_s = time.monotonic() - call.began
        tool = visit.tool if visit is not None else ""
        route = f"{call.route} {tool}" if tool else call.route
        kind = "tool" if visit is not None and visit.failed else call.kind
        self._figures.answered(route, status=call.status, kind=kind, seconds=took_s)
        fields = {"route": route, "status": call.status, "kind": kind, "ms": round(took_s * 1000, 1)}
        _log.info("", extra=event("request", **fields, token=call.token, request=call.request))


def _no_address(scope: Scope, labels: object) -> Response:
    if labels:
        response = error_response(405, "usage", f"{scope['method']} cannot be asked at this address")
        response.headers["Allow"] = ", ".join(sorted(labels))  # type: ignore[call-overload]
        return response
    if f"{scope['method']} {scope['path']}" in NOT_HERE:
        return error_response(
            404, "notfound", "a shared server does not answer this; a home's own server does", 3
        )
    return error_response(404, "notfound", "this is no address here; /openapi.json lists them", 3)


def _later(response: Response, seconds: int, *, is_over: bool = False) -> Response:
    response.headers["Retry-After"] = str(seconds)
    if is_over:
        response.headers["Connection"] = "close"
    return response


def _replayed(body: bytes, receive: Receive) -> Receive:
    """The body, and then whatever else comes."""
    waiting = [body]

    async def replaying() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replaying
