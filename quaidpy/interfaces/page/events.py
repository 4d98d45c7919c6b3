"""When has memory changed under an open page? A stream that says so, as long as somebody looks."""

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from quaidpy.interfaces.server.lifecycle import Keeper

_LOOK_S = 0.5
_SIGN_OF_LIFE_S = 15.0


def change_stream(request: Request, last_change: Callable[[], str], keeper: Keeper) -> StreamingResponse:
    """Server-sent events: `change` after each change of memory, whoever made it; `bye` when the server leaves."""

    async def told() -> AsyncIterator[str]:
        with keeper.watched():
            async for event in events():
                yield event

    async def events() -> AsyncIterator[str]:
        seen, silent_s = await run_in_threadpool(last_change), 0.0
        yield "retry: 2000\nevent: hello\ndata: {}\n\n"
        while not await request.is_disconnected():
            if keeper.is_leaving:
                yield "event: bye\ndata: {}\n\n"
                return
            await asyncio.sleep(_LOOK_S)
            now, silent_s = await run_in_threadpool(last_change), silent_s + _LOOK_S
            if now != seen:
                seen, silent_s = now, 0.0
                yield "event: change\ndata: {}\n\n"
            elif silent_s >= _SIGN_OF_LIFE_S:
                silent_s = 0.0
                yield ": there\n\n"

    return StreamingResponse(told(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})
