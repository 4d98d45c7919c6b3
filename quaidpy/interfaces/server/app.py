"""What does the server answer? Health, the API, command lines of clients, and the description of it all."""

import sys
from typing import Any

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quaidpy.errors import QuaidError, UsageError
from quaidpy.interfaces.api.openapi import openapi_document
from quaidpy.interfaces.server.agents import PATH, Agents
from quaidpy.interfaces.server.authentication import is_port
from quaidpy.interfaces.server.commands import CommandCall, Commands, run_command
from quaidpy.interfaces.server.error_responses import on_fault, on_quaid_error, on_wrong_address
from quaidpy.interfaces.server.hooks import Hooks
from quaidpy.interfaces.server.lifecycle import Keeper
from quaidpy.interfaces.server.pages import PageCall, Pages
from quaidpy.interfaces.server.routes import api_routes, fault_messages, health, request_named


def build_app(keeper: Keeper, commands: Commands, agents: Agents, pages: Pages) -> Starlette:
    hooks = Hooks(keeper, commands)

    async def tell_health(request: Request) -> Response:
        del request
        return JSONResponse(health(keeper))

    async def leave(request: Request) -> Response:
        del request
        keeper.depart("asked to")
        return JSONResponse(health(keeper))

    async def command(request: Request) -> Response:
        """Runs `quaid …` for the user's own processes; not through a port, where the caller may be anybody."""
        _for_the_socket_only(request)
        try:
            call = CommandCall.model_validate_json(await request.body())
        except ValidationError as err:
            raise UsageError(f"this is no command line: {err.error_count()} faults") from err
        name = request_named(request.headers)
        answer: dict[str, Any] = await run_in_threadpool(run_command, call, commands, name)
        return JSONResponse(answer, background=BackgroundTask(keeper.household.flush))

    async def hook(request: Request) -> Response:
        """Answers an event of a host for the process that the host waits for; not through a port, as above."""
        _for_the_socket_only(request)
        return await hooks.answer(await request.body())

    async def page(request: Request) -> Response:
        """A link to the page for the user's own processes; not through a port, as above."""
        _for_the_socket_only(request)
        try:
            call = PageCall.model_validate_json(await request.body())
        except ValidationError as err:
            raise UsageError(f"no page can be opened so: {fault_messages(err)}") from err
        return JSONResponse({"url": await pages.link(call)})

    async def describe(request: Request) -> Response:
        del request
        return JSONResponse(openapi_document())

    own = [
        Route("/openapi.json", describe, methods=["GET"]),
        Route("/v1/health", tell_health, methods=["GET"]),
        Route("/v1/leave", leave, methods=["POST"]),
        Route("/v1/command", command, methods=["POST"]),
        Route("/v1/hook", hook, methods=["POST"]),
        Route("/v1/page", page, methods=["POST"]),
    ]
    return Starlette(
        routes=[*own, *api_routes(keeper), Route(PATH, agents)],
        exception_handlers={QuaidError: on_quaid_error, HTTPException: on_wrong_address, 500: on_fault},
    )


def _for_the_socket_only(request: Request) -> None:
    if is_port(request.scope) and sys.platform != "win32":
        raise UsageError("command lines, hooks and pages are for the socket only")
