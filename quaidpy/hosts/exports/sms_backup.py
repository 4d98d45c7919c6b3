"""What was said in the text messages of a telephone? The XML of "SMS Backup & Restore", one session a contact."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.domain.time.written_dates import instant_of
from quaidpy.errors import UnreadableError
from quaidpy.regex import regex

HOST = "sms"
_ROOT = regex(r"<smses[\s>]")
_HEAD = 4_096  # characters in which the root stands
_HALVES = regex(r"&#(?P<high>5[5-6]\d{3});&#(?P<low>5[6-7]\d{3});")
"""A sign in two halves, as this program writes it; XML knows whole ones only."""
_RECEIVED, _SENT = "1", "2"
_FROM = "137"  # of the addresses of a message, as MMS numbers their parts
_NOBODY = frozenset({"", "null", "(Unknown)"})


def recognizes(text: str) -> bool:
    return text.lstrip("\ufeff \r\n").startswith("<") and _ROOT.search(text, 0, _HEAD) is not None


def read(text: str, name: str) -> Iterator[HostSession]:
    """What the owner sent is the user's. Raises UnreadableError for broken XML, or such as defines words of its own."""
    by_contact = defaultdict[str, list[RawTurn]](list)
    for place, element in enumerate(_root_of(text, name), start=1):
        if message := _message(element):
            by_contact[message.contact].append(
                RawTurn(
                    text=message.text,
                    speaker=message.speaker,
                    role=Role.USER,
                    at=instant_of(message.at),
                    line=place,
                )
            )
    for contact, turns in by_contact.items():
        yield HostSession(host=HOST, session=contact, title=contact, turns=tuple(turns))


@dataclass(frozen=True, slots=True)
class _Message:
    """`at` in milliseconds since 1970. `speaker`: None for the owner of the telephone."""

    contact: str
    speaker: str | None
    text: str
    at: int


def _root_of(text: str, name: str) -> ET.Element:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise UnreadableError(f"{name} defines its own XML entities, which no backup of messages does")
    whole = _HALVES.sub(_joined, text.lstrip("\ufeff \r\n"))
    try:
        return ET.fromstring(whole.encode())  # noqa: S314 - without entities, nothing can be blown up
    except ET.ParseError as err:
        raise UnreadableError(f"{name} is broken XML ({err}); make the backup of the messages again") from err


def _joined(halves: re.Match[str]) -> str:
    high, low = int(halves["high"]), int(halves["low"])
    if not (0xD800 <= high < 0xDC00 <= low < 0xE000):
        return ""
    return chr(0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00)


def _message(element: ET.Element) -> _Message | None:
    """None for drafts, what was not sent, pictures without words."""
    kind = element.get("type" if element.tag == "sms" else "msg_box")
    text = element.get("body") if element.tag == "sms" else _words_of_parts(element)
    stamp = element.get("date", "")
    if kind not in {_RECEIVED, _SENT} or not text or text == "null" or not stamp.isdecimal():
        return None
    if not re.search(r"\w", text):
        return None
    names = _names(element)
    contact = ", ".join(names.values())
    return _Message(
        contact, None if kind == _SENT else names.get(_sender(element), contact), text.strip(), int(stamp)
    )


def _names(element: ET.Element) -> dict[str, str]:
    """Of everybody but the owner, by their numbers; of a number that has no name the number."""
    numbers = element.get("address", "").split("~")
    known = element.get("contact_name", "")
    names = [] if known in _NOBODY else known.split(", ") if len(numbers) > 1 else [known]
    return dict(zip(numbers, names if len(names) == len(numbers) else numbers, strict=True))


def _sender(message: ET.Element) -> str:
    """The number of whoever sent a message to several."""
    sent_by = (each.get("address", "") for each in message.iter("addr") if each.get("type") == _FROM)
    return next(sent_by, message.get("address", ""))


def _words_of_parts(message: ET.Element) -> str:
    parts = (part for part in message.iter("part") if part.get("ct") == "text/plain")
    return "\n".join(text for part in parts if (text := part.get("text", "")) and text != "null")
