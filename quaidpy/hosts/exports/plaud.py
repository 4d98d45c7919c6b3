"""What was said on a Plaud recording? A Markdown or text export: a time and a speaker over each passage."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256

from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.sources.sessions import HostSession
from quaidpy.domain.sources.transcripts import RawTurn
from quaidpy.domain.time.written_dates import find_written_date, time_of_day
from quaidpy.regex import regex

HOST = "plaud"
_CLOCK = r"\[?\(?(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)\)?\]?"
_NAME = r"(?P<name>[^\W\d_][^\n:：]{0,40}?)"
_MARK = r"[-*#>\s]*+"
_HEADS = (
    regex(rf"^{_MARK}{_CLOCK}(?:\s{{0,5}}-+\s{{0,5}}[\d:]+)?[\s*|-]++{_NAME}[\s*:：]*+$"),
    regex(rf"^{_MARK}{_NAME}[\s*|-]++{_CLOCK}(?:\s{{0,5}}-+\s{{0,5}}[\d:]+)?[\s*:：]*+$"),
)
_HEADING = regex(r"^#{1,6}\s+(?P<title>\S.*)$")
_FEWEST = 2  # passages; one line with a time is no recording
_LONGEST_SILENCE = timedelta(minutes=5)  # before the first word; times of day begin later
_HALF_OF_A_DAY = regex(r"[ap]\.?m\.?$", re.IGNORECASE)
_ANYBODY = regex(r"\A(?:speaker|sprecher|unknown)\s*+\w*+$", re.IGNORECASE)


def recognizes(text: str) -> bool:
    """Lines that hold a time and a name and nothing else, words below most of them, the times never going back.

    A list of times in notes ("- 06:41 all is well") has nothing below its lines, or tells what was done then.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    heads = {place: head for place, line in enumerate(lines) if (head := _head(line))}
    clocks = [_offset(head["clock"]) for head in heads.values()]
    spoken = sum(place + 1 < len(lines) and place + 1 not in heads for place in heads)
    is_recording = len(clocks) >= _FEWEST and clocks == sorted(clocks) and clocks[0] <= _LONGEST_SILENCE
    are_names = sum(_is_name(head["name"]) for head in heads.values()) * 2 > len(heads)
    return is_recording and are_names and spoken >= _FEWEST and spoken * 2 > len(heads)


def _is_name(name: str) -> bool:
    """Whether each word of it is written as a name is: "Ana Ruiz", "Speaker 2", "발표자 1"."""
    return all(not word[0].islower() for word in name.split())


def read(text: str, name: str) -> Iterator[HostSession]:
    """One session; a recording's times count from the date in its title or head, where there is one."""
    title: str | None = None
    start: datetime | None = None
    passages: list[tuple[int, str, timedelta, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        head, heading = _head(line), _HEADING.match(line)
        if head:
            passages.append((number, head["name"].strip(" *"), _offset(head["clock"]), []))
        elif passages and not heading:
            passages[-1][3].append(line)
        elif not passages:
            title = title or (heading["title"].strip() if heading else None)
            found = find_written_date(line)
            start = start or (found.at if found else None)
    turns = tuple(
        RawTurn(
            text="\n".join(said).strip(),
            speaker=None if _ANYBODY.match(who) else who,
            role=Role.USER,
            at=start + offset if start else None,
            line=number,
        )
        for number, who, offset, said in passages
        if "".join(said).strip()
    )
    session = sha256(name.encode()).hexdigest()[:16]
    yield HostSession(host=HOST, session=session, title=title, turns=turns)


def _head(line: str) -> re.Match[str] | None:
    found = next((match for form in _HEADS if (match := form.match(line))), None)
    return None if found and _HALF_OF_A_DAY.match(found["name"].strip()) else found


def _offset(clock: str) -> timedelta:
    """mm:ss or hh:mm:ss."""
    return time_of_day(clock if clock.count(":") == 2 else f"0:{clock}") or timedelta()
