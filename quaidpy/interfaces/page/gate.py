"""Is this our own page that asks? The door of its port: address, origin, cookie; and what a browser is forbidden."""

from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quaidpy.interfaces.page.tickets import Tickets, Visit
from quaidpy.interfaces.server.error_responses import error_response
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.routes import READ_ONLY

OPENING = "/open/"
EVENTS = "/page/events"
PAGE_HEADER = "quaid-page"
"""A page of another site cannot send it: a browser would ask first, and is not answered."""
_SAFE = {"GET", "HEAD"}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
_FORBIDDEN = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class PageGate:
    """ASGI: lets in only the page that this server opened, as the visitor that its cookie names.

    `port`: a Host or an Origin of any other address is refused (against DNS rebinding, and pages of other sites).
    """

    def __init__(self, app: ASGIApp, *, keeper: Keeper, tickets: Tickets, port: int, cookie: str) -> None:
        self._app = app
        self._keeper = keeper
        self._tickets = tickets
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        visit = self._visit(headers)
        answer = self._refusal(scope, headers, visit)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_FORBIDDEN)
            await send(message)

        if answer is not None:
            await answer(scope, receive, guarded)
            return
        if visit is not None:
            _name_visitor(scope, visit)
        if scope["path"] == EVENTS:  # stays open while nothing happens
            await self._app(scope, receive, guarded)
            return
        with self._keeper.busy():
            await self._app(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers, visit: Visit | None) -> Response | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._hosts:
            return error_response(421, "usage", "this page answers to 127.0.0.1 and localhost only")
        if origin is not None and origin != f"http://{host}":
            return error_response(403, "usage", "pages of other sites may not ask this one")
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return error_response(403, "usage", "pages of other sites may not ask this one")
        if scope["method"] not in _SAFE and headers.get(PAGE_HEADER) is None:
            return error_response(403, "usage", "only the page itself may change something")
        if self._keeper.is_leaving:
            return error_response(503, "leaving", "this server is leaving")
        return None if visit or scope["path"].startswith(OPENING) else _stranger(scope)

    def _visit(self, headers: Headers) -> Visit | None:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return None
        return self._tickets.visit(found.value) if found else None


def _stranger(scope: Scope) -> Response:
    if scope["path"].startswith(("/v1/", "/page/")):
        return error_response(401, "usage", "this visit is over; `quaid ui` opens another")
    told = "This page opens by a link that works once: type `quaid ui` in a terminal.\n"
    return PlainTextResponse(told, status_code=401)


def _name_visitor(scope: Scope, visit: Visit) -> None:
    """The owner is the visit's, whatever the browser says; the visitor is a person, no agent."""
    headers = MutableHeaders(scope=scope)
    del headers["quaid-agent"]
    headers["quaid-owner"] = "".join(f"%{byte:02X}" for byte in visit.owner.encode())
    scope[READ_ONLY] = visit.is_read_only
