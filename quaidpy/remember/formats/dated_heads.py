"""Which lines of a text are heads with a day, whatever else stands in them? Those that are written alike, in order.

"Visit No. 2 (Thurs. 23 April, drizzle)", "CLOSED: [2026-08-04 Tue]", "| 2026-01-09 | The Salt Road |", "Mon  6 km"
below "Week of 9 March": people write days in any way, and in one text always in the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TypeAlias

from quaidpy.domain.sources.transcripts import SourceLine
from quaidpy.domain.time.days_of_year import DayOfYear, day_within, with_years
from quaidpy.domain.time.written_dates import (
    ANY_MONTH,
    FOREIGN_WEEKDAYS,
    WEEKDAYS,
    find_written_date,
    month_number,
)
from quaidpy.regex import regex

Day: TypeAlias = DayOfYear | datetime
_LEAST = 3  # lines written alike
_HALF_A_YEAR = 6  # months; a month so far before the last one is of the next year
_LEAST_SHARE = 0.12  # of all lines
_LEAST_OF_PARAGRAPHS = 0.6  # heads, of what begins a paragraph
_IN_ORDER = 0.8
_LONGEST_BEFORE = 5  # words before the day
_FARTHEST = 48  # characters before the day
_MARKS = " \t#*_=~:|()[]<>\"'“”•-–—/,.;"
_DIGITS = regex(r"\d+")
_WORD = regex(r"[^\W\d_]+")
_CLOCK = regex(
    r"\A[\s,]{0,3}(?:at |um |à )?\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?(?:[\s·,(|-]{1,4}\d{1,3}:\d\d\)?)?"
)
_WEEKDAY_LEFT = regex(r"\A[\s,(]{0,3}(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b[.,)\]]{0,2}", re.IGNORECASE)
_COMPACT = regex(r"\A\s{0,4}(?P<year>\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?=\s)")
_MONTH_ALONE = regex(
    rf"\A[\s#*_=-]{{0,6}}(?P<month>{ANY_MONTH})(?:,? (?P<year>(?:19|20)\d\d))?[\s#*_=:-]{{0,6}}\Z",
    re.IGNORECASE,
)
_MONTH_OF_TITLE = regex(rf"\b(?P<month>{ANY_MONTH}),? (?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_YEAR_ALONE = regex(r"\A[\s#*_=-]{0,6}(?P<year>(?:19|20)\d\d)[\s#*_=:-]{0,6}\Z")
_DAY_OF_MONTH = regex(
    r"\A[\s#*_=-]{0,6}(?:[^\W\d_]{1,10}\.?,? )?(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?:[.):]|(?=\s*$))(?=\s|$)[*_]{0,2}"
)
_WEEKDAY_FIRST = regex(
    r"\A[\s#*_-]{0,6}(?P<name>mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?(?:\s{2,}|\s?[:–—-]\s|\s*$)",
    re.IGNORECASE,
)
_WEEK = regex(r"\b(?:week (?:of|from|starting|commencing|beginning)|w/?c)\b", re.IGNORECASE)
_WEEK_NUMBER = regex(
    r"\A[\s#*_-]{0,6}(?:W|KW|week |wk )\s?(?P<week>\d{1,2}),?\s(?P<name>mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Head:
    """`text`: what the line says besides its day."""

    line: int
    day: Day
    text: str


@dataclass(frozen=True, slots=True)
class _Shaped:
    head: Head
    shape: str


def are_newest_first(heads: Sequence[Head]) -> bool:
    """Whether most are before the one above."""
    keys = _keys([each.day for each in heads])
    return sum(later < earlier for earlier, later in pairwise(keys)) * 2 > len(keys)


def heads_with_days(told: Sequence[SourceLine], written_at: datetime | None) -> list[Head]:
    """The heads, in the order of the lines; none where days are not written alike, or lie ahead.

    `told`: lines that hold something.
    """
    tried = (_below_weeks(told), _below_months(told), _written_alike(told))
    found = (
        heads
        for heads in tried
        if len(heads) >= max(_LEAST, _LEAST_SHARE * len(told)) and _are_past(heads, written_at)
    )
    return _with_labels_above(next(found, []), told) or _over_paragraphs(told, written_at)


def _over_paragraphs(told: Sequence[SourceLine], written_at: datetime | None) -> list[Head]:
    """Heads over most paragraphs whose labels end alike, of which the first has its year: "Weekly 14 Oct".

    "Our data weekly, 9 Sept 2026" stands over the first of them.
    """
    begins = [line for before, line in pairwise([None, *told]) if line and _is_apart(before, line)]
    shaped = [found for line in begins if (found := _shaped(line)) and not _says_more(found.head.text)]
    called = {found.shape.rpartition(":")[2].split(" ")[-1] for found in shaped}
    days = [found.head.day for found in shaped]
    first = days[0] if days else None
    is_enough = len(shaped) >= max(_LEAST, _LEAST_OF_PARAGRAPHS * len(begins))
    if not (isinstance(first, datetime) and is_enough and len(called) == 1):
        return []
    named = [day if isinstance(day, DayOfYear) else DayOfYear(day.month, day.day) for day in days]
    instants = [at for at in with_years(named, first.year) if at is not None]
    heads = [replace(one.head, day=at) for one, at in zip(shaped, instants, strict=False)]
    is_told = len(instants) == len(days) and _follow_one_another(instants)
    return heads if is_told and _are_past(heads, written_at) else []


def _is_apart(before: SourceLine | None, line: SourceLine) -> bool:
    return before is None or line.number - before.number > 1


def _says_more(text: str) -> bool:
    return len(text.split()) > _LONGEST_BEFORE


def _are_past(heads: Sequence[Head], written_at: datetime | None) -> bool:
    days = [each.day for each in heads if isinstance(each.day, datetime)]
    return written_at is None or not days or max(days) <= written_at


def _written_alike(told: Sequence[SourceLine]) -> list[Head]:
    """The largest group of lines with the same words before a day."""
    by_shape: dict[str, list[Head]] = {}
    year: int | None = None
    for line in told:
        if only := _YEAR_ALONE.match(line.text):
            year = int(only["year"])
        elif (shaped := _shaped(line)) is not None:
            head = shaped.head
            at = head.day.of(year) if year and isinstance(head.day, DayOfYear) else None
            by_shape.setdefault(shaped.shape, []).append(replace(head, day=at) if at else head)
    fitting = (
        heads
        for shape, heads in by_shape.items()
        if _OF_A_CHANGE.search(shape) or _follow_one_another([each.day for each in heads])
    )
    heads = max(fitting, key=len, default=[])
    labels = {_DIGITS.sub("", each.text).strip() for each in heads}
    is_called_alike = len(labels) == 1  # "Voice memo" over each says nothing
    return [replace(each, text="") for each in heads] if is_called_alike else heads


_OF_A_CHANGE = regex(r"\b(?:updated|changed|edited|modified|touched|revised|checked|reviewed|as of)\b")
"""Each part of such a text has its own day, and they stand in no order."""


def _shaped(line: SourceLine) -> _Shaped | None:
    text = line.text[: 4 * _FARTHEST]
    found = _day_in(text) if _DIGITS.search(text) else None  # most lines of a book have no figure
    if found is None or found[0] > _FARTHEST:
        return None
    start, end, day = found
    before = line.text[:start].strip(_MARKS)
    if len(before.split()) > _LONGEST_BEFORE:
        return None
    rest = _CLOCK.sub("", _WEEKDAY_LEFT.sub("", line.text[end:], count=1), count=1).strip(_MARKS)
    kind = "full" if isinstance(day, datetime) else "short"
    head = Head(line.number, day, " ".join(filter(None, (before, rest))))
    return _Shaped(head, f"{kind}:{_shape_of(before)}")


def _day_in(text: str) -> tuple[int, int, Day] | None:
    """The first day, where it begins and ends: written out, with figures, or as six digits at the beginning."""
    if compact := _COMPACT.match(text):
        year, month, number = 2000 + int(compact["year"]), int(compact["month"]), int(compact["day"])
        day = DayOfYear(month, number).of(year)
        return (0, compact.end(), day) if day else None
    if written := find_written_date(text):
        return written.start, written.end, written.at
    return day_within(text)


def _shape_of(before: str) -> str:
    """The words that stand before each day; a number, a weekday, or a place with its comma may be another each time."""
    words = [word.lower() for word in _WORD.findall(_DIGITS.sub("", before))]
    return " ".join(word for word in words if word not in FOREIGN_WEEKDAYS and not _is_weekday(word))


def _is_weekday(word: str) -> bool:
    return any(day.startswith(word[:3]) for day in WEEKDAYS)


def _below_months(told: Sequence[SourceLine]) -> list[Head]:
    """Numbers of days below months that stand alone, or of the month in the title: "MARCH", "4. Rained all day".

    What is counted from one on is a list.
    """
    heads: list[Head] = []
    month, year = _month_of_title(told)
    for line in told:
        if alone := _MONTH_ALONE.match(line.text):
            month, year = month_number(alone["month"]), int(alone["year"]) if alone["year"] else year
        elif only := _YEAR_ALONE.match(line.text):
            year = int(only["year"])
        elif month and (found := _DAY_OF_MONTH.match(line.text)):
            day = DayOfYear(month, int(found["day"]))
            at = day.of(year) if year else None
            heads.append(Head(line.number, at or day, line.text[found.end() :].strip()))
    is_list = [each.day.day for each in heads] == [*range(1, len(heads) + 1)] and all(
        each.text for each in heads
    )
    return heads if not is_list and _follow_one_another([each.day for each in heads]) else []


def headings_that_are_months(told: Sequence[SourceLine]) -> list[Head]:
    """Those of a book of months, from the first that has its year on; each is of its first day."""
    _, year = _month_of_title(told)
    heads: list[Head] = []
    last = 0
    for line in told:
        if (alone := _MONTH_ALONE.match(line.text)) is None:
            continue
        month = month_number(alone["month"])
        is_next_year = 0 < month < last - _HALF_A_YEAR
        year = int(alone["year"]) if alone["year"] else year and year + is_next_year
        if year:
            heads.append(Head(line.number, datetime(year, month, 1, tzinfo=UTC), ""))
            last = month
    keys = _keys([each.day for each in heads])
    return heads if len(heads) >= _LEAST and keys == sorted(set(keys)) else []


def _month_of_title(told: Sequence[SourceLine]) -> tuple[int | None, int | None]:
    """The month and the year that the first line names, or the year alone."""
    title = told[0].text if told else ""
    if found := _MONTH_OF_TITLE.search(title):
        return month_number(found["month"]), int(found["year"])
    years = {int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", title)}
    return None, years.pop() if len(years) == 1 else None


def _below_weeks(told: Sequence[SourceLine]) -> list[Head]:
    """Weekdays below the week they are in: "Week of 9 March", "Mon   rest"; or behind its number: "W20 Wed"."""
    heads: list[Head] = []
    week: Day | None = None
    _, year = _month_of_title(told)
    for line in told:
        if year and (numbered := _WEEK_NUMBER.match(line.text)):
            at = _day_of_week(year, int(numbered["week"]), _place(numbered["name"]))
            if at is not None:
                heads.append(Head(line.number, at, line.text[numbered.end() :].strip(_MARKS)))
        elif _WEEK.search(line.text) and (found := _day_in(line.text)):
            week = found[2]
        elif week is not None and (named := _WEEKDAY_FIRST.match(line.text)):
            heads.append(
                Head(line.number, _in_week(week, _place(named["name"])), line.text[named.end() :].strip())
            )
    return heads


def _day_of_week(year: int, week: int, place: int) -> datetime | None:
    """None where the year has no such week: W0, and W53 of most."""
    try:
        return datetime.fromisocalendar(year, week, place + 1).replace(tzinfo=UTC)
    except ValueError:
        return None


def _place(name: str) -> int:
    return next(place for place, each in enumerate(WEEKDAYS) if each.startswith(name.lower()))


def _in_week(begins: Day, place: int) -> Day:
    """The weekday in the week that begins then; the week may begin on any day."""
    if isinstance(begins, datetime):
        return begins + timedelta(days=(place - begins.weekday()) % 7)
    first = begins.of(_LEAP_YEAR)
    if first is None:
        return begins
    then = first + timedelta(days=place)  # without a year a week begins on a Monday
    return DayOfYear(then.month, then.day, place)


_LEAP_YEAR = 2000


def _with_labels_above(heads: Sequence[Head], told: Sequence[SourceLine]) -> list[Head]:
    """Heads begun by the heading right above their day, where each has one: "New Recording 42", "## Wifi"."""
    places = {line.number: place for place, line in enumerate(told)}
    above = [_label_above(places[each.line], told) for each in heads]
    if sum(line is not None for line in above) * 2 <= len(heads) or any(each.text for each in heads):
        return list(heads)
    return [
        Head(line.number, each.day, line.text) if line is not None else each
        for line, each in zip(above, heads, strict=True)
    ]


def _label_above(place: int, told: Sequence[SourceLine]) -> SourceLine | None:
    """The line right above, if it begins a paragraph or is a heading, and only names what stands below."""
    if not place or told[place].number - told[place - 1].number > 1:
        return None
    line = told[place - 1]
    begins = (
        place == 1 or line.number - told[place - 2].number > 1 or line.text.lstrip().startswith(("#", "*"))
    )
    return line if begins and _is_label(line.text) else None


def _is_label(text: str) -> bool:
    return len(text.split()) <= _LONGEST_BEFORE + 1 and text.rstrip()[-1:] not in {".", "!", "?", ",", ";"}


def _keys(days: Sequence[Day]) -> list[tuple[int, int, int]]:
    return [(each.year if isinstance(each, datetime) else 0, each.month, each.day) for each in days]


def _follow_one_another(days: Sequence[Day]) -> bool:
    """Whether they stand in order, the first or the last on top, and not all are one day."""
    keys = _keys(days)
    steps = [later >= earlier for earlier, later in pairwise(keys)]
    share = sum(steps) / len(steps) if steps else 0.0
    return len({day for *_, day in keys}) > 1 and (share >= _IN_ORDER or 1 - share >= _IN_ORDER)
