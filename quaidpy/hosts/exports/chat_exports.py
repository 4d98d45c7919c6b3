"""What was said in a chat among people, as its program exports it: Telegram, Discord, Messenger, Google Chat."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.domain.time.written_dates import instant_of
from quaidpy.hosts.foreign_json import ForeignJson, Record, documents, part, parts, word
from quaidpy.regex import regex

_TELLS_OF_A_MESSAGE = regex(
    r"(?:\S[^\n]{0,60} sent (?:an?|\d+) (?:attachment|photo|video|sticker|GIF|voice message|link|live location)s?\."
    r"|Reacted \S{1,16} to your message\s?|You unsent a message|\S[^\n]{0,60} unsent a message"
    r"|\S[^\n]{0,60} (?:missed|started) a (?:video )?call\.?)"
)
_NEVER = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ChatExport:
    """One program's form. `is_message`: of the program, said or not; `text` is "" where nobody spoke.

    `of_chat`: what names the chat for ever, and its title; None for what the export leaves open.
    """

    host: str
    is_message: Callable[[Record], bool]
    speaker: Callable[[Record], str | None]
    text: Callable[[Record], str]
    at: Callable[[Record], object]
    of_chat: Callable[[Record], tuple[object, str | None]]

    def recognizes(self, found: ForeignJson) -> bool:
        """At least one of its chats holds messages, and most of them are of this program."""
        messages = [one for chat in _chats(found) for one in parts(chat.get("messages"))]
        return 2 * sum(map(self.is_message, messages)) >= len(messages) > 0

    def read(self, found: ForeignJson, name: str) -> Iterator[HostSession]:
        """One session a chat, in order of time whatever the order of the export."""
        for place, chat in enumerate(_chats(found), start=1):
            yield self._session(chat, f"{name}#{place}")

    def _session(self, chat: Record, unnamed: str) -> HostSession:
        messages = list(parts(chat.get("messages")))
        turns = [turn for place, one in enumerate(messages, start=1) if (turn := self._turn(one, place))]
        identity, title = self.of_chat(chat)
        left_out = len(messages) - len(turns)
        return HostSession(
            host=self.host,
            session=str(identity) if identity else sha256(unnamed.encode()).hexdigest()[:16],
            title=title,
            turns=tuple(sorted(turns, key=lambda turn: turn.at or _NEVER)),
            left_out={"messages without words": left_out} if left_out else {},
        )

    def _turn(self, message: Record, place: int) -> RawTurn | None:
        text = self.text(message).strip()
        if not re.search(r"\w", text):
            return None
        at = instant_of(self.at(message))
        return RawTurn(text=text, speaker=self.speaker(message), role=Role.USER, at=at, line=place)


def _chats(found: ForeignJson) -> list[Record]:
    """The chats of a whole account, or the one that the file is."""
    every = [chat for one in documents(found) for chat in parts(part(one, "chats").get("list"))]
    return every or documents(found)


def _is_of_telegram(message: Record) -> bool:
    return word(message, "type") in {"message", "service"} and not message.keys().isdisjoint(
        {"from_id", "actor_id"}
    )


def _text_of_telegram(message: Record) -> str:
    """Without its forms; of a service message nothing."""
    content = message.get("text")
    if word(message, "type") != "message":
        return ""
    pieces = content if isinstance(content, list) else [content]
    said = (piece.get("text") if isinstance(piece, dict) else piece for piece in pieces)
    return "".join(piece for piece in said if isinstance(piece, str))


TELEGRAM = ChatExport(
    host="telegram",
    is_message=_is_of_telegram,
    speaker=lambda message: word(message, "forwarded_from", "from"),
    text=_text_of_telegram,
    at=lambda message: message.get("date"),
    of_chat=lambda chat: (chat.get("id"), word(chat, "name")),
)


def _speaker_of_discord(message: Record) -> str | None:
    return word(part(message, "author"), "nickname", "name")


def _text_of_discord(message: Record) -> str:
    is_said = word(message, "type") in {"Default", "Reply"} and not part(message, "author").get("isBot")
    return (word(message, "content") or "") if is_said else ""


DISCORD = ChatExport(
    host="discord",
    is_message=lambda message: "isBot" in part(message, "author"),
    speaker=_speaker_of_discord,
    text=_text_of_discord,
    at=lambda message: message.get("timestamp"),
    of_chat=lambda chat: (word(part(chat, "channel"), "id"), _place_in_discord(chat)),
)


def _place_in_discord(chat: Record) -> str | None:
    names = [word(part(chat, each), "name") for each in ("guild", "channel")]
    return " #".join(name for name in names if name) or None


def _as_written(text: str | None) -> str | None:
    """Messenger writes each byte of UTF-8 as a letter: "JosÃ©"."""
    try:
        return text.encode("latin-1").decode("utf-8") if text else text
    except UnicodeError:
        return text


def _text_of_messenger(message: Record) -> str:
    text = _as_written(word(message, "content", "text")) or ""
    is_gone = message.get("isUnsent") or message.get("is_unsent")
    return "" if is_gone or _TELLS_OF_A_MESSAGE.fullmatch(text) else text


MESSENGER = ChatExport(
    host="messenger",
    is_message=lambda message: word(message, "sender_name", "senderName") is not None,
    speaker=lambda message: _as_written(word(message, "sender_name", "senderName")),
    text=_text_of_messenger,
    at=lambda message: message.get("timestamp_ms") or message.get("timestamp"),
    of_chat=lambda chat: (
        word(chat, "thread_path", "threadName"),
        _as_written(word(chat, "title", "threadName")),
    ),
)

GOOGLE_CHAT = ChatExport(
    host="google-chat",
    is_message=lambda message: "created_date" in message and bool(part(message, "creator")),
    speaker=lambda message: word(part(message, "creator"), "name"),
    text=lambda message: word(message, "text") or "",
    at=lambda message: message.get("created_date"),
    of_chat=lambda _: (None, None),
)
