"""What did somebody write into a program of notes? Day One's journals and the notes of Google Keep, as exported."""

import html
import re
from collections.abc import Iterator
from hashlib import sha256

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.domain.time.written_dates import instant_of
from quaidpy.hosts.foreign_json import ForeignJson, Record, part, parts, word
from quaidpy.regex import regex

HOST = "notes"
_ESCAPED = regex(r"\\(?=[!-/:-@\[-`{-~])")
_MICROSECONDS = 1_000_000


def recognizes(found: ForeignJson) -> bool:
    document = part(found.document)
    return bool(_entries(document)) or _is_of_keep(document)


def read(found: ForeignJson, name: str) -> Iterator[HostSession]:
    """One session a journal or a note; each entry is the user's, on the day it was begun."""
    document = part(found.document)
    written = [
        (_ESCAPED.sub("", word(entry, "text") or ""), entry.get("creationDate"))
        for entry in _entries(document)
    ] or [(_text_of_keep(document), _seconds(document, "createdTimestampUsec", "userEditedTimestampUsec"))]
    is_thrown_away = document.get("isTrashed") is True
    turns = tuple(
        RawTurn(text=text.strip(), role=Role.USER, at=instant_of(at), line=place)
        for place, (text, at) in enumerate(written, start=1)
        if re.search(r"\w", text) and not is_thrown_away
    )
    session = sha256(name.encode()).hexdigest()[:16]
    yield HostSession(host=HOST, session=session, title=word(document, "title"), turns=turns)


def _entries(document: Record) -> list[Record]:
    return [each for each in parts(document.get("entries")) if "creationDate" in each]


def _is_of_keep(document: Record) -> bool:
    return "userEditedTimestampUsec" in document and not document.keys().isdisjoint(
        {"textContent", "listContent"}
    )


def _text_of_keep(document: Record) -> str:
    """Its title over its words, or over its list as a list of tasks is written."""
    items = [
        f"- [{'x' if item.get('isChecked') is True else ' '}] {word(item, 'text')}"
        for item in parts(document.get("listContent"))
        if word(item, "text")
    ]
    told = [word(document, "title"), word(document, "textContent"), "\n".join(items)]
    return html.unescape("\n".join(each for each in told if each))


def _seconds(document: Record, *names: str) -> object:
    stamps = (document.get(name) for name in names)
    return next((stamp / _MICROSECONDS for stamp in stamps if isinstance(stamp, int) and stamp), None)
