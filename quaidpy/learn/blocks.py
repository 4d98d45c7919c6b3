"""How do bullets and diary paragraphs stand in their files, a block for each day and occasion?"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from quaidpy.domain.memories.learning import Trigger
from quaidpy.learn.protection import fenced_lines
from quaidpy.regex import regex

_BULLET_HEAD = regex(r"^##\s++(?P<occasion>\S.*)\s-\s+(?P<day>\d{4}-\d{2}-\d{2})(?:\s+\d{2}:\d{2})?\s*+$")
_ENTRY_HEAD = regex(r"^##\s+(?P<day>\d{4}-\d{2}-\d{2})(?:\s+-\s++(?P<occasion>\S.*+))?\s*+$")
_ANY_HEAD = regex(r"^#{1,2}\s")
_BULLET = regex(r"^[-*]\s+(?P<text>\S.*+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullet:
    """A line of a snippets file; `line` counts from 0, `lines` are how many it takes."""

    line: int
    lines: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A day's entry of a journal: lines `start` up to, without, `end`."""

    start: int
    end: int
    day: date
    occasion: str
    text: str


def newline_of(text: str | None) -> str:
    """How lines end in this file."""
    return "\r\n" if text and "\r\n" in text else "\n"


def with_bullets(
    text: str | None, bullets: Sequence[str], trigger: Trigger, at: datetime, *, head: str
) -> str:
    """The file with these bullets at the end of the block of this day and occasion, which is begun if need be."""
    end = newline_of(text)
    lines = _lines(text) or [head, ""]
    new = [f"- {bullet}" for bullet in bullets]
    for number, line in enumerate(lines):
        found = _BULLET_HEAD.match(line)
        if found and _is_of(found, trigger, at):
            place = _end_of_block(lines, number)
            return _joined([*lines[:place], *new, *lines[place:]], end)
    title = f"## {_title(trigger)} - {at:%Y-%m-%d %H:%M}"
    return _joined([*_without_blank_end(lines), "", title, "", *new], end)


def with_paragraphs(
    text: str | None, paragraphs: Sequence[str], trigger: Trigger, at: datetime, *, head: str
) -> str:
    """The journal with these paragraphs in the entry of this day and occasion; a new one stands before older days."""
    end = newline_of(text)
    lines = _lines(text) or [head]
    new = [line for paragraph in paragraphs for line in (paragraph, "")]
    for number, line in enumerate(lines):
        found = _ENTRY_HEAD.match(line)
        if found and _is_of(found, trigger, at):
            stop = _end_of_block(lines, number)
            return _joined([*lines[:stop], "", *new[:-1], *lines[stop:]], end)
    title = f"## {at:%Y-%m-%d} - {_title(trigger)}"
    place = _place_of(f"{at:%Y-%m-%d}", lines)
    if place is None:
        return _joined([*_without_blank_end(lines), "", title, "", *new[:-1]], end)
    return _joined([*lines[:place], title, "", *new, *lines[place:]], end)


def with_entries(text: str | None, entries: Iterable[Entry], *, head: str, end: str) -> str:
    """An archive with whole entries added, newest first."""
    lines = _lines(text) or [head]
    for entry in sorted(entries, key=lambda each: each.day):
        found = _place_of(f"{entry.day}", lines)
        place = len(lines) if found is None else found
        occasion = f" - {entry.occasion}" if entry.occasion else ""
        block = [f"## {entry.day}{occasion}", "", *entry.text.splitlines(), ""]
        before = lines[:place]
        if before and before[-1].strip():
            before = [*before, ""]
        lines = [*before, *block, *lines[place:]]
    return _joined(_without_blank_end(lines), end)


def _place_of(day: str, lines: Sequence[str]) -> int | None:
    """Before the first entry that is not newer."""
    heads = ((number, _ENTRY_HEAD.match(line)) for number, line in enumerate(lines))
    return next((number for number, head in heads if head and head["day"] <= day), None)


