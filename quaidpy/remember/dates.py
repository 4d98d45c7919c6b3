"""When was "last Friday"? Relative dates become absolute against the time they were said."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from quaidpy.domain.text import spoken_date
from quaidpy.domain.written_dates import MONTH, MONTHS, find_written_date
from quaidpy.remember.verbs import is_past

_DAY = timedelta(days=1)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "a couple of": 2, "a couple": 2, "three": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
}  # fmt: skip
_FEW = frozenset({"few", "a few", "several", "some", "many"})
_FUTURE = re.compile(
    r"\b(?:will|'ll|won't|going to|gonna|plan\w*|want\w*|hop(?:e|es|ing)|can't wait|upcoming"
    r"|next|tomorrow|soon|"
    r"intend\w*|decid(?:ed|ing) to|promised to|agreed to|scheduled?|book(?:ed|ing)"
    r"|look(?:ing)? forward|(?:is|are|'s|'re) getting"
    r"|ha(?:ve|s) (?:got )?to|needs? to|reminded to|must|shall|should|might|starting|due)\b",
    re.IGNORECASE,
)
_RECURRING = re.compile(
    r"\b(?:birthday|anniversary|every|each|always|annual\w*|yearly|weekly|usually|often)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DatedText:
    """A text with absolute dates, and the earliest instant it speaks of, if any."""

    text: str
    starts: datetime | None
    is_dated: bool


@dataclass(frozen=True, slots=True)
class _Said:
    """What a relative date is resolved against."""

    day: datetime
    is_past: bool


@dataclass(frozen=True, slots=True)
class _Moment:
    preposition: str
    words: str
    start: datetime


_Meaning = Callable[[re.Match[str], _Said], _Moment | None]
_Rule = tuple[re.Pattern[str], _Meaning]


def resolve_dates(text: str, at: datetime) -> DatedText:
    """Write relative dates out against `at`: "yesterday" → "on 7 May 2023". Absolute ones stay; unclear ones too.

    Idempotent in effect: what it writes it does not find again.
    """
    said = _Said(at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0), _speaks_of_past(text))
    starts: list[datetime] = []
    is_recurring = bool(_RECURRING.search(text))
    for pattern, meaning in _RULES[:-_VAGUE_RULES] if is_recurring else _RULES:
        text = _replaced(text, pattern, meaning, said, starts)
    written = find_written_date(text)
    years = [
        int(year)
        for year in re.findall(r"\b(?:in|since|from|during|until|of|between)\s+((?:19|20)\d\d)\b", text)
    ]
    found = [
        *starts,
        *([written.at] if written else []),
        *(datetime(year, 1, 1, tzinfo=UTC) for year in years),
    ]
    return DatedText(text, min(found, default=None), is_dated=bool(found))


def _replaced(
    text: str,
    pattern: re.Pattern[str],
    meaning: _Meaning,
    said: _Said,
    starts: list[datetime],
) -> str:
    def written(match: re.Match[str]) -> str:
        if _IN_WRITTEN_DATE.match(text, match.end()):
            return match[0]
        try:
            moment = meaning(match, said)
        except (ValueError, OverflowError):
            return match[0]  # outside the calendar: 30 February, the year 0
        if moment is None:
            return match[0]
        starts.append(moment.start)
        led = _PREPOSITION.search(text, max(0, match.start() - _LONGEST_LEAD), match.start())
        if moment.preposition and led is None:
            return f"{moment.preposition} {moment.words}"
        return moment.words

    return pattern.sub(written, text)


_LONGEST_LEAD = 20  # characters of a preposition, its article and the spaces
_PREPOSITION = re.compile(
    r"\b(?:since|from|until|till|by|for|of|before|after|on|in|during|between)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_IN_WRITTEN_DATE = re.compile(r"\s{0,3},?\s{1,3}(?:19|20)\d\d\b|\s{1,3}before \d")


def _speaks_of_past(text: str) -> bool:
    if _FUTURE.search(text):
        return False
    return any(is_past(word) for word in re.findall(r"[A-Za-z']+", text))


def _day(day: datetime) -> _Moment:
    return _Moment("on", spoken_date(day), day)


def _named_day(match: re.Match[str], said: _Said) -> _Moment:
    word = match["word"].lower()
    shifts = {
        "the day before yesterday": -2,
        "yesterday": -1,
        "last night": -1,
        "tomorrow": 1,
        "the day after tomorrow": 2,
    }
    day = said.day + shifts.get(word, 0) * _DAY
    part = match.groupdict().get("part") or {"last night": "night", "tonight": "night"}.get(word)
    if word.startswith("this "):
        part = word.removeprefix("this ")
    if part:
        return _Moment("on", f"the {part} of {spoken_date(day)}", day)
    return _day(day)


def _ago(match: re.Match[str], said: _Said) -> _Moment | None:
    count, unit = match["count"].lower(), match["unit"].lower()
    if count in _FEW:
        return _Moment("", f"a few {unit}s before {spoken_date(said.day)}", said.day - 3 * _length(unit))
    number = _number(count)
    if number is None:
        return None
    start = _shifted(said.day, unit, -number)
    return _at_distance(start, unit)


def _in_time(match: re.Match[str], said: _Said) -> _Moment | None:
    number = _number(match["count"].lower())
    if said.is_past or number is None:
        return None
    return _at_distance(_shifted(said.day, match["unit"].lower(), number), match["unit"].lower())


def _at_distance(day: datetime, unit: str) -> _Moment:
    """As exact as the unit is: a day for days, a month for months."""
    if unit == "day":
        return _Moment("on", spoken_date(day), day)
    if unit == "week":
        return _Moment("", f"around {spoken_date(day)}", day)
    if unit == "month":
        return _month(day)
    return _Moment("in", str(day.year), datetime(day.year, 1, 1, tzinfo=UTC))


def _month(day: datetime) -> _Moment:
    return _Moment("in", spoken_date(day).split(" ", 1)[1], day.replace(day=1))


def _length(unit: str) -> timedelta:
    return {"day": _DAY, "week": 7 * _DAY, "month": 30 * _DAY, "year": 365 * _DAY}[unit]


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) < 5 else _NUMBERS.get(word)


def _shifted(day: datetime, unit: str, number: int) -> datetime:
    if unit in {"day", "week"}:
        return day + number * _length(unit)
    months = day.year * 12 + day.month - 1 + number * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return day.replace(year=year, month=month + 1, day=min(day.day, 28))


def _calendar(match: re.Match[str], said: _Said) -> _Moment | None:
    """Last, this or next week, weekend, month, year."""
    step, unit = _step(match["which"]), match["unit"].lower()
    if unit == "week":
        words = {-1: "the week before", 0: "the week of", 1: "the week after"}[step]
        return _Moment("in", f"{words} {spoken_date(said.day)}", said.day + 7 * step * _DAY)
    if unit == "weekend":
        return _weekend(step, said)
    return (
        _month(_shifted(said.day.replace(day=1), "month", step))
        if unit == "month"
        else _Moment("in", str(said.day.year + step), datetime(said.day.year + step, 1, 1, tzinfo=UTC))
    )


def _step(which: str) -> int:
    word = which.lower().removeprefix("the ").removeprefix("this ")
    return {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0}.get(word, 1)


def _weekend(step: int, said: _Said) -> _Moment:
    saturday = said.day + (5 - said.day.weekday()) * _DAY
    if said.day.weekday() == 6 and step == 0:
        saturday = said.day - _DAY
    if step == -1 or (step == 0 and said.is_past and saturday > said.day):
        saturday -= 7 * _DAY
    elif step == 1:
        saturday += 7 * _DAY
    return _Moment("on", f"the weekend of {spoken_date(saturday)}", saturday)


def _weekday(match: re.Match[str], said: _Said) -> _Moment:
    number = next(i for i, name in enumerate(_WEEKDAYS) if name.startswith(match["weekday"].lower()[:3]))
    which = (match["which"] or "").lower()
    ahead = (number - said.day.weekday()) % 7
    if which in {"last", "past", "this past"} or (which in {"", "on", "this", "on this"} and said.is_past):
        day = said.day - ((said.day.weekday() - number) % 7 or 7) * _DAY
    elif which == "next":
        day = said.day + ((7 - said.day.weekday()) + number) * _DAY
    else:
        day = said.day + (ahead or 7) * _DAY
    part = f" {match['part']}" if match["part"] else ""
    return _Moment("on", f"{_WEEKDAYS[number].capitalize()}{part} {spoken_date(day)}", day)


def _season(match: re.Match[str], said: _Said) -> _Moment:
    season, step = match["season"].lower(), _step(match["which"])
    begins = _SEASONS[season]
    year = said.day.year - (1 if season == "winter" and said.day.month < 3 else 0)
    has_begun = said.day.month >= begins or year < said.day.year
    is_over = season != "winter" and said.day.month >= begins + 3
    if step == -1 and not is_over:
        year -= 1
    elif step == 1 and has_begun:
        year += 1
    shown = f"{year}/{year + 1}" if season == "winter" else str(year)
    return _Moment("in", f"the {season} of {shown}", datetime(year, begins, 1, tzinfo=UTC))


def _month_only(match: re.Match[str], said: _Said) -> _Moment | None:
    month = MONTHS[match["month"].lower().rstrip(".")]
    which = (match["which"] or "in").lower()
    year = said.day.year
    if which in {"last", "this past"} or (
        which in {"in", "this", "since", "back in", "during"} and said.is_past
    ):
        year -= 1 if month > said.day.month or (which == "last" and month == said.day.month) else 0
    elif which == "since":
        year -= 1 if month > said.day.month else 0
    elif month < said.day.month or (which == "next" and month == said.day.month):
        year += 1
    moment = _month(datetime(year, month, 1, tzinfo=UTC))
    if which == "since":
        return _Moment("", f"since {moment.words}", moment.start)
    return moment


def _day_and_month(match: re.Match[str], said: _Said) -> _Moment | None:
    month = MONTHS[match["month"].lower().rstrip(".")]
    day = datetime(said.day.year, month, int(match["day"]), tzinfo=UTC)
    if said.is_past and day > said.day:
        day = day.replace(year=day.year - 1)
    elif not said.is_past and day < said.day:
        day = day.replace(year=day.year + 1)
    return _day(day)


def _day_of_month(match: re.Match[str], said: _Said) -> _Moment:
    """The 12th of this month, or of the next."""
    number = 1 if match["word"] else int(match["day"])
    day = said.day.replace(day=number)
    return _day(day if day > said.day else (said.day.replace(day=1) + 31 * _DAY).replace(day=number))


def _ahead(meaning: _Meaning) -> _Meaning:
    """The same, of what is yet to come; in a tale "by October" is the October of its year, whichever that is."""

    def told(match: re.Match[str], said: _Said) -> _Moment | None:
        return None if said.is_past else meaning(match, said)

    return told


def _month_of_year(match: re.Match[str], said: _Said) -> _Moment:
    year = said.day.year + _step(match["which"])
    return _month(datetime(year, MONTHS[match["month"].lower().rstrip(".")], 1, tzinfo=UTC))


def _other_day(_match: re.Match[str], said: _Said) -> _Moment:
    return _Moment("", f"a few days before {spoken_date(said.day)}", said.day - 3 * _DAY)


def _rule(pattern: str, meaning: _Meaning) -> _Rule:
    return re.compile(pattern, re.IGNORECASE), meaning


_COUNT = (
    r"(?P<count>\d{1,4}|a couple(?: of)?|couple of|a few|few|several|"
    + "|".join(word for word in _NUMBERS if " " not in word)
    + r")"
)
_UNIT = r"(?P<unit>day|week|month|year)s?"
_PART = r"(?P<part>morning|afternoon|evening|night)"
_WHICH = (
    r"(?P<which>last|this past|the past|past|the previous|previous|this coming|this|the coming"
    r"|coming|the next|next)"
)
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_NO_NAME = r"(?!\s+(?-i:[A-Z]))"  # "by May Pang", "by September Films"
_UP_TO = r"(?:(?<=\bby )|(?<=\bbefore )|(?<=\buntil )|(?<=\btill ))"
_RULES: tuple[_Rule, ...] = (
    _rule(r"\b(?P<word>the day before yesterday|the day after tomorrow)\b", _named_day),
    _rule(rf"\b(?P<word>yesterday|tomorrow)(?:\s+{_PART})?\b(?!['’]s)", _named_day),
    _rule((r"\b(?:earlier\s+|later\s+)?(?P<word>last night|tonight|today|this morning|this afternoon"
r"|this evening)\b(?!['’]s)"),
          _named_day),
    _rule((rf"\b(?:about |around |just |like |almost |nearly |over |only )?{_COUNT}\s+{_UNIT}\s+(?:ago"
rf"|back|earlier)\b"), _ago),
    _rule(rf"\b(?:in\s+)?(?P<month>{MONTH})\s+(?:of\s+)?(?P<which>last|this|next) year\b", _month_of_year),
    _rule((rf"\b(?:with)?in\s+(?:about\s+|around\s+)?{_COUNT}\s+{_UNIT}(?:['’]s? time)?\b(?!\s+(?:old"
rf"|long|of))"), _in_time),
    _rule((rf"\b(?:in |over |on |during |at )?{_WHICH}\s+(?P<unit>weekend|week|month"
rf"|year)\b(?!['’]s)(?!\s+(?:two|three|few|and a))"),
          _calendar),
    _rule((rf"\b(?:in |over |during )?{_WHICH}\s+(?P<season>spring|summer|autumn|fall"
rf"|winter)\b(?!['’]s)"), _season),
    _rule(rf"\b(?:on\s+)?(?P<which>last|this past|past|this|next|coming|on)\s+"
          rf"(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?"
rf"|sun)(?:day)?(?:\s+{_PART})?\b(?!['’]?s)", _weekday),
    _rule(rf"{_UP_TO}(?P<which>)(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)day"
          rf"(?:\s+{_PART})?\b(?!['’]?s){_NO_NAME}", _ahead(_weekday)),
    _rule(r"\b(?:the other day|the other night)\b", _other_day),
    _rule((rf"\b(?:on\s+)?(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd"
rf"|th)?\s+(?:of\s+)?(?P<month>{MONTH})\b(?!\s+\d{{4}})"),
          _day_and_month),
    _rule((rf"\b(?:on\s+)?(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd"
rf"|th)?\b(?!,?\s+\d{{4}}|\d)"), _day_and_month),
    _rule((rf"\b(?P<which>last|this past|this|next|back in|in|since"
rf"|during)\s+(?P<month>{MONTH})\b(?!\s+(?:\d|the \d|of \d))"),
          _month_only),
    _rule(rf"{_UP_TO}(?P<which>)(?P<month>{'|'.join(_MONTH_NAMES)})\b(?!,?\s+(?:\d|the \d|of \d)){_NO_NAME}",
          _ahead(_month_only)),
    _rule(rf"(?:{_UP_TO}|(?<=\bon ))the\s+(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)|(?P<word>first))(?=\s*(?:[.,;!?]|$))",
          _ahead(_day_of_month)),
)  # fmt: skip
_VAGUE_RULES = 6
"""The last so many rules do not apply to what recurs: a birthday on 3 May has no year."""
