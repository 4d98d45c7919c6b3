"""Which turns does this file hold? The format is found by content, not by name."""

from dataclasses import replace
from datetime import datetime
from typing import Protocol

from quaidpy.domain.sources.transcripts import (
    DamagedLine,
    RawTurn,
    SourceLine,
    SourceText,
    Transcript,
)
from quaidpy.errors import UnreadableError
from quaidpy.regex import regex
from quaidpy.remember.formats import (
    csv_reader,
    document_reader,
    jsonl_reader,
    log_reader,
    mail_reader,
    raw_mail_reader,
    session_reader,
)

__all__ = ["DamagedLine", "RawTurn", "Transcript", "read_transcript"]


class TranscriptReader(Protocol):
    """One format, a module of this room: recognised by content, never by name."""

    def recognizes(self, source: SourceText, /) -> bool: ...

    def read(self, source: SourceText, /) -> Transcript:
        """Only turns behind `from_byte`."""
        ...


READERS: tuple[TranscriptReader, ...] = (
    session_reader, jsonl_reader, csv_reader, raw_mail_reader, mail_reader, log_reader, document_reader,
)  # fmt: skip
"""Asked in this order; the last one takes any text."""

_CONTROL = regex("[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_UTF8_MARK = b"\xef\xbb\xbf"


def read_transcript(
    data: bytes, *, name: str, from_byte: int = 0, written_at: datetime | None = None
) -> Transcript:
    """The turns behind `from_byte`, dated and attributed by what stands before it as well.

    `written_at`: when the file was last written; the days of a diary that has no year are before it.

    A broken line among good ones is reported and skipped; a
    last line that is still being written is left for the next reading. Raises UnreadableError for what is no text.
    """
    source = replace(_decoded(data, name=name, from_byte=from_byte), written_at=written_at)
    seen = _before_cursor(source)
    for reader in READERS:
        if reader.recognizes(seen):
            return reader.read(source)
    raise UnreadableError(f"{name}: no reader knows this format; save it as text, Markdown or JSONL")


def _before_cursor(source: SourceText) -> SourceText:
    """What was there at the last reading: a format found once is not changed by what is added later."""
    if source.from_byte == 0:
        return source
    return replace(
        source, lines=tuple(line for line in source.lines if line.end <= source.from_byte) or source.lines
    )


def _decoded(data: bytes, *, name: str, from_byte: int) -> SourceText:
    if not data.strip():
        raise UnreadableError(f"{name} is empty; there is nothing to remember in it")
    if b"\x00" in data:
        raise UnreadableError(
            f"{name} is not text (it holds NUL bytes); export it as UTF-8 text, Markdown or JSONL first"
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as err:
        raise UnreadableError(
            f"{name} is not UTF-8 (byte {err.start} is {data[err.start]:#04x}); "
            "convert it, for example with iconv -t utf-8"
        ) from err
    controls = len(_CONTROL.findall(text))
    if controls > max(4, len(text) // 50):
        raise UnreadableError(
            f"{name} looks like a binary file ({controls} control characters), not like a conversation"
        )
    return SourceText(name=name, lines=tuple(_lines(data)), from_byte=from_byte)


def _lines(data: bytes) -> list[SourceLine]:
    lines: list[SourceLine] = []
    start = 0
    for number, raw in enumerate(_split(data), start=1):
        end = start + len(raw)
        shown = raw.removeprefix(_UTF8_MARK) if start == 0 else raw
        text = shown.decode("utf-8").rstrip("\r\n")
        lines.append(SourceLine(number, start, end, text, is_complete=raw.endswith(b"\n")))
        start = end
    return lines


def _split(data: bytes) -> list[bytes]:
    """At newlines only: a lone carriage return is part of its line."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines
