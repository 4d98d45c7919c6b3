"""How do agents come to a shared server? By streamable HTTP, each request by itself: any server answers any of them."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from fastmcp.exceptions import FastMCPError, PromptError, ResourceError, ToolError
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from starlette.types import ASGIApp, Receive, Scope, Send

from quaidpy.domain.access.tokens import Scope as TokenScope
from quaidpy.interfaces.mcp.serving import Callers, build_mcp
from quaidpy.interfaces.mcp.tools import TOOLS
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.shared.figures import Figures
from quaidpy.interfaces.shared.needs import NEEDS, resource_label
from quaidpy.interfaces.shared.visits import VISIT, in_own_name

PATH = "/mcp"


class Guard(Middleware):
    """Shows and lets through what the token of the visit may do, by the one table; all else is refused."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    async def on_call_tool(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        label = f"tool {context.message.name}"
        with _Noted(label):
            _require(label, ToolError)
            result = await call_next(context)
        self._figures.acted(result.structured_content or {}, writes=NEEDS[label] is not TokenScope.READ)
        return result

    async def on_read_resource(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        label = resource_label(str(context.message.uri))
        with _Noted(label):
            _require(label, ResourceError)
            return await call_next(context)

    async def on_get_prompt(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        label = f"prompt {context.message.name}"
        with _Noted(label):
            _require(label, PromptError)
            return await call_next(context)

    async def on_list_tools(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        return _allowed("tool", await call_next(context))

    async def on_list_prompts(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        return _allowed("prompt", await call_next(context))


class _Noted:
    """While it runs the visit knows what was called, if it is in the table, and afterwards whether it failed."""

    def __init__(self, label: str) -> None:
        self._label = label

    def __enter__(self) -> None:
        visit = VISIT.get()
        if visit is not None and self._label in NEEDS:
            visit.tool = self._label.partition(" ")[2]

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        visit = VISIT.get()
        if visit is not None and kind is not None:
            visit.failed = True


def _require(label: str, error: type[FastMCPError]) -> None:
    """Raises it, with the reason, where the token of this visit may not do that."""
    if reason := _refusal(label):
        raise error(reason)


def _refusal(label: str) -> str:
    """Why the token of this visit may not do that; empty where it may."""
    visit, needed = VISIT.get(), NEEDS.get(label)
    if needed is None:
        return f"a shared server has no {label}"
    if visit is None or not visit.token.scope.includes(needed):
        has = visit.token.scope if visit is not None else "none"
        return f"the {label} needs a token with the scope {needed}; this one has {has}"
    return ""


def _allowed(kind: str, found: Sequence[Any]) -> list[Any]:
    return [each for each in found if not _refusal(f"{kind} {each.name}")]


class SharedAgents:
    """ASGI under /mcp; use `running` around all of it."""

    def __init__(self, keeper: Keeper, figures: Figures) -> None:
        self._callers = Callers(keeper.household.settings.owner)
        tools: Iterable[Any] = (replace(spec, act=in_own_name(spec.act)) for spec in TOOLS if _is_here(spec))
        server = build_mcp(keeper, self._callers, tools)
        server.add_middleware(Guard(figures))
        # Whoever has a token may come by any name of this server, and no browser sends one by itself.
        self._web = server.http_app(path=PATH, stateless_http=True, host_origin_protection=False)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        async with self._web.router.lifespan_context(self._web):
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = VISIT.get()
        assert visit is not None, "the door sets it"
        web: ASGIApp = self._web
        with self._callers.being(visit.owner, visit.agent):
            await web(scope, receive, send)


def _is_here(spec: Any) -> bool:
    return f"tool {spec.name}" in NEEDS
