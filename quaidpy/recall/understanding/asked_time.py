"""Which time does a question speak of: a window, an order, another event, or now?"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from quaidpy.domain.language.text import words
from quaidpy.domain.time.written_dates import MONTH, MONTHS, SEASONS, WEEKDAYS

_DAY = timedelta(days=1)
_COUNTS = {
    "a": 1, "an": 1, "one": 1, "a couple of": 2, "two": 2, "three": 3, "few": 3, "a few": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip


_DAYS_BACK = {"the day before yesterday": 2, "yesterday": 1, "last night": 1}  # all else is today
_UNITS = {"day": 1, "week": 7, "month": 30, "year": 365}  # days


class Order(StrEnum):
    """What "first" and "latest" ask for among all that fits."""

    FIRST = "first"
    LAST = "last"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Window:
    """Half-open [start, end), aware UTC; without a year it returns every year."""

    start: datetime
    end: datetime
    is_yearly: bool = False

    @property
    def length(self) -> timedelta:
        return self.end - self.start

    def occurrences(self, now: datetime) -> list[tuple[datetime, datetime]]:
        """Beginning and end of the times that may be meant: of a window without a year, those of three years."""
        if not self.is_yearly:
            return [(self.start, self.end)]
        shifts = (year - self.start.year for year in (now.year - 1, now.year, now.year + 1))
        return [(_in_year(self.start, by), _in_year(self.end, by)) for by in shifts]

    def distance_days(self, at: datetime) -> float:
        """0 inside; days from it outside, negative before it."""
        if not self.is_yearly:
            return _distance(self.start, self.end, at)
        years = (at.year - 1, at.year, at.year + 1)
        shifts = (year - self.start.year for year in years)
        found = (_distance(_in_year(self.start, by), _in_year(self.end, by), at) for by in shifts)
        return min(found, key=abs)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTime:
    """`words`: of the windows, and of times of day beside them, lower case.

    `event`: the words of another event that the question orders itself by; `follows`: what came after it.
    """

    windows: tuple[Window, ...] = ()
    words: frozenset[str] = frozenset()
    order: Order | None = None
    event: str = ""
    follows: bool = False

    @property
    def is_asked(self) -> bool:
        return bool(self.windows or self.order or self.event)


def asked_time(text: str, *, now: datetime) -> AskedTime:
    """English; what cannot be read as a time is none."""
    event = _EVENT.search(text)
    named = event["event"].rstrip("?.!") if event else ""
    found = _found(text, now.astimezone(UTC))
    clock = [match[0] for match in _CLOCK.finditer(text)] if found else []
    windows = tuple(window for window, _ in found)
    return AskedTime(
        windows=windows,
        words=frozenset(word for said in (*(said for _, said in found), *clock) for word in words(said)),
        order=_order(text),
        event="" if windows or _COMPARES.match(text) else named,
        follows=bool(event) and event["side"].lower() in {"after", "since", "following"} if event else False,
    )


def asked_moment(text: str, *, now: datetime) -> datetime | None:
    """The end of the past time as of which it asks: "as of 8 March 2026, who …"."""
    if (found := _AS_OF.search(text)) is None:
        return None
    for window, said in _single(found["when"], now.astimezone(UTC)):
        if found["when"].startswith(said):
            return max((end for _, end in window.occurrences(now) if end <= now), default=None)
    return None


_Found: TypeAlias = list[tuple[Window, str]]
"""A window, and what was said of it."""


def _found(text: str, now: datetime) -> _Found:
    if found := _BETWEEN.search(text):
        ends = [window for part in (found["one"], found["other"]) for window, _ in _single(part, now)]
        if len(ends) == 2:
            return [(_spanned(*ends), found[0])]
    return _single(text, now)


def _spanned(one: Window, other: Window) -> Window:
    """From the beginning of the first to the end of the second; a year said once counts for both."""
    if one.is_yearly and not other.is_yearly:
        one = Window(_in_year(one.start, other.start.year - one.start.year), one.end)
    end = other.end if other.end > one.start else _in_year(other.end, 1)
    return Window(one.start, end, one.is_yearly and other.is_yearly)


def _single(text: str, now: datetime) -> _Found:
    for pattern, meaning in _FORMS:
        if match := pattern.search(text):
            try:
                window = meaning(match, now)
            except (ValueError, OverflowError):
                continue  # outside the calendar: 30 February, the year 0
            return [(window, match[0])]
    return []


def _order(text: str) -> Order | None:
    for order, pattern in _ORDERS:
        if pattern.search(text):
            return order
    return None


def _distance(start: datetime, end: datetime, at: datetime) -> float:
    if at < start:
        return (at - start) / _DAY
    return max(0.0, (at - end) / _DAY) if at >= end else 0.0


def _in_year(at: datetime, by: int) -> datetime:
    return at.replace(year=at.year + by, day=min(at.day, 28)) if by else at


def _day(year: int, month: int, day: int) -> Window:
    start = datetime(year, month, day, tzinfo=UTC)
    return Window(start, start + _DAY)


def _months(year: int, month: int, count: int) -> Window:
    start = datetime(year, month, 1, tzinfo=UTC)
    years, place = divmod(year * 12 + month - 1 + count, 12)
    return Window(start, datetime(years, place + 1, 1, tzinfo=UTC))


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _digits(match: re.Match[str], _now: datetime) -> Window:
    return _day(int(match["year"]), int(match["month"]), int(match["day"]))


def _written_day(match: re.Match[str], now: datetime) -> Window:
    month = MONTHS[match["month"].lower().rstrip(".")]
    year = match["year"]
    window = _day(int(year) if year else now.year, month, int(match["day"]))
    return window if year else Window(window.start, window.end, is_yearly=True)


def _month(match: re.Match[str], now: datetime) -> Window:
    month = MONTHS[match["month"].lower().rstrip(".")]
    year, which = match["year"], (match["which"] or "").lower()
    if year:
        return _months(int(year), month, 1)
    if which in {"last", "this", "this past"}:
        is_over = month < now.month or (which != "last" and month == now.month)
        return _months(now.year if is_over else now.year - 1, month, 1)
    window = _months(now.year, month, 1)
    return Window(window.start, window.end, is_yearly=True)


def _season(match: re.Match[str], now: datetime) -> Window:
    month = SEASONS[match["season"].lower()]
    year, which = match["year"], (match["which"] or "").lower()
    if year:
        return _months(int(year), month, 3)
    window = _months(now.year, month, 3)
    if which in {"last", "this past", "past"}:
        return window if window.end <= now else _months(now.year - 1, month, 3)
    return window if which == "this" else Window(window.start, window.end, is_yearly=True)


def _year(match: re.Match[str], _now: datetime) -> Window:
    return _months(int(match["year"]), 1, 12)


def _calendar(match: re.Match[str], now: datetime) -> Window:
    by = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1}[match["which"].lower()]
    unit, today = match["unit"].lower(), _midnight(now)
    monday = today - today.weekday() * _DAY + by * 7 * _DAY
    match unit:
        case "week":
            return Window(monday, monday + 7 * _DAY)
        case "weekend":
            return Window(monday + 5 * _DAY, monday + 7 * _DAY)
        case "month":
            years, place = divmod(now.year * 12 + now.month - 1 + by, 12)
            return _months(years, place + 1, 1)
        case _:
            return _months(now.year + by, 1, 12)


def _named_day(match: re.Match[str], now: datetime) -> Window:
    day = _midnight(now) - _DAYS_BACK.get(match["word"].lower(), 0) * _DAY
    return Window(day, day + _DAY)


def _until_now(match: re.Match[str], now: datetime) -> Window:
    days = _number(match["count"]) * _UNITS[match["unit"].lower()]
    return Window(_midnight(now) - days * _DAY, _midnight(now) + _DAY)


def _the_weekend(_match: re.Match[str], now: datetime) -> Window:
    """The one that has begun last."""
    saturday = _midnight(now) - (now.weekday() - 5) % 7 * _DAY
    return Window(saturday, saturday + 2 * _DAY)


def _since(match: re.Match[str], now: datetime) -> Window:
    return Window(_weekday(match, now).start, _midnight(now) + _DAY)


def _weekday(match: re.Match[str], now: datetime) -> Window:
    today = _midnight(now)
    back = (today.weekday() - WEEKDAYS.index(match["weekday"].lower())) % 7 or 7
    return Window(today - back * _DAY, today - (back - 1) * _DAY)


def _ago(match: re.Match[str], now: datetime) -> Window:
    days = _UNITS[match["unit"].lower()]
    middle = _midnight(now) - _number(match["count"]) * days * _DAY
    # "Three weeks ago" is seldom meant to the day: half a unit on each side.
    return Window(middle - days // 2 * _DAY, middle + (days // 2 + 1) * _DAY)


def _number(count: str) -> int:
    return int(count) if count.isdigit() else _COUNTS[count.lower()]


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = rf"(?P<month>{MONTH})"
_SEASON = rf"(?P<season>{'|'.join(SEASONS)})"
_FORMS = (
    (_form(rf"\b{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b"), _digits),
    (_form(r"\b(?P<year>(?:19|20)\d\d)(?P<month>[01]\d)(?P<day>[0-3]\d)\b"), _digits),
    (_form(rf"\b{_DAY_NUMBER}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?\b"), _written_day),
    (_form(rf"\b{_MONTH}\s+{_DAY_NUMBER}(?!\d)(?:,?\s+{_YEAR})?"), _written_day),
    (_form(rf"\b(?P<which>last|this past|this|in|during|since|of)?\s*{_MONTH},?\s+(?:of\s+)?{_YEAR}\b"), _month),
    (_form(rf"\b(?P<which>last|this past|this|in|during|since|and|between|from|to)\s+{_MONTH}(?P<year>)\b"), _month),
    (_form(rf"\b(?P<which>last|this past|past|this|the|in)\s+{_SEASON}(?:\s+(?:of\s+)?{_YEAR})?\b"), _season),
    (_form(rf"\b(?P<which>){_SEASON}\s+(?:of\s+)?{_YEAR}\b"), _season),
    (_form(r"\b(?:the\s+)?(?P<which>last|past|previous|this|next)\s+(?P<unit>weekend|week|month|year)\b"), _calendar),
    (_form(r"\b(?:at|on|over|during) the weekend\b"), _the_weekend),
    (_form(r"\b(?P<word>the day before yesterday|yesterday|last night|today|tonight)\b"), _named_day),
    (_form(r"\b(?P<word>this (?:morning|afternoon|evening))\b"), _named_day),
    (_form(rf"\bsince\s+(?:last\s+)?(?P<weekday>{'|'.join(WEEKDAYS)})\b"), _since),
    (_form(rf"\b(?:last|on|this past)\s+(?P<weekday>{'|'.join(WEEKDAYS)})\b"), _weekday),
    (
        _form(rf"\b(?:last|past)\s+(?P<count>\d{{1,3}}|few|{'|'.join(_COUNTS)})\s+(?P<unit>day|week|month|year)s\b"),
        _until_now,
    ),
    (
        _form(rf"\b(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})\s+(?P<unit>day|week|month|year)s?\s+(?:ago|back)\b"),
        _ago,
    ),
    (_form(rf"\b(?:in|of|during|since|from|to|and|between|year)\s+{_YEAR}\b"), _year),
)  # fmt: skip
_AS_OF = _form(r"\bas (?:of|at) (?:the )?(?P<when>\S.*)")
_CLOCK = _form(r"\b\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\b|o'clock\b)|\b\d{1,2}:\d\d\b")
_BETWEEN = _form(r"\b(?P<one>(?:between|from)\s.{1,200}?)\s(?P<other>(?:and|to|until)\s.+)$")
_EVENT = _form(r"\b(?P<side>before|after|since|following)\s+(?P<event>(?!\d)(?:\w\S*\s+){1,9}\w\S*+)$")
_COMPARES = _form(r"^(?:did|does|do|has|have|was|were|is)\b.*\b(?:before|after)\b")
"""Whether one thing came before another: both are looked for, neither is a bound."""
_NOW = _form(
    r"\b(?:right now|now|nowadays|these days|currently|current|at the moment|at present|presently|for the time being)\b"
)
_ORDERS = (
    (Order.NOW, _NOW),
    (Order.LAST, _form(r"\b(?:most recent(?:ly)?|latest|last time|newest|recently|lately)\b")),
    (Order.FIRST, _form(r"\b(?:the first|first time|earliest|originally|at first|first)\b")),
)


def without_now(question: str) -> str:
    """Without what only says that it is of today: "these days", "at the moment", which nobody says with a value."""
    return _NOW.sub(" ", question)
