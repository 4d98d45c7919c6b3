"""Which agent is this? A short name that stays the same from session to session, however the agent comes."""

from typing import NewType

from quaidpy.errors import UsageError
from quaidpy.regex import regex

AgentName = NewType("AgentName", str)

UNNAMED = AgentName("user")
"""Who calls without a name: a person at a terminal, or a program that does not say."""

_HOSTS = ("claude-code", "openclaw", "cursor", "gemini", "codex")
_NAME = regex(r"[\w.:@+-]{1,64}")
_SPACES = regex(r"[\s/]+")
_NO_PART_OF_A_NAME = regex(r"[^\w.:@+-]+")


def agent_of(*told: str | None) -> AgentName:
    """The first name that was told: an option before the environment, before what the client calls itself.

    Clients of a host that call themselves after it (`codex-mcp-client`) are that host, so that its hooks and its tools
    are one agent. Raises UsageError for what is no name.
    """
    for name in told:
        folded = _SPACES.sub("-", (name or "").strip().casefold())
        if folded:
            if not _NAME.fullmatch(folded):
                raise UsageError(
                    f"{name!r} is no name of an agent; use up to 64 letters, digits and . : @ + - _"
                )
            return AgentName(next((host for host in _HOSTS if folded.startswith(f"{host}-")), folded))
    return UNNAMED


def name_of_client(told: str | None) -> str | None:
    """What a client calls itself, as a name of an agent; None where it is none."""
    return _NO_PART_OF_A_NAME.sub("-", told or "").strip("-")[:64] or None
