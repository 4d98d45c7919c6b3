"""What was said in a Codex session? Rollout lines with a payload; messages are read from one kind of them only."""

from collections.abc import Iterator

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, texts, word
from quaidpy.hosts.session_making import SessionMaking

HOST = "codex"
_LINES = frozenset({"session_meta", "response_item", "event_msg", "turn_context"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_WORDS = frozenset({"input_text", "output_text", "text"})
_NOT_SAID = ("<environment_context>", "<user_instructions>", "# AGENTS.md", "<turn_aborted>", "<permissions")
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}


def recognizes(found: ForeignJson) -> bool:
    return any(word(line.record, "type") in _LINES and part(line.record, "payload") for line in found.lines)


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session. Copies of messages in events and compacted history are passed over."""
    making = SessionMaking(HOST)
    for line in found.lines:
        payload = part(line.record, "payload")
        match line.record.get("type"):
            case "session_meta":
                making.session = making.session or word(payload, "id", "session_id")
                making.cwd = making.cwd or word(payload, "cwd")
                making.is_side_talk = making.is_side_talk or _is_of_subagent(payload)
            case "turn_context":
                making.cwd = making.cwd or word(payload, "cwd")
            case "compacted":
                making.leave_out("compactions")
            case "response_item":
                _take(making, payload, at=line.record.get("timestamp"), line=line.number)
            case _:
                pass
    yield making.session_made(unnamed=name, damaged=found.damaged)


def _is_of_subagent(meta: Record) -> bool:
    return bool(part(meta, "source", "subagent")) or word(part(meta, "source"), "subagent") is not None


def _take(making: SessionMaking, item: Record, *, at: object, line: int) -> None:
    if word(item, "type") in _CALLS:
        making.leave_out("tool_calls")
    role = _ROLES.get(word(item, "role") or "")
    if item.get("type") != "message" or role is None or _is_hooks(item):
        return
    said = [text for text in texts(item.get("content"), _WORDS) if not text.lstrip().startswith(_NOT_SAID)]
    making.say(role, said, at=at, line=line)


def _is_hooks(item: Record) -> bool:
    """Newer files say where a message came from: hooks and skills are not the user."""
    kinds = part(item, "internal_chat_message_metadata_passthrough").get("content_item_kinds")
    return isinstance(kinds, list) and bool(kinds) and item.get("role") == "user" and "user.text" not in kinds
