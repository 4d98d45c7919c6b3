"""Which messages does an e-mail thread hold, without what they quote of each other?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parseaddr, parsedate_to_datetime

from quaidpy.domain.sources.transcripts import RawTurn, SourceLine, SourceText, Transcript
from quaidpy.domain.time.written_dates import find_written_date
from quaidpy.regex import regex
from quaidpy.remember.formats.document_reader import is_rule

_FIELD = regex(
    r"^[\s*_]*+(?P<key>from|to|cc|bcc|date|sent|subject|reply-to|von|an|datum|gesendet|betreff|de|para|fecha|asunto)"
    r"[*_]*+:(?P<value>.*)$",
    re.IGNORECASE,
)
_MARKS = " \t\r\n\f\v*_"  # around a field, where a mail was copied as Markdown
_FROM = frozenset({"from", "von", "de"})
_DATE = frozenset({"date", "sent", "datum", "gesendet", "fecha"})
_SUBJECT = frozenset({"subject", "betreff", "asunto"})
_QUOTED = regex(
    r"^\s*>|^\s*(?:On\b.{4,120}\bwrote|Am\b.{4,120}\bschrieb\b.{0,60}|Le\b.{4,120}\ba écrit\s?):\s*$"
)
_SIGNATURE = regex(r"^--\s*$")
_MARK_OF_SUBJECT = regex(r"^(?:(?:re|aw|fwd?|wg)\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Message:
    """A head of fields and the lines below it."""

    fields: dict[str, str]
    first_line: int
    lines: Sequence[SourceLine]


def recognizes(source: SourceText) -> bool:
    """The text begins with a head that says from whom and when, or of what."""
    first = next(_messages(source.lines), None)
    return first is not None and not any(
        line.text.strip() for line in source.lines if line.number < first.first_line
    )


def read(source: SourceText) -> Transcript:
    """One turn a message: its sender speaks, its date dates it, what it quotes of others is left out."""
    turns: list[RawTurn] = []
    title: str | None = None
    for message in _messages(source.lines):
        subject = _MARK_OF_SUBJECT.sub("", _field(message, _SUBJECT) or "")
        title = title or subject or None
        text = _body(message.lines, source.from_byte)
        if text:
            turns.append(
                RawTurn(
                    text=f"Subject: {subject}\n\n{text}" if subject else text,
                    speaker=_sender(_field(message, _FROM) or ""),
                    at=_instant(_field(message, _DATE) or ""),
                    line=message.first_line,
                )
            )
    return Transcript(format="mail", title=title, turns=tuple(turns), consumed_bytes=source.size)


def _messages(lines: Sequence[SourceLine]) -> Iterator[_Message]:
    heads = list(_heads(lines))
    for i, (start, body, fields) in enumerate(heads):
        end = heads[i + 1][0] if i + 1 < len(heads) else len(lines)
        yield _Message(fields, lines[start].number, lines[body:end])


def _heads(lines: Sequence[SourceLine]) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Where each head begins, where it ends, and its fields; two of sender, date and subject make one."""
    place = 0
    while place < len(lines):
        fields: dict[str, str] = {}
        end = place
        while end < len(lines) and (field := _FIELD.match(lines[end].text)):
            fields.setdefault(field["key"].lower(), field["value"].strip(_MARKS))
            end += 1
        has_sender = any(key in _FROM for key in fields)
        if has_sender and any(key in _DATE | _SUBJECT for key in fields):
            yield place, end, fields
        place = max(end, place + 1)


def _field(message: _Message, keys: frozenset[str]) -> str | None:
    return next((value for key, value in message.fields.items() if key in keys and value), None)


def _body(lines: Sequence[SourceLine], from_byte: int) -> str:
    kept: list[str] = []
    for line in lines:
        if _SIGNATURE.match(line.text):
            break
        if line.start >= from_byte and not _QUOTED.match(line.text):
            kept.append(line.text)
    while kept and (not kept[-1].strip() or is_rule(kept[-1])):
        kept.pop()  # between one mail and the next, where a thread was copied into a file
    return "\n".join(kept).strip()


def _sender(value: str) -> str | None:
    """The name before the address; of a bare address the part before the @."""
    name, address = parseaddr(value)
    return (name or address.partition("@")[0] or value).strip(" \"'") or None


def _instant(value: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        found = find_written_date(value)
        return found.at if found else None
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
