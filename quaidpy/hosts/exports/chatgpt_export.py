"""What was said in the conversations of a ChatGPT export? Trees, of which the way to the current leaf counts."""

from collections.abc import Iterator

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, documents, part, texts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "chatgpt"
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_SPOKEN = frozenset({"text", "multimodal_text"})


def recognizes(found: ForeignJson) -> bool:
    return any(map(_is_conversation, documents(found)))


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    for place, conversation in enumerate(filter(_is_conversation, documents(found)), start=1):
        yield _session(conversation, unnamed=f"{name}#{place}")


def _is_conversation(conversation: Record) -> bool:
    return isinstance(conversation.get("mapping"), dict)


def _session(conversation: Record, *, unnamed: str) -> HostSession:
    making = SessionMaking(
        HOST, session=word(conversation, "conversation_id", "id"), title=word(conversation, "title")
    )
    for place, node in enumerate(_way_to_leaf(conversation), start=1):
        message = part(node, "message")
        content = part(message, "content")
        is_for_all = message.get("recipient", "all") == "all"
        role = _ROLES.get(word(part(message, "author"), "role") or "")
        if role is Role.ASSISTANT and not is_for_all:
            making.leave_out("tool_calls")
        elif role is not None and word(content, "content_type") in _SPOKEN and not _is_hidden(message):
            making.say(
                role, texts(content.get("parts"), frozenset()), at=message.get("create_time"), line=place
            )
    return making.session_made(unnamed=unnamed)


def _is_hidden(message: Record) -> bool:
    return part(message, "metadata").get("is_visually_hidden_from_conversation") is True


def _way_to_leaf(conversation: Record) -> list[Record]:
    nodes = part(conversation, "mapping")
    key = word(conversation, "current_node") or next(reversed(list(nodes)), None)
    way: list[Record] = []
    seen: set[str] = set()
    while isinstance(key, str) and key in nodes and key not in seen:
        seen.add(key)
        node = part(nodes, key)
        way.append(node)
        key = word(node, "parent")
    return way[::-1]
