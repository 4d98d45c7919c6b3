"""Which messages does a mailbox hold as programs keep it: an mbox, as Gmail and Thunderbird export, or one .eml?"""

from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from itertools import pairwise

from quaidpy.domain.sources.transcripts import DamagedLine, RawTurn, SourceLine, SourceText, Transcript
from quaidpy.regex import regex
from quaidpy.remember.formats.mail_reader import subject_without_marks, turn_of_mail, words_of_mail

_BEGIN = regex(r"^From \S{1,200} .{6,60}\d{4}(?: [+-]\d{4})?$")
_FIELD = regex(r"^(?P<key>[A-Za-z][A-Za-z0-9-]{1,60}):\s?\S?")
_OF_PROGRAMS = frozenset(
    {
        "message-id", "mime-version", "received", "return-path", "delivered-to", "content-type", "x-gm-thrid",
        "dkim-signature",
    }
)  # fmt: skip
_HEAD_LINES = 20
_LEAST_FIELDS = 3
_ENDS_A_LINE = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3", "blockquote"})
_UNSEEN = frozenset({"style", "script", "head", "title"})


def recognizes(source: SourceText) -> bool:
    """The text begins with fields, one of them such as only programs write."""
    lines = [line.text for line in source.lines[: _HEAD_LINES + 1]]
    if lines and _BEGIN.match(lines[0]):
        lines = lines[1:]
    keys: list[str] = []
    for line in lines:
        if not (field := _FIELD.match(line)) and not (keys and line.startswith((" ", "\t"))):
            break
        keys += [field["key"].lower()] if field else []
    return len(keys) >= _LEAST_FIELDS and not _OF_PROGRAMS.isdisjoint(keys)


def read(source: SourceText) -> Transcript:
    """One turn a message: who sent it, on its date, without what it quotes. One that cannot be read is reported."""
    turns: list[RawTurn] = []
    damaged: list[DamagedLine] = []
    titles: list[str] = []
    for lines in _messages(source.lines):
        first = lines[0]
        if first.start < source.from_byte:
            continue
        message = _parsed(lines)
        subject = subject_without_marks(str(message.get("subject", "")))
        titles += [subject] if subject else []
        try:
            text = words_of_mail(_body(message).splitlines())
        except (LookupError, UnicodeError) as err:
            damaged.append(DamagedLine(first.number, f"a mail whose words cannot be decoded: {err}"))
            continue
        if text:
            sender, date = str(message.get("from", "")), str(message.get("date", ""))
            turns.append(turn_of_mail(text, subject, sender, date, first.number))
    return Transcript(
        format="mailbox",
        title=titles[0] if titles else None,
        turns=tuple(turns),
        damaged=tuple(damaged),
        consumed_bytes=source.size,
    )


def _messages(lines: Sequence[SourceLine]) -> Iterator[Sequence[SourceLine]]:
    """Each with the line that begins it, behind an empty one; an .eml is one."""
    begins = [
        place
        for place, line in enumerate(lines)
        if _BEGIN.match(line.text) and (not place or not lines[place - 1].text.strip())
    ]
    for start, end in pairwise([*(begins or [0]), len(lines)]):
        yield lines[start:end]


def _parsed(lines: Sequence[SourceLine]) -> EmailMessage:
    kept = lines[1:] if _BEGIN.match(lines[0].text) else lines
    text = "\n".join(line.text[1:] if line.text.startswith(">From ") else line.text for line in kept)
    message = message_from_bytes(text.encode(), policy=policy.default)
    assert isinstance(message, EmailMessage), "what the default policy makes"
    return message


def _body(message: EmailMessage) -> str:
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    content = part.get_content()
    return _seen_of(content) if part.get_content_type() == "text/html" else str(content)


def _seen_of(html: str) -> str:
    page = _Page()
    page.feed(html)
    return "".join(page.seen)


class _Page(HTMLParser):
    """Collects what a reader of the page sees, a line a block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._hidden.append(tag)
        if tag in _ENDS_A_LINE:
            self.seen.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden and self._hidden[-1] == tag:
            self._hidden.pop()
        if tag in _ENDS_A_LINE:
            self.seen.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.seen.append(" ".join(data.split()) if not data.strip() else data.replace("\n", " "))
