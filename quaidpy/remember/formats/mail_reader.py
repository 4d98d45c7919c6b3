"""Which messages does an e-mail thread hold, without what they quote of each other?"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parseaddr, parsedate_to_datetime
from itertools import takewhile

from quaidpy.domain.sources.transcripts import RawTurn, SourceLine, SourceText, Transcript
from quaidpy.domain.time.written_dates import find_written_date
from quaidpy.regex import regex
from quaidpy.remember.formats import log_reader
from quaidpy.remember.formats.copied_pages import is_head_in_one_line
from quaidpy.remember.formats.document_reader import is_rule
from quaidpy.remember.formats.log_lines import shown_name

_FIELD = regex(
    r"^[\s*_]*+(?P<key>from|to|cc|bcc|date|sent|subject|reply-to|von|an|datum|gesendet|betreff|de|para|fecha|asunto)"
    r"[*_]*+:(?P<value>.*)$",
    re.IGNORECASE,
)
_PRINTED = regex(r"^(?P<from>\S[^<>]{0,60}<\S{1,80}@\S{1,80}>)\s{2,80}(?P<date>\S.{8,40})$")
"""The head of a mail where a page of Gmail was printed; whom it went to stands below."""
_OF_A_PRINT = regex(
    r"^(?:https://mail\.google\.com/\S+\s+\d+/\d+|\s+\d+K"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}, \d{1,2}:\d{2}(?:\s?[AP]M)?\s+\S.{0,20} - .{1,120})$"
)
_MARKS = " \t\r\n\f\v*_"  # around a field, where a mail was copied as Markdown
_FROM = frozenset({"from", "von", "de"})
_TO = frozenset({"to", "an", "para"})
_DATE = frozenset({"date", "sent", "datum", "gesendet", "fecha"})
_SUBJECT = frozenset({"subject", "betreff", "asunto"})
_QUOTED = regex(
    r"^\s*>|^\s*(?:On\b.{4,120}\bwrote|Am\b.{4,120}\bschrieb\b.{0,60}|Le\b.{4,120}\ba écrit\s?):\s*$"
    r"|^On .{8,120}<\S{3,80}@\S{3,80}>$|^wrote:$|^\[Quoted text hidden\]$"
    r"|^Sent from (?:my \w|Outlook|Mail for|Yahoo).{0,40}$"
    r"|^-{3,}\s?(?:Original Message|Ursprüngliche Nachricht|Forwarded message|Message d'origine)\s?-{3,}$"
)
_LEAST_OF_A_THREAD = 2  # mails, below an answer that has no head
_LEAST_OF_A_COPY = 3  # mails below a line of whoever copied them, each from somebody on a day
_LEAST_OF_A_CHAT = 3  # heads of messages
_CHANNEL = regex(r"(?:#[\w-]{1,40})?")
_SIGNATURE = regex(r"^--\s*$")
_MARK_OF_SUBJECT = regex(r"^(?:(?:re|aw|fwd?|wg)\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Message:
    """A head of fields and the lines below it. `is_printed`: its first line is as Gmail's pages have it."""

    fields: dict[str, str]
    first_line: int
    lines: Sequence[SourceLine]
    is_printed: bool


def recognizes(source: SourceText) -> bool:
    """The text begins with a head that says from whom and when, or of what; or with the answer to a thread below it."""
    messages = list(_messages(source.lines))
    if not messages:
        return False
    if not any(line.text.strip() for line in _above(messages[0], source)):
        return True
    is_thread = len(messages) >= _LEAST_OF_A_THREAD or messages[0].is_printed
    are_many = len(messages) >= _LEAST_OF_A_COPY and all(map(_is_dated, messages))
    return are_many or (is_thread and all(map(_is_whole, messages)))


def _is_whole(message: _Message) -> bool:
    """Whether its head says from whom, to whom and when."""
    return _is_dated(message) and not message.fields.keys().isdisjoint(_TO)


def _is_dated(message: _Message) -> bool:
    keys = message.fields.keys()
    return not (keys.isdisjoint(_FROM) or keys.isdisjoint(_DATE))


