"""What was said in a Gemini CLI session? Lines that may be written again, or one older document."""

import re
from collections.abc import Iterator

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, texts, word
from quaidpy.hosts.session_making import SessionMaking
from quaidpy.regex import regex

HOST = "gemini-cli"
_ROLES = {"user": Role.USER, "gemini": Role.ASSISTANT}
_INJECTED = regex(r"<(?P<tag>hook_context|session_context)>.*?(?:</(?P=tag)>|\Z)", re.DOTALL)
_PART_KINDS = frozenset({"text"})


def recognizes(found: ForeignJson) -> bool:
    head = _head(found)
    return word(head, "sessionId") is not None and ("projectHash" in head or "startTime" in head)


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session: the last state of every message, at the place where it was first written."""
    head = _head(found)
    making = SessionMaking(HOST, session=word(head, "sessionId"))
    making.is_side_talk = head.get("kind") == "subagent"
    for place, message in enumerate(_messages(found), start=1):
        making.leave_out("tool_calls", len(list(parts(message.get("toolCalls")))))
        role = _ROLES.get(word(message, "type") or "")
        if role is not None:
            making.say(role, _said(message), at=message.get("timestamp"), line=place)
    yield making.session_made(unnamed=name, damaged=found.damaged)


def without_hook_context(text: str) -> str:
    """What the person typed: the host keeps what hooks added in the text itself."""
    return _INJECTED.sub("", text).strip()


def _head(found: ForeignJson) -> Record:
    return found.lines[0].record if found.lines else part(found.document)


def _messages(found: ForeignJson) -> list[Record]:
    by_id: dict[str, Record] = {}
    if len(found.lines) <= 1:
        _put(by_id, _head(found).get("messages"))
    for line in found.lines:
        change = part(line.record, "$set")
        if "messages" in change:
            by_id.clear()
            _put(by_id, change["messages"])
        elif word(line.record, "id") and "type" in line.record:
            _put(by_id, [line.record])
    return list(by_id.values())


def _put(by_id: dict[str, Record], messages: object) -> None:
    for message in parts(messages):
        by_id[word(message, "id") or f"place {len(by_id)}"] = message


def _said(message: Record) -> list[str]:
    found = [without_hook_context(text) for text in texts(message.get("content"), _PART_KINDS)]
    return [text for text in found if text]
