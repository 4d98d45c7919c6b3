"""Which host wrote this, and which sessions does it hold? Found by content, never by name."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from quaidpy.domain.sources.sessions import Conversation, HostSession
from quaidpy.hosts import claude_code, codex, cursor, gemini, message_list, openclaw, vscode_copilot
from quaidpy.hosts.exports import chatgpt_export, claude_export, note_exports, plaud, slack_export, sms_backup
from quaidpy.hosts.exports.chat_exports import DISCORD, GOOGLE_CHAT, MESSENGER, TELEGRAM
from quaidpy.hosts.foreign_json import ForeignJson, part, read_json, word


class JsonFormat(Protocol):
    """One host's JSON, as lines or as a document: a module of this room, or one of its forms of chat."""

    def recognizes(self, found: ForeignJson) -> bool: ...

    def read(self, found: ForeignJson, name: str) -> Iterator[HostSession]: ...


class TextFormat(Protocol):
    """Likewise, of what is no JSON."""

    def recognizes(self, text: str) -> bool: ...

    def read(self, text: str, name: str) -> Iterator[HostSession]: ...


JSON_FORMATS: tuple[JsonFormat, ...] = (
    claude_code, codex, openclaw, gemini, vscode_copilot, chatgpt_export, claude_export, slack_export, message_list,
    note_exports, TELEGRAM, DISCORD, MESSENGER, GOOGLE_CHAT,
)  # fmt: skip
TEXT_FORMATS: tuple[TextFormat, ...] = (plaud, sms_backup)
_SPOKEN = ("content", "text", "body", "parts")
_CONVERSATIONS = {cursor.HOST: cursor.read_conversation, openclaw.HOST: openclaw.read_conversation}


def sessions_in(data: bytes, name: str, *, cwd: str | None = None) -> list[HostSession]:
    """The sessions of a host's file, those without words included; empty when no host's format is recognised.

    `name` stands for a session that the host gave no id, `cwd` for the folder when the file names none.
    """
    return [session if session.cwd else replace(session, cwd=cwd) for session in _sessions(data, name)]


def _sessions(data: bytes, name: str) -> list[HostSession]:
    found = read_json(data)
    if found is not None:
        for known in JSON_FORMATS:
            if known.recognizes(found):
                return list(known.read(found, name))
        return []
    text = _text(data) or ""
    written = next((each for each in TEXT_FORMATS if each.recognizes(text)), None)
    return list(written.read(text, name)) if written else []


def is_data(data: bytes) -> bool:
    """Whether this is JSON that holds no line of talk: settings and the like, nothing to read as a text."""
    found = read_json(data)
    if found is None or found.document is None:
        return False
    return not any(word(line.record, *_SPOKEN) or part(line.record, "message") for line in found.lines)


def session_of(conversation: Conversation) -> HostSession:
    """A conversation of a host's database as a session."""
    return _CONVERSATIONS[conversation.host](conversation)


def _text(data: bytes) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
