"""What was said in a Claude Code session? One JSON record a line; only what a person or the model said is taken."""

from collections.abc import Iterator

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, texts, word
from quaidpy.hosts.session_making import SessionMaking
from quaidpy.regex import regex

HOST = "claude-code"
_RECORDS = frozenset({"user", "assistant", "system", "attachment"})
_WORDS = frozenset({"text"})
_NOT_SAID = regex(
    r"\A\s*+<(?:local-command-|command-name|command-message|command-args|task-notification|bash-input|bash-stdout|bash-stderr)"
)


def recognizes(found: ForeignJson) -> bool:
    return any(
        word(line.record, "type") in _RECORDS and word(line.record, "uuid") and word(line.record, "sessionId")
        for line in found.lines
    )


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session; the talk of a sub-agent, which has a file of its own, is side talk."""
    making = SessionMaking(HOST, is_side_talk=_is_of_sub_agent(found))
    for line in found.lines:
        record = line.record
        making.session = making.session or word(record, "sessionId")
        making.cwd = making.cwd or word(record, "cwd")
        if record.get("type") == "system" and record.get("subtype") == "compact_boundary":
            making.leave_out("compactions")
        elif word(record, "type") in {"user", "assistant"} and _is_of(making, record):
            _take(making, record, line.number)
    making.host = f"{HOST}-subagent" if making.is_side_talk else HOST
    yield making.session_made(unnamed=name, damaged=found.damaged)


def _is_of_sub_agent(found: ForeignJson) -> bool:
    """A file whose first message stands on a side chain is one of a sub-agent."""
    chains = (line.record["isSidechain"] for line in found.lines if "isSidechain" in line.record)
    return next(chains, False) is True


def _is_of(making: SessionMaking, record: Record) -> bool:
    """Side chains inside a main file belong to sub-agents; meta records and summaries to nobody."""
    if record.get("isSidechain") is True and not making.is_side_talk:
        return False
    return record.get("isMeta") is not True and record.get("isCompactSummary") is not True


def _take(making: SessionMaking, record: Record, line: int) -> None:
    content = part(record, "message").get("content")
    is_user = record["type"] == "user"
    making.leave_out(
        "tool_calls", sum(block.get("type") == "tool_use" for block in parts(content)) if not is_user else 0
    )
    said = [text for text in texts(content, _WORDS) if not _NOT_SAID.match(text)]
    making.say(Role.USER if is_user else Role.ASSISTANT, said, at=record.get("timestamp"), line=line)
