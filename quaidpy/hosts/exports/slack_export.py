"""Which talk does a day of a Slack channel hold, as its export writes it down?"""

import html
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import PurePath

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.domain.time.written_dates import instant_of
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, word
from quaidpy.regex import regex

HOST = "slack"
_MENTION = regex(r"<@(?P<id>[A-Z0-9]+)(?:\|(?P<label>[^<>]+))?>")
_CHANNEL = regex(r"<#[A-Z0-9]+\|(?P<label>[^<>]*)>")
_LINK = regex(r"<(?P<target>(?:https?|mailto):[^|<>]+)(?:\|(?P<label>[^<>]+))?>")
_SPECIAL = regex(r"<!(?:subteam\^\w+\|)?(?P<label>[^<>|]+)(?:\|[^<>]*)?>")
_EMOJI = regex(r"(?<![\w:]):[a-z0-9_+'-]+:(?!\w)")
_NOT_SAID = frozenset(
    {
        "channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name", "channel_archive",
        "group_join", "group_leave", "bot_message", "bot_add", "bot_remove", "tombstone", "pinned_item",
    }
)  # fmt: skip


def recognizes(found: ForeignJson) -> bool:
    """A list of messages with a stamp in seconds, or such a list beside the people it names."""
    messages = _messages(found)
    said = [one for one in messages if word(one, "type") == "message" and _stamp(one, "ts") is not None]
    return bool(said) and len(said) * 2 >= len(messages)


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session a file; replies stand behind what they answer, people go by the names they chose."""
    people = _people(found)
    messages = [(place, one) for place, one in enumerate(_messages(found), start=1) if _stamp(one, "ts")]
    turns, left_out = [], 0
    for place, one in sorted(messages, key=lambda each: (*_order(each[1]), each[0])):
        text = _words(word(one, "text") or "", people)
        if word(one, "subtype") in _NOT_SAID or not re.search(r"\w", text):
            left_out += 1
            continue
        at = instant_of(_stamp(one, "ts"))
        turns.append(RawTurn(text=text, speaker=_speaker(one, people), role=Role.USER, at=at, line=place))
    channel = PurePath(name.rpartition("!")[2] or name).parent.name
    yield HostSession(
        host=HOST,
        session=sha256(name.encode()).hexdigest()[:16],
        title=f"#{channel}" if channel else None,
        turns=tuple(turns),
        left_out={"messages without words": left_out} if left_out else {},
    )


def _messages(found: ForeignJson) -> list[Record]:
    if found.document is None:
        return []
    return list(parts(found.document)) or list(parts(part(found.document).get("messages")))


def _people(found: ForeignJson) -> Mapping[str, str]:
    """Names by the ids of their bearers: from the list beside the channel, else from the messages themselves."""
    names = {}
    for one in _messages(found):
        identity, shown = word(one, "user"), _shown(part(one, "user_profile"))
        if identity and shown:
            names[identity] = shown
    for one in parts(part(found.document).get("users")):
        identity, shown = word(one, "id"), _shown(part(one, "profile")) or word(one, "real_name", "name")
        if identity and shown:
            names[identity] = shown
    return names


def _shown(profile: Record) -> str | None:
    return word(profile, "real_name", "display_name", "name")


def _speaker(message: Record, people: Mapping[str, str]) -> str | None:
    identity = word(message, "user")
    return people.get(identity, identity) if identity else word(message, "username")


def _order(message: Record) -> tuple[float, float]:
    """A reply behind the message that began its thread."""
    at = _stamp(message, "ts") or 0.0
    return _stamp(message, "thread_ts") or at, at


def _stamp(message: Record, key: str) -> float | None:
    value = message.get(key)
    try:
        return float(value) if isinstance(value, str | float | int) else None
    except ValueError:
        return None


def _words(text: str, people: Mapping[str, str]) -> str:
    """As it was read in the channel: names for ids, labels for links, no codes of faces."""
    text = _MENTION.sub(lambda one: people.get(one["id"], one["label"] or "somebody"), text)
    text = _CHANNEL.sub(lambda one: f"#{one['label']}", text)
    text = _LINK.sub(lambda one: one["label"] or one["target"], text)
    text = _SPECIAL.sub(lambda one: one["label"], text)
    return re.sub(r"[ \t]{2,}", " ", _EMOJI.sub("", html.unescape(text))).strip()
