"""What was said in the conversations of a Claude export?"""

from collections.abc import Iterator

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, documents, parts, texts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "claude-ai"
_ROLES = {"human": Role.USER, "assistant": Role.ASSISTANT}
_WORDS = frozenset({"text"})


def recognizes(found: ForeignJson) -> bool:
    return any(map(_is_conversation, documents(found)))


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    for place, conversation in enumerate(filter(_is_conversation, documents(found)), start=1):
        yield _session(conversation, unnamed=f"{name}#{place}")


def _is_conversation(conversation: Record) -> bool:
    return isinstance(conversation.get("chat_messages"), list)


def _session(conversation: Record, *, unnamed: str) -> HostSession:
    making = SessionMaking(HOST, session=word(conversation, "uuid"), title=word(conversation, "name"))
    for place, message in enumerate(parts(conversation.get("chat_messages")), start=1):
        content = message.get("content")
        making.leave_out("tool_calls", sum(block.get("type") == "tool_use" for block in parts(content)))
        making.leave_out("attachments", len(list(parts(message.get("attachments")))))
        role = _ROLES.get(word(message, "sender") or "")
        if role is not None:
            said = texts(content, _WORDS) or texts(message.get("text"), _WORDS)
            making.say(role, said, at=message.get("created_at"), line=place)
    return making.session_made(unnamed=unnamed)
