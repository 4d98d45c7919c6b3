"""What was said in a Cursor conversation? A composer and its bubbles, from the rows of Cursor's database."""

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import Conversation, HostSession
from quaidpy.hosts.foreign_json import Record, part, parts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "cursor"
_ROLES = {1: Role.USER, 2: Role.ASSISTANT}
_TOOL = 15  # capabilityType


def read_conversation(conversation: Conversation) -> HostSession:
    """`head`: the composer; `records`: its bubbles in the order of its headers, or its inline conversation."""
    composer = conversation.head
    making = SessionMaking(HOST, session=word(composer, "composerId"), title=word(composer, "name"))
    making.cwd = word(part(composer, "workspaceIdentifier", "uri"), "fsPath", "path")
    bubbles = conversation.records or tuple(parts(composer.get("conversation")))
    for place, bubble in enumerate(bubbles, start=1):
        if bubble.get("capabilityType") == _TOOL or part(bubble, "toolFormerData"):
            making.leave_out("tool_calls")
        role = _role(bubble)
        if role is not None:
            making.say(role, word(bubble, "text") or "", at=bubble.get("createdAt"), line=place)
    return making.session_made(unnamed="unnamed")


def _role(bubble: Record) -> Role | None:
    kind = bubble.get("type")
    return _ROLES.get(kind) if isinstance(kind, int) else None
