"""How does the model of a client read for us? As a language model like any other, where the client offers sampling."""

from typing import Any

import anyio
import anyio.from_thread
from anyio.lowlevel import current_token
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    SamplingMessage,
    TextContent,
)

from quaidpy.domain.language.tokens import count_tokens
from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.errors import ModelError


class SamplingModel:
    """LanguageModel over `sampling/createMessage`. Made inside the session's event loop, asked from any thread.

    Clients of the 2026-07-28 protocol have no such channel; the connection's capabilities say whether this one has.
    """

    name = "sampling"

    def __init__(self, session: Any, request_id: Any) -> None:
        self._session = session
        self._request_id = request_id
        self._loop = current_token()

    def prepare(self) -> None:
        """Nothing is to be loaded: the model is the client's."""

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        try:
            answer = anyio.from_thread.run(self._ask, request, timeout_s, token=self._loop)
        except TimeoutError as err:
            raise ModelError(f"the client's model gave no answer in {timeout_s:g} s", retryable=True) from err
        except MCPError as err:
            raise ModelError(f"the client did not lend its model: {err}") from err
        if not isinstance(answer.content, TextContent):
            raise ModelError(f"the client's model answered with {answer.content.type}, not with text")
        text = answer.content.text
        spending = Spending(
            calls=1,
            input_tokens=count_tokens(request.system) + count_tokens(request.user),
            output_tokens=count_tokens(text),
            estimated=1,
            unpriced=1,
        )
        return Reply(
            text=text, model=answer.model, spending=spending, is_cut=answer.stop_reason == "maxTokens"
        )

    def close(self) -> None:
        """The session is not ours to end."""

    async def _ask(self, request: Request, timeout_s: float) -> CreateMessageResult:
        message = SamplingMessage(role="user", content=TextContent(type="text", text=request.user))
        asked = CreateMessageRequest(
            params=CreateMessageRequestParams(
                messages=[message], system_prompt=request.system, max_tokens=request.max_tokens
            )
        )
        with anyio.fail_after(timeout_s):
            found: CreateMessageResult = await self._session.send_request(
                asked, CreateMessageResult, metadata=_related(self._request_id)
            )
        return found


def _related(request_id: Any) -> Any:
    """Ties the question to the tool call it serves: over HTTP it travels on that call's stream."""
    return ServerMessageMetadata(related_request_id=request_id)
