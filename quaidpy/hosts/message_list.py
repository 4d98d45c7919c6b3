"""What was said in a list of messages with roles, as programs keep what they send to a model?"""

from collections.abc import Iterator
from hashlib import sha256

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, texts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "messages"
_ROLES = {"user": Role.USER, "human": Role.USER, "assistant": Role.ASSISTANT, "model": Role.ASSISTANT}
_WORDS = frozenset({"text", "input_text", "output_text"})


def recognizes(found: ForeignJson) -> bool:
    """A document, not lines: most of the list are messages of somebody."""
    messages = _messages(found)
    spoken = [message for message in messages if word(message, "role") in _ROLES and "content" in message]
    return len(found.lines) <= 1 and bool(spoken) and len(spoken) * 2 >= len(messages)


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session, known by where it lies when it has no id of its own."""
    document = part(found.document)
    making = SessionMaking(HOST, session=word(document, "session_id", "id"), title=word(document, "title"))
    for place, message in enumerate(_messages(found), start=1):
        role = _ROLES.get(word(message, "role") or "")
        making.leave_out("tool_calls", len(list(parts(message.get("tool_calls")))))
        if role is not None:
            stamp = word(message, "timestamp", "created_at") or message.get("timestamp")
            making.say(role, texts(message.get("content"), _WORDS), at=stamp, line=place)
    yield making.session_made(unnamed=sha256(name.encode()).hexdigest()[:16])


def _messages(found: ForeignJson) -> list[Record]:
    return list(parts(found.document)) or list(parts(part(found.document).get("messages")))
