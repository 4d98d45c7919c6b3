"""Which day is written without its year, and which year is meant?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from quaidpy.domain.time.written_dates import ANY_MONTH, WEEKDAYS, month_number
from quaidpy.regex import regex

_SHORT = "mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun"
_DAY_AND_MONTH = (
    rf"(?:(?:on )?(?P<weekday>{_SHORT})(?:day)?\.?,? )?(?:the )?"
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of| de)? (?P<month>{ANY_MONTH})"
    rf"|(?P<month_first>{ANY_MONTH}) (?P<day_last>\d{{1,2}})(?:st|nd|rd|th)?"
    r"|(?P<day_number>\d{1,2})(?:\. ?(?P<month_number>\d{1,2})\.|/(?P<month_behind>\d{1,2})(?![\d/])))"
    rf"(?:,? \(?(?P<weekday_last>{_SHORT})(?:day)?\.?\)?)?"
)
_DAY = regex(_DAY_AND_MONTH)
_WITHIN = regex(rf"(?<![\w./-])(?:{_DAY_AND_MONTH})(?![\w/-])", re.IGNORECASE)
_LEADING = regex(rf"\A\s{{0,8}}{_DAY_AND_MONTH}(?:\s?[.:–—,-])?\s+(?=\S)", re.IGNORECASE)
_LEADING_IN_SHORT = regex(
    r"\A\s{0,8}(?P<weekday>mo|tu|we|th|fr|sa|su|di|mi|do|so|mon|tue|wed|thu|fri|sat|sun)\.?,? (?P<day>\d{1,2})\. ?"
    r"(?P<month>\d{1,2})\.?(?:\s?[:–—,-])?\s+(?=\S)",
    re.IGNORECASE,
)
"""As a book has it, where a stop behind the month may be missing: "Mo 5.1 glued the drawers"."""
_HALF_A_YEAR = timedelta(days=180)
_YEARS_BACK = (
    12  # within which a weekday tells the year; a day falls on the same one every five to eleven years
)
_MOST_WRONG = 0.2  # share of weekdays that people get wrong
_LEAP_YEAR = 2000


@dataclass(frozen=True, slots=True)
class DayOfYear:
    """`weekday` counts from 0, Monday; None where it is not said."""

    month: int
    day: int
    weekday: int | None = None

    def of(self, year: int) -> datetime | None:
        """None for 29 February of most years."""
        try:
            return datetime(year, self.month, self.day, tzinfo=UTC)
        except ValueError:
            return None


def day_of_year(text: str) -> DayOfYear | None:
    """The day, where the text is nothing else: "Monday, May 4th", "4 July, Sat.", "4/7"."""
    found = _DAY.fullmatch(" ".join(text.lower().split()))
    return _day_of(found) if found else None


def leading_day(line: str) -> tuple[DayOfYear, int] | None:
    """The day with which a line of a book begins, and where its next word stands: "14.4. Ice gone", "4 May rain"."""
    if short := _LEADING_IN_SHORT.match(line):
        day = _valid(DayOfYear(int(short["month"]), int(short["day"]), _weekday_of(short["weekday"])))
        return (day, short.end()) if day else None
    found = _LEADING.match(line)
    day = _day_of(found) if found else None
    return (day, found.end()) if found and day else None


def day_within(line: str) -> tuple[int, int, DayOfYear] | None:
    """The first day with its month's name that a line holds, and where it begins and ends; "4/7" only in front."""
    found = next(
        (
            each
            for each in _WITHIN.finditer(line)
            if each["month"] or each["month_first"] or not line[: each.start()].strip()
        ),
        None,
    )
    day = _day_of(found) if found else None
    return (found.start(), found.end(), day) if found and day else None


def _day_of(found: re.Match[str]) -> DayOfYear | None:
    name, number = found["month"] or found["month_first"], found["month_number"] or found["month_behind"]
    day = int(found["day"] or found["day_last"] or found["day_number"])
    on = _weekday_of(found["weekday"] or found["weekday_last"])
    return _valid(DayOfYear(month_number(name.lower()) if name else int(number), day, on))


def _weekday_of(name: str | None) -> int | None:
    """None also of a short form that is no English one."""
    if not name:
        return None
    return next((place for place, each in enumerate(WEEKDAYS) if each.startswith(name.lower())), None)


def _valid(day: DayOfYear) -> DayOfYear | None:
    return day if day.of(_LEAP_YEAR) else None


def with_years(days: Sequence[DayOfYear], first_year: int) -> Iterator[datetime | None]:
    """The days one after another; half a year back in the calendar is a day of the next year."""
    year, last = first_year, None
    for day in days:
        at = day.of(year)
        if at is not None and last is not None and at < last - _HALF_A_YEAR:
            year += 1
            at = day.of(year)
        last = at or last
        yield at


def first_year(days: Sequence[DayOfYear], *, stated: int | None, written_at: datetime | None) -> int | None:
    """Of which year the first of these days is that follow one another.

    The latest in which the weekdays fall on them and the last day was not after the text was written. Without weekdays
    the year `stated`, or the last before it was written; None where nothing tells.
    """
    if not days:
        return None
    latest = written_at.year if written_at else stated
    if latest is None:
        return None
    tried = ([stated] if stated else []) + [latest - back for back in range(_YEARS_BACK)]
    told = any(day.weekday is not None for day in days)
    fitting = (year for year in tried if _fits(days, year, written_at if year != stated else None))
    return next(fitting, None if told and not stated else stated)


def _fits(days: Sequence[DayOfYear], year: int, written_at: datetime | None) -> bool:
    dates = list(with_years(days, year))
    told = [(at, day.weekday) for at, day in zip(dates, days, strict=True) if day.weekday is not None]
    wrong = sum(at is None or at.weekday() != weekday for at, weekday in told)
    last = max((at for at in dates if at), default=None)
    is_past = written_at is None or last is None or last <= written_at
    return is_past and wrong <= _MOST_WRONG * len(told)
