"""Which instant does a written date mean, in a log's header or stamp?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from quaidpy.domain.time.instants import admitted, admitted_seconds
from quaidpy.regex import regex

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun",
            "july jul", "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_FOREIGN_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "januar enero janvier", "februar febrero février", "märz marzo mars", "abril avril", "mai mayo",
            "juni junio juin", "juli julio juillet", "agosto août", "septiembre septembre", "oktober octubre octobre",
            "noviembre novembre", "dezember diciembre décembre",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
"""Known in full dates only: in an English text "mars" is a planet."""
ANY_MONTH = "(?:" + "|".join(sorted({**MONTHS, **_FOREIGN_MONTHS}, key=lambda name: -len(name))) + r")\.?"
MONTH = "(?:" + "|".join(sorted(MONTHS, key=lambda name: -len(name))) + r")\.?"
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
FOREIGN_WEEKDAYS = frozenset(
    """
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lunes martes miércoles jueves viernes sábado
    domingo lundi mardi mercredi jeudi vendredi samedi dimanche
    """.split()  # noqa: SIM905 - a word list reads as one
)
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month each begins in, north of the equator."""

EASTERN_HALF = "(?:오전|오후|上午|下午|午前|午後)"
"""Before the hour, of the day's first half or its second: as chats are written down in Korea, China and Japan."""
_TIME = (
    rf"(?:(?P<eastern>{EASTERN_HALF})\s?)?"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d+)?)?(?:\s{0,3}(?P<half>[ap])(?:\.\s?)?m\.?)?"
)
_ZONE = r"(?:\s{0,3}(?P<zone>Z|UTC|[+-]\d{2}:?\d{2}))?"
_DATES = (
    r"(?P<year>\d{4})\s?[년年]\s?(?P<month>\d{1,2})\s?[월月]\s?(?P<day>\d{1,2})\s?[일日]",
    r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
    (
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s{{1,3}}(?:of\s{{1,3}}|de\s{{1,3}})?(?P<month_name>{ANY_MONTH}),?"
        r"\s{1,3}(?:de\s{1,3})?(?P<year>\d{4})"
    ),
    rf"(?P<month_name>{MONTH})\s{{1,3}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,3}}(?P<year>\d{{4}})",
    rf"(?P<day>\d{{1,2}})-(?P<month_name>{MONTH})-(?P<year>\d{{4}}|\d{{2}})",
    r"(?P<first>\d{1,2})[/.-](?P<second_number>\d{1,2})[/.-](?P<year>\d{4}|\d{2})",
)
NUMERIC_DATE = (
    r"(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:(?:19|20)\d\d|\d\d))(?!\d)"
)
"""In figures alone; a telephone number may look like one."""
_WEEKDAY = r"(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,?\s{1,3})?"
_FORMS = tuple(
    regex(pattern, re.IGNORECASE)
    for date in _DATES
    for pattern in (
        rf"{_WEEKDAY}{date}(?:(?:,|\s{{1,3}}at|T|\s{{0,3}}[-–—|])?\s{{0,3}}{_TIME}{_ZONE})?(?!\d)",
        rf"{_TIME}\s{{0,3}}(?:,|on)?\s{{0,3}}{_WEEKDAY}{date}(?!\d)",
    )
)
_HALVES = {"오전": "a", "上午": "a", "午前": "a", "오후": "p", "下午": "p", "午後": "p"}
_TIME_ONLY = regex(rf"{_TIME}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date found in a text: where, and the instant it means in UTC."""

    at: datetime
    start: int
    end: int


def find_written_date(text: str, *, is_day_first: bool = True) -> WrittenDate | None:
    """The first full date in the text, with its time of day if one stands beside it."""
    best: WrittenDate | None = None
    for form in _FORMS:
        match = form.search(text)
        if match is None:
            continue
        at = _instant(match.groupdict(), is_day_first=is_day_first)
        if at is None:
            continue
        found = WrittenDate(at, match.start(), match.end())
        if best is None or _rank(found) < _rank(best):
            best = found
    return best


def instant_of(value: object) -> datetime | None:
    """What a stamp in a machine's file means: ISO or written text, seconds or milliseconds since 1970; else nothing."""
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _of_number(value)
    return None


def _of_text(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        found = find_written_date(text)
        return found.at if found else None
    return admitted(at)


def _of_number(number: float) -> datetime | None:
    if abs(number) > 1e15:  # no year has so many, and a longer whole number cannot be divided
        return None
    seconds = number / 1000 if abs(number) > 1e11 else number
    return admitted_seconds(seconds) if seconds > 0 else None


def month_number(name: str) -> int:
    """Of what ANY_MONTH or MONTH matches, 1-12."""
    return {**_FOREIGN_MONTHS, **MONTHS}[name.lower().rstrip(".")]


def time_of_day(text: str) -> timedelta | None:
    """What "13:56" or "1:56 pm" adds to its day."""
    match = _TIME_ONLY.match(text.strip())
    clock = _clock(match.groupdict()) if match else None
    return timedelta(hours=clock[0], minutes=clock[1], seconds=clock[2]) if clock else None


def writes_day_first(stamps: Sequence[str]) -> bool:
    """Whether 8/5/23 is 8 May in these stamps: numbers over 12 tell, weekdays, the order, am/pm (American)."""
    found = [match for stamp in stamps if (match := _NUMERIC.match(stamp.strip()))]
    if any(int(match["first"]) > 12 for match in found):
        return True
    if any(int(match["second"]) > 12 for match in found):
        return False
    fitting = {
        is_first: sum(_falls_on_it(match, is_day_first=is_first) for match in found)
        for is_first in (True, False)
    }
    if fitting[True] != fitting[False]:
        return fitting[True] > fitting[False]
    ordered = {
        is_first: _is_ordered([find_written_date(stamp, is_day_first=is_first) for stamp in stamps])
        for is_first in (True, False)
    }
    if ordered[True] != ordered[False]:
        return ordered[True]
    return not any(re.search(r"\d\s*[ap]\.?m\b", stamp, re.IGNORECASE) for stamp in stamps)


_NUMERIC = regex(
    r"(?:(?P<weekday>mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s)?"
    r"(?P<first>\d{1,2})[/.-](?P<second>\d{1,2})[/.-](?P<year>\d{4}|\d{2})(?!\d)",
    re.IGNORECASE,
)


def _falls_on_it(stamp: re.Match[str], *, is_day_first: bool) -> bool:
    """Whether its weekday is that of its date."""
    parts = {"first": stamp["first"], "second_number": stamp["second"], "year": stamp["year"]}
    at = _instant(parts, is_day_first=is_day_first) if stamp["weekday"] else None
    return at is not None and WEEKDAYS[at.weekday()].startswith(stamp["weekday"].lower())


def _is_ordered(dates: Sequence[WrittenDate | None]) -> bool:
    known = [date.at for date in dates if date]
    return all(one <= other for one, other in pairwise(known))


def _rank(found: WrittenDate) -> tuple[int, int]:
    return found.start, -found.end


def _instant(parts: dict[str, str | None], *, is_day_first: bool) -> datetime | None:
    day, month = _day_and_month(parts, is_day_first=is_day_first)
    year = int(parts["year"] or 0)
    year += 2000 if year < 100 else 0
    clock = _clock(parts) if parts.get("hour") else (0, 0, 0)
    if clock is None:
        return None
    try:
        return admitted(datetime(year, month, day, *clock, tzinfo=_zone(parts.get("zone"))))
    except ValueError:
        return None  # 31 February is no date


def _day_and_month(parts: dict[str, str | None], *, is_day_first: bool) -> tuple[int, int]:
    if name := parts.get("month_name"):
        return int(parts["day"] or 0), month_number(name)
    if parts.get("first"):
        first, second = int(parts["first"] or 0), int(parts["second_number"] or 0)
        return (first, second) if is_day_first else (second, first)
    return int(parts["day"] or 0), int(parts["month"] or 0)


def _clock(parts: dict[str, str | None]) -> tuple[int, int, int] | None:
    hour, minute, second = (int(parts.get(name) or 0) for name in ("hour", "minute", "second"))
    if half := parts.get("half") or _HALVES.get(parts.get("eastern") or ""):
        hour = hour % 12 + (12 if half.lower() == "p" else 0)
    return (hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def _zone(text: str | None) -> timezone:
    if not text or text in {"Z", "UTC", "z", "utc"}:
        return UTC
    sign = -1 if text[0] == "-" else 1
    digits = text[1:].replace(":", "")
    return timezone(sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:])))
