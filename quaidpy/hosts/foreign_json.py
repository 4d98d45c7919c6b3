"""What does foreign JSON hold, when nothing about its shape can be relied on?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from quaidpy.domain.sources.json_lines import json_value, why_broken
from quaidpy.domain.sources.transcripts import DamagedLine, half_a_line

Record = Mapping[str, object]
NOTHING: Record = {}


@dataclass(frozen=True, slots=True)
class JsonLine:
    """One object of a file of JSON lines; `number` counts from 1."""

    number: int
    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignJson:
    """A file as JSON: one document, or an object a line. A last line still being written is left out."""

    document: object = None
    lines: tuple[JsonLine, ...] = ()
    damaged: tuple[DamagedLine, ...] = ()


def read_json(data: bytes) -> ForeignJson | None:
    """The file as JSON; None when it does not begin like an object or list of such."""
    begin = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if begin not in {b"{", b"["}:
        return None
    first = json_value(data.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0])
    if isinstance(first, dict):
        found = _lines(data)
        return found if len(found.lines) > 1 else replace(found, document=first)
    document = first if isinstance(first, list) else json_value(data)
    if document is None and begin == b"[" and b"\n{" not in data:
        return ForeignJson()  # a log whose lines begin with their time
    return ForeignJson(document=document) if document is not None else _lines(data)


def _lines(data: bytes) -> ForeignJson:
    lines: list[JsonLine] = []
    damaged: list[DamagedLine] = []
    parts = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for number, part in enumerate(parts, start=1):
        if not part.strip():
            continue
        found = json_value(part)
        if isinstance(found, dict):
            lines.append(JsonLine(number, found))
        else:
            is_cut = number == len(parts) and found is None  # no newline yet: it may still be written
            damaged.append(half_a_line(number) if is_cut else DamagedLine(number, why_broken(part)))
    return ForeignJson(lines=tuple(lines), damaged=tuple(damaged))


def part(value: object, *names: str) -> Record:
    """The object under the names, step by step; empty when there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else NOTHING


def parts(value: object) -> Iterator[Record]:
    """The objects of a list; nothing for anything else."""
    if isinstance(value, list | tuple):
        yield from (each for each in value if isinstance(each, dict))


def documents(found: ForeignJson) -> list[Record]:
    """The objects of a document: of its list, or the one it is."""
    return list(parts(found.document)) or [part(found.document)]


def word(record: Record, *names: str) -> str | None:
    """The first of the fields that holds some text."""
    values = (record.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), None)


def texts(content: object, kinds: frozenset[str]) -> list[str]:
    """The words of a message: a text, or blocks of the kinds that hold words."""
    if isinstance(content, str):
        return [content] if content.strip() else []
    found: list[str] = []
    if isinstance(content, list):
        for block in content:
            if isinstance(block, str):
                found.append(block)
            elif isinstance(block, dict) and ("type" not in block or word(block, "type") in kinds):
                found.append(word(block, "text") or "")
    return [text for text in found if text.strip()]
