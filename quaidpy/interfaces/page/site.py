"""What does the port of the page answer? The page itself, the API, command lines that it may ask, and changes."""

import json
from collections.abc import Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from quaidpy import __version__
from quaidpy.errors import ForbiddenError, QuaidError, UsageError, error_of_kind
from quaidpy.interfaces.asking import Asker
from quaidpy.interfaces.page.acts import acts
from quaidpy.interfaces.page.command_asks import command_line
from quaidpy.interfaces.page.events import change_stream
from quaidpy.interfaces.page.gate import EVENTS, OPENING
from quaidpy.interfaces.page.tickets import VISIT_S, Tickets
from quaidpy.interfaces.server.commands import CommandCall, Commands, run_command
from quaidpy.interfaces.server.error_responses import on_fault, on_quaid_error, on_wrong_address
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.routes import READ_ONLY, api_routes, owner_of

_ASSETS = Path(__file__).parent / "assets"
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_LARGEST_BODY = 1_000_000
_LONGEST_PLAN_S = 300.0
USED_UP = "This link was used, or is older than two minutes: type `quaid ui` in a terminal for another.\n"
VIEWS = (
    "", "ask", "graph", "people", "memory", "timeline", "review", "nights", "sessions", "documents", "themes",
    "spending", "settings",
)  # fmt: skip


class Site:
    """`cookie`: by which name the browser keeps a visit."""

    def __init__(self, keeper: Keeper, commands: Commands, tickets: Tickets, cookie: str) -> None:
        self._keeper = keeper
        self._commands = commands
        self._tickets = tickets
        self._cookie = cookie
        self._acts = acts()

    def app(self) -> Starlette:
        own = [
            Route(OPENING + "{ticket}", self._open, methods=["GET"]),
            Route("/assets/{name}", _give_asset, methods=["GET"]),
            Route("/page/about", self._about, methods=["GET"]),
            Route("/page/tell/{name}", self._tell, methods=["GET"]),
            Route("/page/do/{name}", self._do, methods=["POST"]),
            Route("/page/night", self._begin_night, methods=["POST"]),
            Route("/page/plan", self._plan, methods=["GET"]),
            Route(EVENTS, self._changes, methods=["GET"]),
            *(Route(f"/{view}", _give_page, methods=["GET"]) for view in VIEWS),
            *(Route(f"/{view}/{{rest:path}}", _give_page, methods=["GET"]) for view in VIEWS if view),
        ]
        return Starlette(
            routes=[*own, *api_routes(self._keeper)],
            exception_handlers={QuaidError: on_quaid_error, HTTPException: on_wrong_address, 500: on_fault},
        )

    async def _open(self, request: Request) -> Response:
        visit = self._tickets.redeem(request.path_params["ticket"])
        if visit is None:
            return PlainTextResponse(USED_UP, status_code=401)
        answer = RedirectResponse("/", status_code=303, headers={"Cache-Control": "no-store"})
        answer.set_cookie(self._cookie, visit, max_age=int(VISIT_S), httponly=True, samesite="strict")
        return answer

    async def _about(self, request: Request) -> Response:
        return JSONResponse(
            {
                "version": __version__,
                "home": str(self._keeper.household.settings.home),
                "owner": owner_of(request, self._keeper),
                "read_only": bool(request.scope.get(READ_ONLY)),
            }
        )

    async def _tell(self, request: Request) -> Response:
        """A document: of a function of the page, or of the command that a person would type."""
        name, given = request.path_params["name"], dict(request.query_params)
        if name not in self._acts:
            return await self._run(request, name, given, writing=False)
        memory = self._keeper.memory_of(owner_of(request, self._keeper))
        return JSONResponse(await run_in_threadpool(self._acts[name], memory, given))

    async def _do(self, request: Request) -> Response:
        _require_writable(request)
        return await self._run(request, request.path_params["name"], await _body(request), writing=True)

    async def _run(self, request: Request, name: str, given: Mapping[str, str], *, writing: bool) -> Response:
        ask, arguments = command_line(name, given)
        if ask.writes != writing:
            raise UsageError(f"{name} is asked by {'POST' if ask.writes else 'GET'}")
        call = CommandCall(
            arguments=["--json", "--quiet", *arguments],
            folder=str(self._keeper.household.settings.home),
            owner=owner_of(request, self._keeper),
            is_quiet=True,
        )
        done = await run_in_threadpool(run_command, call, self._commands, None)
        return JSONResponse(_told(done), background=BackgroundTask(self._keeper.household.flush))

    async def _begin_night(self, request: Request) -> Response:
        _require_writable(request)
        self._beside(request).begin(["janitor", "run"])
        return JSONResponse({"begun": True}, status_code=202)

    async def _plan(self, request: Request) -> Response:
        """What the night would do now; it changes nothing, and may take a minute."""
        plan = partial(self._beside(request).ask, ["janitor", "run", "--dry-run"], timeout_s=_LONGEST_PLAN_S)
        return JSONResponse(await run_in_threadpool(plan))

    def _beside(self, request: Request) -> Asker:
        """Asks a process of its own: a night reads everything, and most of it once."""
        home = self._keeper.household.settings.home
        return Asker(home=home, owner=owner_of(request, self._keeper), may_serve=False)

    async def _changes(self, request: Request) -> Response:
        memory = self._keeper.memory_of(owner_of(request, self._keeper))
        survey = memory.parts.survey
        return change_stream(request, lambda: survey.last_change(memory.owner), self._keeper)


async def _give_page(request: Request) -> Response:
    del request
    return _asset("index.html")


async def _give_asset(request: Request) -> Response:
    return _asset(request.path_params["name"], request.headers.get("if-none-match"))


def _require_writable(request: Request) -> None:
    if request.scope.get(READ_ONLY):
        raise ForbiddenError("this page was opened read-only; `quaid ui` opens one that may change memory")


@cache
def _assets() -> dict[str, tuple[bytes, str, str]]:
    """Name to bytes, type and mark; what is not here is not served."""
    found = {}
    for path in sorted(_ASSETS.iterdir()):
        if path.suffix in _TYPES:
            data = path.read_bytes()
            found[path.name] = (data, _TYPES[path.suffix], f'"{sha256(data).hexdigest()[:16]}"')
    return found


def _asset(name: str, known: str | None = None) -> Response:
    if name not in _assets():
        raise HTTPException(404)
    data, media_type, mark = _assets()[name]
    headers = {"ETag": mark, "Cache-Control": "no-cache"}
    return (
        Response(status_code=304, headers=headers)
        if known == mark
        else Response(data, media_type=media_type, headers=headers)
    )


async def _body(request: Request) -> dict[str, str]:
    raw = await request.body()
    try:
        document = json.loads(raw) if 0 < len(raw) <= _LARGEST_BODY else {}
    except (ValueError, RecursionError) as err:
        raise UsageError(f"the body is not JSON that can be read: {err}") from err
    if not isinstance(document, dict) or not all(isinstance(value, str) for value in document.values()):
        raise UsageError("the body is no JSON object of texts")
    return document


def _told(done: dict[str, Any]) -> Any:
    """The document that a command printed. Raises what it failed with; of one that found nothing, what it said."""
    if done["out"].strip():
        return json.loads(done["out"])
    fault = json.loads(done["err"])["error"] if done["err"].strip().startswith("{") else {}
    raise error_of_kind(str(fault.get("kind", "server")), str(fault.get("message", done["err"].strip())))
