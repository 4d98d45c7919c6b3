"""How are hosted and local model servers asked? Through litellm, which speaks the dialect of each.

Importing this module costs seconds: only wiring does it, when a model is really asked.
"""

import asyncio
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import litellm
from litellm.exceptions import APIConnectionError, BadRequestError, Timeout, UnsupportedParamsError
from litellm.llms.custom_httpx.async_client_cleanup import close_litellm_async_clients
from openai import OpenAIError

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.errors import ModelError
from quaidpy.models.language.background_loop import BackgroundLoop
from quaidpy.regex import regex

RETRIED = frozenset({408, 429, 500, 502, 503, 504, 529})
"""HTTP statuses that may be different next time (SPEC M2); every other failure is final."""

_KEY = regex(r"\b(?:sk|pk|key|gsk|AIza)[-_*A-Za-z0-9]{8,}")
_LOST = regex(r"Connection error|\[Errno \d+\]")
_LIBRARY = regex(r"\b(?:litellm\.)?\w+(?:Error|Exception)(?:: | - )")
_UNAWAITED = r"coroutine '\w*(?:LLM|OpenAI|Azure|Anthropic|Ollama)\w*\..*' was never awaited"
"""litellm prepares a call in a thread; what the time limit ends there is dropped, and would be warned of."""

