"""Whose request is this, and as whom do they come? Told once at the door, and seen by all that the request starts."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import unquote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Scope as AsgiScope

from quaidpy.domain.access.tokens import AccessToken, Scope
from quaidpy.domain.agents import AgentName, agent_of, name_of_client
from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import is_owner_name
from quaidpy.errors import ForbiddenError, UsageError
from quaidpy.interfaces.api.requests import ByAgent
from quaidpy.interfaces.client import header_text
from quaidpy.interfaces.server.routes import READ_ONLY
from quaidpy.memory import Memory

Act = Callable[[Memory, Any], dict[str, Any]]


@dataclass(slots=True, kw_only=True)
class Visit:
    """`tool`: what is called of MCP, or read; `failed`: whether that told an error."""

    token: AccessToken
    owner: Owner
    agent: AgentName | None
    tool: str = ""
    failed: bool = False


VISIT: ContextVar[Visit | None] = ContextVar("visit", default=None)


def visit_of(token: AccessToken, headers: Headers) -> Visit:
    """As the token says. Raises ForbiddenError where a header says otherwise, UsageError for what is no name."""
    owner = Owner(unquote(headers.get("quaid-owner", ""))) or token.owner
    if not is_owner_name(owner):
        raise UsageError("Quaid-Owner names a space; name the owner, and the space in `spaces`")
    if owner != token.owner and not token.scope.includes(Scope.ADMIN):
        raise ForbiddenError(
            f"the token {token.name} is for one owner, and Quaid-Owner names another; leave the header out"
        )
    told = name_of_client(unquote(headers.get("quaid-agent", "")))
    agent = agent_of(told) if told else None
    if token.agent is not None and agent not in {None, token.agent}:
        raise ForbiddenError(
            f"the token {token.name} is for the agent {token.agent}, and Quaid-Agent names another; leave it out"
        )
    return Visit(token=token, owner=owner, agent=token.agent or agent)


def put_into_headers(visit: Visit, scope: AsgiScope) -> None:
    """Where the handlers look for it."""
    headers = MutableHeaders(scope=scope)
    headers["quaid-owner"] = header_text(visit.owner)
    del headers["quaid-agent"]
    if visit.agent:
        headers["quaid-agent"] = header_text(visit.agent)
    scope[READ_ONLY] = not visit.token.scope.includes(Scope.WRITE)


def in_own_name(act: Act) -> Act:
    """The same act, in which the agent of a token speaks for itself alone, whatever the request names."""

    @wraps(act)
    def acted(memory: Memory, asked: Any) -> dict[str, Any]:
        return act(memory, _named_as_itself(asked))

    return acted


def _named_as_itself(asked: Any) -> Any:
    visit = VISIT.get()
    if visit is None or visit.token.agent is None or not isinstance(asked, ByAgent):
        return asked
    if asked.agent is None:
        return asked.model_copy(update={"agent": visit.token.agent})
    if agent_of(asked.agent) != visit.token.agent:
        raise ForbiddenError(
            f"the token {visit.token.name} is for the agent {visit.token.agent}, and `agent` names another;"
            " leave it out"
        )
    return asked