def read(source: SourceText) -> Transcript:
    """One turn a message: its sender speaks, its date dates it, what it quotes of others is left out."""
    messages = list(_messages(source.lines))
    turns = _answer_above(messages[0], source)
    title: str | None = None
    for message in messages:
        subject = subject_without_marks(_field(message, _SUBJECT) or "")
        title = title or subject or None
        mail, chat = _apart_from_chat(message.lines)
        text = words_of_mail(line.text for line in mail if line.start >= source.from_byte)
        if text:
            sender, date = _field(message, _FROM) or "", _field(message, _DATE) or ""
            turns.append(turn_of_mail(text, subject, sender, date, message.first_line))
        if chat:
            turns += log_reader.read(replace(source, lines=tuple(chat))).turns
    return Transcript(format="mail", title=title, turns=tuple(turns), consumed_bytes=source.size)


def _apart_from_chat(lines: Sequence[SourceLine]) -> tuple[Sequence[SourceLine], Sequence[SourceLine]]:
    """The lines of a mail, and those of a page of a chat that somebody kept below it."""
    heads = [place for place, line in enumerate(lines) if is_head_in_one_line(line.text)]
    chat = heads[0] if len(heads) >= _LEAST_OF_A_CHAT else len(lines)
    first = chat
    while first > 0 and _CHANNEL.fullmatch(lines[first - 1].text.strip()):
        first -= 1
    return lines[:first], lines[chat:]


def _above(first: _Message, source: SourceText) -> list[SourceLine]:
    return [line for line in source.lines if line.number < first.first_line]


def _answer_above(first: _Message, source: SourceText) -> list[RawTurn]:
    """What stands over the first head of a thread: said by the one whom that mail went to, on no day that is told."""
    to = (_field(first, _TO) or "").split(";")
    above = [line for line in _above(first, source) if line.start >= source.from_byte]
    text = words_of_mail(line.text for line in above)
    if not text or len(to) > 1 or first.is_printed:  # over a printed page stands what the page is called
        return []
    return [RawTurn(text=text, speaker=_sender(to[0]), line=above[0].number)]


def _messages(lines: Sequence[SourceLine]) -> Iterator[_Message]:
    heads = list(_heads(lines))
    for i, (start, body, fields) in enumerate(heads):
        end = heads[i + 1][0] if i + 1 < len(heads) else len(lines)
        is_printed = _PRINTED.match(lines[start].text) is not None
        yield _Message(fields, lines[start].number, lines[body:end], is_printed)


def _heads(lines: Sequence[SourceLine]) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Where each head begins, where it ends, and its fields; two of sender, date and subject make one."""
    place = 0
    while place < len(lines):
        fields: dict[str, str] = {}
        end = place
        if printed := _PRINTED.match(lines[place].text):
            fields = {"from": printed["from"], "date": printed["date"]}
            end += 1
        while end < len(lines) and (field := _FIELD.match(lines[end].text)):
            fields.setdefault(field["key"].lower(), field["value"].strip(_MARKS))
            end += 1
        has_sender = any(key in _FROM for key in fields)
        if has_sender and any(key in _DATE | _SUBJECT for key in fields):
            yield place, end, fields
        place = max(end, place + 1)


def _field(message: _Message, keys: frozenset[str]) -> str | None:
    return next((value for key, value in message.fields.items() if key in keys and value), None)


def turn_of_mail(text: str, subject: str, sender: str, date: str, line: int) -> RawTurn:
    """A mail with its subject before its words, which may be all that says of what they are."""
    return RawTurn(
        text=f"Subject: {subject}\n\n{text}" if subject else text,
        speaker=_sender(sender),
        at=_instant(date),
        line=line,
    )


def subject_without_marks(subject: str) -> str:
    """Without "Re:" and its like."""
    return _MARK_OF_SUBJECT.sub("", subject)


def words_of_mail(lines: Iterable[str]) -> str:
    """What the sender writes: up to the signature, without what is quoted."""
    above = takewhile(lambda each: not _SIGNATURE.match(each), lines)
    kept = [line for line in above if not (_QUOTED.match(line) or _OF_A_PRINT.match(line))]
    while kept and (not kept[-1].strip() or is_rule(kept[-1])):
        kept.pop()  # between one mail and the next, where a thread was copied into a file
    return "\n".join(kept).strip()


def _sender(value: str) -> str | None:
    """The name before the address; of a bare address the part before the @, and all of a name without one."""
    name, address = parseaddr(value) if "@" in value else (value, "")
    shown = (name or address.partition("@")[0] or value).strip(" \"'")
    return shown_name(shown) if shown else None


def _instant(value: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        found = find_written_date(value)
        return found.at if found else None
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