_CLOSING_S = 2.0
_LONGEST_REASON = 300  # characters of a provider's complaint


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a model is reached, and how often one call may be tried. `key` is never printed."""

    model: str
    base_url: str | None = None
    key: str | None = None
    retries: int = 3
    first_wait_s: float = 1.0

    def __repr__(self) -> str:
        return f"Endpoint({self.model!r}, {self.base_url!r})"


class LitellmModel:
    """LanguageModel over litellm. Retries itself, by SPEC M2; the library's own retries are off."""

    def __init__(self, endpoint: Endpoint, loop: BackgroundLoop) -> None:
        self.name = endpoint.model
        self._endpoint = endpoint
        self._loop = loop
        self._schema_refused = False
        litellm.suppress_debug_info = True
        litellm.telemetry = False
        warnings.filterwarnings("ignore", message=_UNAWAITED, category=RuntimeWarning)

    def prepare(self) -> None:
        """Nothing is left to load."""

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        with time_limit(self.name, timeout_s) as ends_at:
            return self._loop.run(self._complete(request, ends_at), timeout_s=timeout_s)

    def close(self) -> None:
        close_clients(self._loop)

    async def _complete(self, request: Request, ends_at: float) -> Reply:
        async def call(_: float) -> Any:
            return await self._ask(request, ends_at)

        return self._reply(await retried(call, self._endpoint, ends_at), request)

    async def _ask(self, request: Request, ends_at: float) -> Any:
        try:
            return await self._call(request, ends_at, with_schema=not self._schema_refused)
        except (BadRequestError, UnsupportedParamsError) as err:
            # The prompt names the schema too, and the answer is checked; what a server cannot promise it may still do.
            if request.schema is None or self._schema_refused or "response_format" not in str(err):
                raise
            self._schema_refused = True
            return await self._call(request, ends_at, with_schema=False)

    async def _call(self, request: Request, ends_at: float, *, with_schema: bool) -> Any:
        options: dict[str, Any] = {}
        if with_schema and request.schema is not None:
            options["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(request.schema), "strict": True},
            }
        return await litellm.acompletion(
            model=self.name,
            messages=self._messages(request),
            max_tokens=request.max_tokens,
            temperature=0,
            drop_params=True,
            timeout=max(0.001, ends_at - time.monotonic()),
            num_retries=0,
            max_retries=0,
            base_url=self._endpoint.base_url,
            api_key=self._endpoint.key,
            **options,
        )

    def _messages(self, request: Request) -> list[dict[str, Any]]:
        system: Any = request.system
        if self.name.startswith("anthropic/"):
            # Others cache equal beginnings by themselves.
            system = [{"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}]
        return [{"role": "system", "content": system}, {"role": "user", "content": request.user}]

    def _reply(self, response: Any, request: Request) -> Reply:
        choices = getattr(response, "choices", None) or []
        text = choices[0].message.content if choices and choices[0].message else None
        if not isinstance(text, str) or not text.strip():
            raise ModelError(f"{self.name} gave an empty answer; is it a chat model?")
        return Reply(
            text=text,
            model=self.name,
            spending=_spending(response, request, text),
            is_cut=choices[0].finish_reason == "length",
        )


@contextmanager
def time_limit(name: str, timeout_s: float) -> Iterator[float]:
    """The monotonic instant at which the time is over; turns TimeoutError into ModelError."""
    try:
        yield time.monotonic() + timeout_s
    except TimeoutError as err:
        raise ModelError(f"{name} did not answer within {timeout_s:.1f} s", retryable=True) from err


async def retried(call: Callable[[float], Awaitable[Any]], endpoint: Endpoint, ends_at: float) -> Any:
    """What the call gives, tried again as SPEC M2 says. It is told the seconds left.

    Raises ModelError for the last failure, and when the next attempt could not start in time.
    """
    wait_s = endpoint.first_wait_s
    for attempt in range(endpoint.retries + 1):
        try:
            return await call(max(0.001, ends_at - time.monotonic()))
        except OpenAIError as err:  # the root of everything litellm raises for a provider
            failure = _failure(err, endpoint)
            may_wait = time.monotonic() + wait_s < ends_at
            if not failure.retryable or attempt == endpoint.retries or not may_wait:
                raise failure from err
        await asyncio.sleep(wait_s)
        wait_s *= 2
    raise AssertionError("the last attempt returns or raises")


def close_clients(loop: BackgroundLoop) -> None:
    """End every connection. litellm keeps its clients for the whole process; they belong to our loop."""
    loop.run(close_litellm_async_clients(), timeout_s=_CLOSING_S)  # type: ignore[no-untyped-call]  # litellm
    litellm.in_memory_llm_clients_cache.flush_cache()  # type: ignore[no-untyped-call]  # litellm
    loop.close()


def _failure(err: Exception, endpoint: Endpoint) -> ModelError:
    status = getattr(err, "status_code", None)
    is_timeout = isinstance(err, Timeout)
    reason = " ".join(str(err).split("Traceback", 1)[0].split())
    # litellm gives lost connections the status 500, which no server sent.
    is_lost = isinstance(err, APIConnectionError) or _LOST.search(reason) is not None
    reason = _LIBRARY.sub("", reason)
    if endpoint.key:
        reason = reason.replace(endpoint.key, "…")
    reason = _KEY.sub("…", reason)[:_LONGEST_REASON]
    return ModelError(
        f"{endpoint.model} failed: {reason}; `quaid config model` tries it",
        retryable=is_timeout or (status in RETRIED and not is_lost),
    )


def _spending(response: Any, request: Request, text: str) -> Spending:
    usage = getattr(response, "usage", None)
    reported_input_tokens = getattr(usage, "prompt_tokens", None)
    reported_output_tokens = getattr(usage, "completion_tokens", None)
    is_told = bool(reported_input_tokens)
    details = getattr(usage, "prompt_tokens_details", None)
    cost = getattr(response, "_hidden_params", {}).get("response_cost")
    return Spending(
        calls=1,
        input_tokens=reported_input_tokens
        if is_told and reported_input_tokens
        else count_tokens(request.system + request.user),
        output_tokens=reported_output_tokens
        if is_told and reported_output_tokens is not None
        else count_tokens(text),
        cached_tokens=getattr(details, "cached_tokens", None) or 0,
        cost_usd=float(cost or 0.0),
        estimated=0 if is_told else 1,
        unpriced=0 if cost else 1,
    )
