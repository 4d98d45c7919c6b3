"""Where do network calls run, so that a time limit really ends them? On one event loop, in one thread of its own."""

import asyncio
from collections.abc import Coroutine
from threading import Lock, Thread
from typing import Any, TypeVar

_Result = TypeVar("_Result")
_GRACE_S = 1.0  # a coroutine ends by its own limit; past this much more, its loop itself hangs


class BackgroundLoop:
    """Runs coroutines for callers in any thread. A call that takes too long is cancelled, its connection closed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def run(self, work: "Coroutine[Any, Any, _Result]", *, timeout_s: float) -> _Result:
        """The result of the work. Raises TimeoutError when it was cancelled at the time limit."""
        future = asyncio.run_coroutine_threadsafe(_limited(work, timeout_s), self._started())
        try:
            return future.result(timeout_s + _GRACE_S)
        finally:
            future.cancel()

    def close(self) -> None:
        """Cancel what still runs and end the thread. Closing twice is fine; a later call starts anew."""
        with self._lock:
            loop, thread, self._loop, self._thread = self._loop, self._thread, None, None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_cancel_others(), loop).result(_GRACE_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_GRACE_S)
        if not thread.is_alive():
            loop.close()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                # A daemon: a program that forgets to close must still be able to end.
                self._thread = Thread(target=self._loop.run_forever, name="quaid-models", daemon=True)
                self._thread.start()
            return self._loop


async def _limited(work: "Coroutine[Any, Any, _Result]", timeout_s: float) -> _Result:
    async with asyncio.timeout(max(0.0, timeout_s)):
        return await work


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
