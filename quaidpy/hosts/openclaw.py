"""What was said in an OpenClaw session? A tree of events, in JSON lines or in the rows of a database."""

from collections.abc import Iterator, Sequence

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import Conversation, HostSession
from quaidpy.hosts.foreign_json import ForeignJson, JsonLine, Record, part, parts, texts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "openclaw"
_WORDS = frozenset({"text"})
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_COUNTED = {"compaction": "compactions", "reset": "resets"}
_SIDE_KEYS = (":subagent:", "cron:", "hook:", ":heartbeat")


def recognizes(found: ForeignJson) -> bool:
    """The header of a session comes first, and messages lie one level deep."""
    first = found.lines[0].record if found.lines else {}
    if first.get("type") != "session" or not word(first, "id"):
        return False
    return "version" in first or any(part(line.record, "message") for line in found.lines)


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    making = SessionMaking(HOST)
    for line in _on_the_way(found.lines):
        _take(making, line)
    yield making.session_made(unnamed=name, damaged=found.damaged)


def read_conversation(conversation: Conversation) -> HostSession:
    """A session of the database; `head` holds `session_id` and, where it is known, `session_key`."""
    making = SessionMaking(HOST, session=word(conversation.head, "session_id"))
    making.is_side_talk = is_side_talk(word(conversation.head, "session_key") or "")
    lines = [JsonLine(number, record) for number, record in enumerate(conversation.records, start=1)]
    for line in _on_the_way(lines):
        _take(making, line)
    return making.session_made(unnamed="unnamed")


def handed_over(messages: object, *, host: str, session: str, cwd: str | None, put_at: object) -> HostSession:
    """The messages of this form that a hook hands over; `put_at` dates those that are not dated themselves."""
    making = SessionMaking(host, session=session, cwd=cwd)
    for number, message in enumerate(parts(messages), start=1):
        _say(making, message, at=put_at, line=number)
    return making.session_made(unnamed=session)


def is_side_talk(session_key: str) -> bool:
    """Whether a session belongs to a sub-agent, a scheduled job or a heartbeat."""
    return any(mark in session_key for mark in _SIDE_KEYS)


def _on_the_way(lines: Sequence[JsonLine]) -> list[JsonLine]:
    """From the root to the last leaf; a branch that was left is not part of the talk. Lines without parents all are."""
    known = {word(line.record, "id"): line for line in lines if "parentId" in line.record}
    if not known:
        return list(lines)
    kept: set[int] = {line.number for line in lines if "parentId" not in line.record}
    step: JsonLine | None = next(line for line in reversed(lines) if "parentId" in line.record)
    while step is not None and step.number not in kept:
        kept.add(step.number)
        step = known.get(word(step.record, "parentId"))
    return [line for line in lines if line.number in kept]


def _take(making: SessionMaking, line: JsonLine) -> None:
    record = line.record
    kind = word(record, "type") or ""
    if kind == "session":
        making.session = making.session or word(record, "id")
        making.cwd = making.cwd or word(record, "cwd")
    elif kind in _COUNTED:
        making.leave_out(_COUNTED[kind])
    elif kind == "message":
        _say(making, part(record, "message"), at=record.get("timestamp"), line=line.number)


def _say(making: SessionMaking, message: Record, *, at: object, line: int) -> None:
    role = _ROLES.get(word(message, "role") or "")
    if role is None:
        return
    content = message.get("content")
    making.leave_out("tool_calls", sum(block.get("type") == "toolCall" for block in parts(content)))
    # The message's own stamp first: it is the same wherever the message is read from.
    making.say(role, texts(content, _WORDS), at=message.get("timestamp") or at, line=line)