def bullets_in(text: str | None) -> list[Bullet]:
    """Every bullet, also those that a person wrote; an indented line belongs to the bullet above it."""
    found: list[Bullet] = []
    for number, line in enumerate(_lines(text)):
        bullet = _BULLET.match(line)
        if bullet:
            found.append(Bullet(line=number, lines=1, text=bullet["text"].rstrip()))
        elif found and line[:1] in {" ", "\t"} and line.strip() and _follows(found[-1], number):
            last = found.pop()
            found.append(Bullet(line=last.line, lines=last.lines + 1, text=f"{last.text} {line.strip()}"))
    return found


def without_bullets(text: str, gone: Collection[Bullet]) -> str | None:
    """The file without these bullets and without blocks that have none left; None when only our heading would stay."""
    cut = {number for bullet in gone for number in range(bullet.line, bullet.line + bullet.lines)}
    lines = [line for number, line in enumerate(_lines(text)) if number not in cut]
    kept: list[str] = []
    is_gone = False  # the empty lines after a head go with it
    for number, line in enumerate(lines):
        is_gone = (is_gone and not line.strip()) or (
            _BULLET_HEAD.match(line) is not None and not _has_words(lines, number)
        )
        if not is_gone:
            kept.append(line)
    return _file_of(kept, newline_of(text))


def entries_in(text: str | None) -> list[Entry]:
    """The dated entries, in the order of the file."""
    lines = _lines(text)
    found = []
    for number, line in enumerate(lines):
        head = _ENTRY_HEAD.match(line)
        day = _day(head["day"]) if head else None
        if head and day:
            end = _next_head(lines, number)
            body = "\n".join(lines[number + 1 : end]).strip("\n")
            found.append(
                Entry(start=number, end=end, day=day, occasion=(head["occasion"] or "").strip(), text=body)
            )
    return found


def without_entries(text: str, gone: Collection[Entry]) -> str | None:
    """The journal without these entries; None when only our heading would stay."""
    cut = {number for entry in gone for number in range(entry.start, entry.end)}
    return _file_of([line for number, line in enumerate(_lines(text)) if number not in cut], newline_of(text))


def plain_line(text: str) -> str:
    """One line that is no heading, bullet or comment of its own, whatever somebody said."""
    line = " ".join(text.replace("<!--", "").replace("-->", "").split())
    return re.sub(r"^(?:[#>*-]+|\d+\.)\s+", "", line)


def _lines(text: str | None) -> list[str]:
    """Without their ends; other signs at which Python would cut a line are words of the user."""
    lines = (text or "").replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines and not lines[-1] else lines


def _joined(lines: Sequence[str], end: str) -> str:
    return end.join(lines) + end


def _file_of(lines: list[str], end: str) -> str | None:
    """None when nothing but our heading would be in it."""
    kept = _without_blank_end(lines)
    return None if all(not line.strip() or line.startswith("# ") for line in kept) else _joined(kept, end)


def _title(trigger: Trigger) -> str:
    return trigger.value.capitalize()


def _is_of(head: re.Match[str], trigger: Trigger, at: datetime) -> bool:
    occasion = (head["occasion"] or "").strip().casefold()
    return head["day"] == f"{at:%Y-%m-%d}" and occasion == trigger.value


def _end_of_block(lines: Sequence[str], head: int) -> int:
    """Behind the last line of the block that is not empty."""
    end = _next_head(lines, head)
    while end > head + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _next_head(lines: Sequence[str], head: int) -> int:
    code = fenced_lines(lines)
    places = range(head + 1, len(lines))
    return next((n for n in places if n not in code and _ANY_HEAD.match(lines[n])), len(lines))


def _has_words(lines: Sequence[str], head: int) -> bool:
    return any(line.strip() for line in lines[head + 1 : _next_head(lines, head)])


def _without_blank_end(lines: list[str]) -> list[str]:
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _follows(bullet: Bullet, line: int) -> bool:
    return bullet.line + bullet.lines == line


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
