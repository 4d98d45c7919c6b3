"""What stands around the words where a page of a chat was copied? Names and times in lines of their own, counters."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quaidpy.domain.sources.transcripts import SourceLine
from quaidpy.regex import regex
from quaidpy.remember.formats.log_lines import (
    CLOCK,
    DATED_CLOCK,
    DAY_AND_CLOCK,
    LONE_NAME,
    SpokenLine,
    spoken_line,
)
from quaidpy.remember.words.names import is_given_name

_BADGE = regex(r"^(?:APP|BOT|OP|Edited|Guest|External|Admin|Mod|:[a-z0-9_+-]+:)$")
"""Between a name and its time: of a program, of whoever asked first, what somebody is doing."""
_WHEN = regex(
    rf"^(?:[—–-]\s)?(?:(?:APP|BOT|OP)\s{{1,3}})?(?::[a-z0-9_+-]+:\s{{1,3}})?(?P<stamp>{DAY_AND_CLOCK})"
    r"(?:\s\((?:Read|Edited) [^()]{1,60}\))?$"
)
_DATED = regex(rf"^{DATED_CLOCK}$")
_ENDS_WITH_TIME = regex(r"\d(?:\s?[ap]\.?\s?m\.?)?[\])]?:?$", re.IGNORECASE)
_BARE_CLOCK = regex(rf"^(?:\[{CLOCK}\]|{CLOCK})$")
_NAME = regex(rf"^{LONE_NAME}$")
_BY = regex(r"^(?P<begins>\S.{0,80}?)(?:\.{3}|…)? by (?P<name>\S.{0,40})$")
"""What a screen reader is told of a message, over the message: "See you at two by Ana Ruiz"."""
_OF_THE_PAGE = regex(
    r"^(?:\d{1,4} repl(?:y|ies)\b.{0,60}|last reply\b.{0,60}|view (?:thread|newer replies)|thread|new|edited|\(edited\)"
    r"|has context menu|\d{1,4} [\w ]{1,24} reactions?\.?|last read|type a message|reply…|also sen[dt] to .{1,60}"
    r"|delivered|seen|→|.{1,40} pinned a message to this channel\b.{0,120})$",
    re.IGNORECASE,
)
_REACTION = regex(r"^(?::[a-z0-9_+-]+:|[^\w\s]{1,8})$")
_COUNT = regex(r"^\d{1,3}$")
_LEAST_HEADS = 2  # that make a page


@dataclass(frozen=True, slots=True)
class _Head:
    """A name with its time: from which line to which, by their places."""

    name: str
    stamp: str
    first: int
    last: int


def as_copied(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """With each head in one line, "Ana Ruiz  [9:41 AM]", and without what the page only puts beside words."""
    heads = {head.first: head for head in _heads(lines)}
    if len(heads) < _LEAST_HEADS and not _has_heads_in_one_line(lines):
        return list(lines)
    return [*_rewritten(lines, heads)]


def _has_heads_in_one_line(lines: Sequence[SourceLine]) -> bool:
    return sum(is_head_in_one_line(line.text) for line in lines) >= _LEAST_HEADS


def is_head_in_one_line(text: str) -> bool:
    """Whether a line is a name with a time and nothing else: "Ana Ruiz  12 Feb 2026, 18:30"."""
    return _head_in_one_line(text) is not None


def _head_in_one_line(text: str) -> SpokenLine | None:
    """Asked of lines that end with a time: most lines of a log do not, and forms of heads are many."""
    found = spoken_line(text) if _ENDS_WITH_TIME.search(text) else None
    return found if found is not None and found.is_head else None


def _heads(lines: Sequence[SourceLine]) -> Iterator[_Head]:
    """A time below a name, as pages have it, or above it, as messages are exported from a telephone."""
    told = [place for place, line in enumerate(lines) if line.text.strip()]
    rank = {place: number for number, place in enumerate(told)}
    whens = {place: match["stamp"] for place in told if (match := _WHEN.match(lines[place].text.strip()))}
    above = {place: found for place in whens if (found := _name_above(lines, told, rank[place])) is not None}
    below = {
        place: told[rank[place] + 1]
        for place, stamp in whens.items()
        if _DATED.match(stamp)
        and rank[place] + 1 < len(told)
        and _NAME.match(_text(lines, told[rank[place] + 1]))
    }
    names_above = Counter(_text(lines, place) for place in above.values())
    names_below = Counter(_text(lines, place) for place in below.values())
    if _name_likeness(names_below) > _name_likeness(names_above):
        yield from (_Head(_text(lines, name), whens[when], when, name) for when, name in below.items())
        return
    for when, name in above.items():
        text = _text(lines, name)
        is_dated = _DATED.match(whens[when]) is not None and len(above) > 1
        if names_above[text] > 1 or _begins_with_given_name(text) or is_dated:
            yield _Head(text, whens[when], name, when)


def _name_likeness(names: Counter[str]) -> tuple[float, float]:
    """How often each is told, for names come again and words do not; and how many of them people are given."""
    if not names:
        return 0.0, 0.0
    return names.total() / len(names), sum(map(_begins_with_given_name, names)) / len(names)


def _begins_with_given_name(text: str) -> bool:
    return is_given_name(text.split(maxsplit=1)[0].casefold())


def _name_above(lines: Sequence[SourceLine], told: Sequence[int], rank: int) -> int | None:
    """The place of the line that may be a name, over badges."""
    for place in reversed(told[max(0, rank - 3) : rank]):
        text = _text(lines, place)
        if not _BADGE.match(text):
            return place if _NAME.match(text) and not _OF_THE_PAGE.match(text) else None
    return None


def _rewritten(lines: Sequence[SourceLine], heads: Mapping[int, _Head]) -> Iterator[SourceLine]:
    names = {head.name for head in heads.values()}
    last: str | None = None
    stamp = ""
    place = 0
    while place < len(lines):
        line, text = lines[place], lines[place].text.strip()
        if (head := heads.get(place)) and line.text[:2].isspace():
            place = _behind_answer(lines, head.last)
            continue
        if head:
            last, stamp = head.name, head.stamp
            end = lines[head.last]
            yield replace(line, end=end.end, text=_in_one_line(last, stamp), is_complete=end.is_complete)
            place = head.last + 1
            continue
        if found := _head_in_one_line(line.text):
            last, stamp = found.name, found.stamp or stamp
        if (by := _BY.match(text)) and by["name"] in names:
            if place + 1 < len(lines) and lines[place + 1].text.startswith(by["begins"]):
                last = by["name"]
                yield replace(line, text=_in_one_line(last, stamp))
        elif last is not None and _BARE_CLOCK.match(text):
            stamp = text.strip("[]")
            yield replace(line, text=_in_one_line(last, stamp))
        elif _REACTION.match(text) and place + 1 < len(lines) and _COUNT.match(_text(lines, place + 1)):
            place += 1
        elif last is None or not _OF_THE_PAGE.match(text):
            yield line
        place += 1


def _behind_answer(lines: Sequence[SourceLine], place: int) -> int:
    """Where an answer ends that stands set in below what it answers, and once more in its own place."""
    while place < len(lines) and lines[place].text.strip():
        place += 1
    return place


def _in_one_line(name: str, stamp: str) -> str:
    return f"{name}  [{' '.join(stamp.split())}]"


def _text(lines: Sequence[SourceLine], place: int) -> str:
    return lines[place].text.strip()
