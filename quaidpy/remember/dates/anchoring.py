"""What is a day said on, and what a date found in a text, while dates are written out?"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.time.written_dates import WEEKDAYS
from quaidpy.remember.dates.tenses import Direction

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Said:
    """What a relative date is resolved against: the day, and where the clause around the date looks.

    `is_dated`: whether the words have a date; else the day is when they were read, or their file was written.
    """

    day: datetime
    direction: Direction
    is_dated: bool = True

    @property
    def is_past(self) -> bool:
        return self.direction is Direction.BACK


@dataclass(frozen=True, slots=True)
class Moment:
    """A date as it is to be written; `preposition` stands before it where none does yet."""

    preposition: str
    words: str
    start: datetime


Meaning = Callable[[re.Match[str], Said], Moment | None]
Rule = tuple[re.Pattern[str], Meaning]


def rule(pattern: str, meaning: Meaning) -> Rule:
    return re.compile(pattern, re.IGNORECASE), meaning


def on_day(day: datetime) -> Moment:
    return Moment("on", spoken_date(day), day)


def in_month(day: datetime) -> Moment:
    return Moment("in", spoken_date(day).split(" ", 1)[1], day.replace(day=1))


def year_meant(month: int, day: int, said: Said) -> int | None:
    """The year of a day and month without one; None where neither the clause nor the calendar tells.

    What is told of the past was last so, what is planned is next so. Present tense means the next one too, unless
    the day has only just been. Where nothing tells, it is the nearest, if it is near; so it is of words without a date.

    Raises:
        ValueError: no year has the day.

    """
    years = range(said.day.year - 1, said.day.year + 2)
    days = [
        datetime(year, month, day, tzinfo=UTC) for year in years if (month, day) != (2, 29) or _is_leap(year)
    ]
    nearest = min(days, key=lambda each: (abs(each - said.day), -each.year), default=None)
    if not said.is_dated:
        return nearest.year if nearest and abs(nearest - said.day) <= _DAYS_WITHOUT_DATE else None
    before = [each for each in days if each <= said.day]
    after = [each for each in days if each >= said.day]
    if said.direction is Direction.BACK:
        is_almost = bool(after) and after[0] - said.day <= _ALMOST
        return before[-1].year if before and not is_almost else None
    if said.direction is Direction.AHEAD:
        return after[0].year if after else None
    if said.direction is Direction.PRESENT:
        is_just_over = nearest is not None and said.day - _JUST_OVER <= nearest < said.day
        return nearest.year if is_just_over and nearest else after[0].year if after else None
    is_told = said.direction is Direction.ARRANGED
    return nearest.year if nearest and (is_told or abs(nearest - said.day) <= _NEAR) else None


_ALMOST = timedelta(days=7)  # what is told of a day that comes so soon is hardly of a year ago
_JUST_OVER = timedelta(days=45)
_DAYS_WITHOUT_DATE = timedelta(days=60)  # a note is read soon after it was written, or at any time
_NEAR = timedelta(days=155)  # further on either side, the other year is as likely


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def weekday_number(name: str) -> int:
    """Monday is 0; short forms and plurals are the same day."""
    return next(i for i, day in enumerate(WEEKDAYS) if day.startswith(name.lower()[:3]))


def weekday_after(day: datetime, number: int) -> datetime:
    """The next such weekday; of the same one, in a week."""
    return day + ((number - day.weekday()) % 7 or 7) * DAY
