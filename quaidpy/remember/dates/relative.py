"""When was "last Friday"? Relative dates become absolute against the time they were said."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.time.written_dates import MONTH, MONTHS, SEASONS, WEEKDAY, WEEKDAYS, find_written_date
from quaidpy.regex import regex
from quaidpy.remember.dates.anchoring import (
    DAY,
    Meaning,
    Moment,
    Rule,
    Said,
    in_month,
    on_day,
    rule,
    weekday_after,
    weekday_number,
)
from quaidpy.remember.dates.calendar_dates import (
    OF_A_RULE,
    RULES_OF_DAYS,
    RULES_OF_ENDS,
    RULES_OF_MONTHS,
    RULES_OF_WEEKDAYS,
)
from quaidpy.remember.dates.days_beside import with_days_beside
from quaidpy.remember.dates.tenses import Direction, clause_around, direction_of
from quaidpy.remember.dates.years_told import RULES_OF_YEARS

_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "a couple of": 2, "a couple": 2, "three": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
}  # fmt: skip
_FEW = frozenset({"few", "a few", "several", "some", "many"})
_RECURRING = regex(
    r"\b(?:birthday|born|anniversary|every|each|always|annual\w*|yearly|weekly|usually|often)\b",
    re.IGNORECASE,
)
_WEEKDAY_AND_DAY = regex(rf"\b{WEEKDAY},? \d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}\Z", re.IGNORECASE)
_LONGEST_LIST = 300  # characters between "birthdays:" and one of them
_OF_EACH_YEAR = regex(
    r"\b(?:birthdays|anniversaries|name ?days|bank holidays|public holidays)\b[^:.!?]{0,40}:[^.!?\n]*$",
    re.IGNORECASE,
)
"""A list of days that come round every year."""
_OF_EACH_WEEK = regex(
    r"\b(?:rules|rota|roster|timetable|(?:opening|office|visiting|working) hours)\b[^:.!?]{0,40}:[^.!?\n]*$",
    re.IGNORECASE,
)
"""A list of what is so on a day of every week."""


@dataclass(frozen=True, slots=True)
class DatedText:
    """A text with absolute dates, and the earliest instant it speaks of, if any."""

    text: str
    starts: datetime | None
    is_dated: bool


def resolve_dates(text: str, at: datetime, *, is_dated: bool = True) -> DatedText:
    """Write relative dates out against `at`: "yesterday" → "on 7 May 2023". Absolute ones stay; unclear ones too.

    `is_dated`: whether the words are of that day; else they were only read then.
    Idempotent in effect: what it writes it does not find again.
    """
    said = Said(
        at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0), Direction.AROUND, is_dated
    )
    starts: list[datetime] = []
    for rules, is_stopped in _RULES:
        for pattern, meaning in rules:
            text = _replaced(text, pattern, _unless(is_stopped, meaning), said, starts)
    text = with_days_beside(text)
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


def _unless(is_stopped: bool, meaning: Meaning) -> Meaning:  # noqa: FBT001 - a row of _RULES, not a switch
    """The same, but not in a clause that speaks of what recurs, if that stops it."""

    def told(match: re.Match[str], said: Said) -> Moment | None:
        first, last = clause_around(match.string, match.start())
        is_yearly = _RECURRING.search(match.string[first:last]) or _is_in_list(match, _OF_EACH_YEAR)
        near = max(0, match.start() - _LONGEST_LEAD)
        is_one = _WEEKDAY_AND_DAY.search(match.string, near, match.end()) is not None
        return meaning(match, said) if is_one or not is_yearly else None

    return told if is_stopped else meaning


def _is_in_list(match: re.Match[str], headed: re.Pattern[str]) -> bool:
    """Whether it stands in a list with such a heading."""
    return headed.search(match.string, max(0, match.start() - _LONGEST_LIST), match.start()) is not None


def _replaced(
    text: str, pattern: re.Pattern[str], meaning: Meaning, said: Said, starts: list[datetime]
) -> str:
    def written(match: re.Match[str]) -> str:
        is_quoted = '"' in text and text.count('"', 0, match.start()) % 2 == 1
        if (
            is_quoted
            or _IN_WRITTEN_DATE.match(text, match.end())
            or _AS_IF.search(text, max(0, match.start() - _LONGEST_LEAD), match.start())
        ):
            return match[0]
        try:
            moment = meaning(match, replace(said, direction=direction_of(text, match.start(), match.end())))
        except (ValueError, OverflowError):
            return match[0]  # outside the calendar: 30 February, the year 0
        if moment is None:
            return match[0]
        starts.append(moment.start)
        is_led = _PREPOSITION.search(text, max(0, match.start() - _LONGEST_LEAD), match.start())
        if is_led and _TODAY.match(match[0]) and _PARTICLE.search(is_led[0]):
            is_led = None
        stop = "." if match[0].endswith(".") and _SENTENCE_BEGINS.match(text, match.end()) else ""
        is_subject = (
            _ONLY_LED.fullmatch(text, 0, match.start()) is not None
            and _VERB_FOLLOWS.match(text, match.end())
            and not match[0].lower().startswith(f"{moment.preposition} ")
        )
        is_labelled = text[: match.start()].endswith(": ")
        is_wanted = moment.preposition == "on" and _WANTED.search(text, 0, match.start()) is not None
        if is_subject or is_labelled or is_wanted or _is_of_a_thing(text, match):
            return f"{moment.words}{stop}"
        if moment.preposition and (not is_led or match[0].lower().startswith(f"{moment.preposition} ")):
            return f"{moment.preposition} {moment.words}{stop}"
        return f"{moment.words}{stop}"

    return pattern.sub(written, text)


def _is_of_a_thing(text: str, match: re.Match[str]) -> bool:
    """Whether a date stands between an article or an owner and the thing it is of: "Nora's 8 May workshop"."""
    first = max(0, match.start() - _LONGEST_LEAD)
    is_owned = _OWNER_BEFORE.search(text, first, match.start()) and _THING_FOLLOWS.match(text, match.end())
    return bool(is_owned or _GIVEN_TO.search(text, first, match.start()))


_AS_IF = regex(r"\b(?:like|as if|as though) (?:it (?:was|were|is) )?(?:just |only )?$", re.IGNORECASE)
"""No day, but how near it seems: "it feels like only yesterday"."""
_OWNER_BEFORE = regex(r"(?:\b(?:an?|the|my|our|his|her|their|your|its)|\w['’]s|s['’])\s+$", re.IGNORECASE)
_GIVEN_TO = regex(
    r"\b(?:given|gave|gives?|offered|offers?) (?:me|us|him|her|them|you|(?:the )?user|(?-i:[A-ZÀ-Þ][\w'’-]+))\s+$",
    re.IGNORECASE,
)
_THING_FOLLOWS = regex(
    r"\s{1,3}(?!(?:and|or|but|for|at|in|on|to|with|from|by|of|because|so|when|which|who|that|is|was|are|were|will|has|had"
    r"|as|until|till|if|then|i|we|he|she|they|it)\b)[A-Za-z]"
)
_OFFERED = r"(?:propos|recommend|suggest|prefer|offer)(?:e[ds]?|s|ed|ing)?|wants?|wanted|dated"
_WANTED = regex(rf"\b(?:{_OFFERED}|(?:that|this|it|which)(?:['’]s| is| was))\s+$", re.IGNORECASE)
"""Before a day that is what somebody wants, and not when: "the vendor proposes 28 March"."""
_ONLY_LED = regex(r"(?:(?:so|and|but|then|ok|okay|well|now),? )?", re.IGNORECASE)
_VERB_FOLLOWS = regex(r"\s{1,3}(?:is|was|are|were|will|would|works|suits|has|can)\b", re.IGNORECASE)
_LONGEST_LEAD = 30  # characters that a preposition, or a weekday, may stand before a date
_PREPOSITION = regex(
    r"\b(?:since|from|until|till|through|thru|past|by|for|of|before|after|on|in|during|between|to|not|than|around|about|starting|(?<=\d\s)and|(?<=\d\s)or"
    rf"|as of|(?:{WEEKDAY}|mon|tues?|wed|thu(?:rs?)?|fri|(?-i:Sat|Sun))\.?,?)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_TODAY = regex(r"today|tonight|yesterday|tomorrow", re.IGNORECASE)
_PARTICLE = regex(r"\b(?:in|on|around|about)\s+\Z", re.IGNORECASE)
"""What belongs to the verb before such a day: "sent the forms in today"."""
_SENTENCE_BEGINS = regex(r"\s{1,3}[A-Z\d\"'“]|(?<!\s)\s*+$")  # the stop behind "6 May." ends a sentence
_IN_WRITTEN_DATE = regex(
    r"\s{0,3},?\s{1,3}(?:on\s{1,3})?(?:(?:19|20)\d\d\b|before \d|\d{1,2} [A-Z][a-z]{2,8} (?:19|20)\d\d\b)"
)


def _named_day(match: re.Match[str], said: Said) -> Moment:
    word = match["word"].lower()
    shifts = {
        "the day before yesterday": -2,
        "yesterday": -1,
        "last night": -1,
        "tomorrow": 1,
        "the day after tomorrow": 2,
    }
    day = said.day + shifts.get(word, 0) * DAY
    part = match.groupdict().get("part") or {"last night": "night", "tonight": "night"}.get(word)
    if word.startswith("this "):
        part = word.removeprefix("this ")
    if part:
        return Moment("on", f"the {part} of {spoken_date(day)}", day)
    return on_day(day)


def _ago(match: re.Match[str], said: Said) -> Moment | None:
    count, unit = match["count"].lower(), match["unit"].lower()
    if count in _FEW:
        return Moment("", f"a few {unit}s before {spoken_date(said.day)}", said.day - 3 * _length(unit))
    number = _number(count)
    if number is None:
        return None
    start = _shifted(said.day, unit, -number)
    return _at_distance(start, unit)


def _in_time(match: re.Match[str], said: Said) -> Moment | None:
    number = _number(match["count"].lower())
    first, _ = clause_around(match.string, match.start())
    if said.is_past or number is None or _HABITUAL.search(match.string, first, match.start()):
        return None
    return _at_distance(_shifted(said.day, match["unit"].lower(), number), match["unit"].lower())


_HABITUAL = regex(
    r"\b(?:usually|normally|always|typically|generally|often|mostly|sometimes)\b|\b(?:once|twice|times) (?:only )?\Z",
    re.IGNORECASE,
)
"""What is so time and again: no day is meant by "it usually comes in three days", "once in 12 months"."""


def _at_distance(day: datetime, unit: str) -> Moment:
    """As exact as the unit is: a day for days, a month for months."""
    if unit == "day":
        return Moment("on", spoken_date(day), day)
    if unit == "week":
        return Moment("", f"around {spoken_date(day)}", day)
    if unit == "month":
        return in_month(day)
    return Moment("in", str(day.year), datetime(day.year, 1, 1, tzinfo=UTC))


def _length(unit: str) -> timedelta:
    return {"day": DAY, "week": 7 * DAY, "month": 30 * DAY, "year": 365 * DAY}[unit]


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) < 5 else _NUMBERS.get(word)


def _shifted(day: datetime, unit: str, number: int) -> datetime:
    if unit in {"day", "week"}:
        return day + number * _length(unit)
    months = day.year * 12 + day.month - 1 + number * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    return day.replace(year=year, month=month + 1, day=min(day.day, 28))


def _calendar(match: re.Match[str], said: Said) -> Moment | None:
    """Last, this or next week, weekend, month, year."""
    step, unit = _step(match["which"]), match["unit"].lower()
    if unit == "week":
        words = {-1: "the week before", 0: "the week of", 1: "the week after"}[step]
        return Moment("in", f"{words} {spoken_date(said.day)}", said.day + 7 * step * DAY)
    if unit == "weekend":
        return _weekend(step, said)
    return (
        in_month(_shifted(said.day.replace(day=1), "month", step))
        if unit == "month"
        else Moment("in", str(said.day.year + step), datetime(said.day.year + step, 1, 1, tzinfo=UTC))
    )


def _step(which: str) -> int:
    word = which.lower().removeprefix("the ").removeprefix("this ")
    return {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0}.get(word, 1)


def _weekend(step: int, said: Said) -> Moment:
    saturday = said.day + (5 - said.day.weekday()) * DAY
    if said.day.weekday() == 6 and step == 0:
        saturday = said.day - DAY
    if step == -1 or (step == 0 and said.is_past and saturday > said.day):
        saturday -= 7 * DAY
    elif step == 1:
        saturday += 7 * DAY
    return Moment("on", f"the weekend of {spoken_date(saturday)}", saturday)


_WEEKLY = regex(r"\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b", re.IGNORECASE)


def _weekday(match: re.Match[str], said: Said) -> Moment | None:
    number = weekday_number(match["weekday"])
    which = (match["which"] or "").lower()
    is_recurring = (
        OF_A_RULE.search(match.string) or _WEEKLY.search(match.string) or _is_in_list(match, _OF_EACH_WEEK)
    )
    is_of_something = which == "last" and match.string.startswith(" of ", match.end())
    if is_of_something or (which in {"", "on"} and is_recurring):
        return None  # "the last Friday of hers"
    if which in {"last", "past", "this past"} or (which in {"", "on", "this", "on this"} and said.is_past):
        day = said.day - ((said.day.weekday() - number) % 7 or 7) * DAY
    elif which == "next":
        day = said.day + ((7 - said.day.weekday()) + number) * DAY
    else:
        day = weekday_after(said.day, number)
    part = f" {match['part']}" if match["part"] else ""
    return Moment("on", f"{WEEKDAYS[number].capitalize()}{part} {spoken_date(day)}", day)


def _weekday_of_week(match: re.Match[str], said: Said) -> Moment:
    """The day that a week and a weekday tell together: "next week on Monday"; a week begins on Monday."""
    number = weekday_number(match["weekday"])
    day = said.day + (7 * _step(match["which"]) + number - said.day.weekday()) * DAY
    part = f" {match['part']}" if match["part"] else ""
    return Moment("on", f"{WEEKDAYS[number].capitalize()}{part} {spoken_date(day)}", day)


def _season(match: re.Match[str], said: Said) -> Moment:
    season, step = match["season"].lower(), _step(match["which"])
    begins = SEASONS[season]
    year = said.day.year - (1 if season == "winter" and said.day.month < 3 else 0)
    has_begun = said.day.month >= begins or year < said.day.year
    is_over = season != "winter" and said.day.month >= begins + 3
    if step == -1 and not is_over:
        year -= 1
    elif step == 1 and has_begun:
        year += 1
    shown = f"{year}/{year + 1}" if season == "winter" else str(year)
    return Moment("in", f"the {season} of {shown}", datetime(year, begins, 1, tzinfo=UTC))


def _weekday_ahead(match: re.Match[str], said: Said) -> Moment | None:
    """The weekday by which something is to be; in a tale it is left as told."""
    return None if said.is_past else _weekday(match, said)


def _month_of_year(match: re.Match[str], said: Said) -> Moment:
    year = said.day.year + _step(match["which"])
    return in_month(datetime(year, MONTHS[match["month"].lower().rstrip(".")], 1, tzinfo=UTC))


def _other_day(_match: re.Match[str], said: Said) -> Moment:
    return Moment("", f"a few days before {spoken_date(said.day)}", said.day - 3 * DAY)


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
_NO_NAME = r"(?!\s+(?-i:[A-Z]))"  # "by May Pang", "by September Films"
_NOT_OF_EACH = (
    r"(?!\s+(?:of|in) (?:the|each|every|a) (?:month|quarter|term|year)\b)"  # "the last Friday of the month"
)
_DAY_NAMED = r"(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)day"
_UP_TO = r"(?:(?<=\bby )|(?<=\bbefore )|(?<=\buntil )|(?<=\btill ))"
_RULES_OF_DISTANCE: tuple[Rule, ...] = (
    rule(r"\b(?P<word>the day before yesterday|the day after tomorrow)\b", _named_day),
    rule(rf"\b(?P<word>yesterday|tomorrow)(?:\s+{_PART})?\b(?!['’]s)", _named_day),
    rule((r"\b(?:earlier\s+|later\s+)?(?P<word>last night|tonight|today|this morning|this afternoon"
r"|this evening)\b(?!['’]s)"),
          _named_day),
    rule((rf"\b(?:about |around |just |like |almost |nearly |over |only )?{_COUNT}\s+{_UNIT}\s+(?:ago"
rf"|back|earlier)\b(?! than\b)"), _ago),
    rule(rf"\b(?:in\s+)?(?P<month>{MONTH})\s+(?:of\s+)?(?P<which>last|this|next) year\b", _month_of_year),
    rule((rf"\bin\s+(?:about\s+|around\s+)?{_COUNT}\s+{_UNIT}(?:['’]s? time)?\b(?!\s+(?:old"
rf"|long|of|(?:an?|per|each|every)\s))"), _in_time),
    rule(rf"\b(?:on )?(?P<which>last|this|next) week,? (?:on )?(?:the )?{_DAY_NAMED}"
          rf"(?:\s+{_PART})?\b(?!['’]?s)", _weekday_of_week),
    rule(rf"\b(?:on )?{_DAY_NAMED} (?:{_PART} )?"
          r"(?P<which>last|this|next) week\b", _weekday_of_week),
    rule((rf"\b(?:in |over |on |during |at )?{_WHICH}\s+(?P<unit>weekend|week|month"
rf"|year)\b(?!['’]s)(?!\s+(?:two|three|few|and a|of)\b)"),
          _calendar),
    rule((rf"\b(?:in |over |during )?{_WHICH}\s+(?P<season>{'|'.join(SEASONS)})\b(?!['’]s)"), _season),
    rule(rf"\b(?:on\s+)?(?P<which>last|this past|past|this|next|coming|on)\s+"
          rf"(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?"
rf"|sun)(?:day)?(?:\s+{_PART})?\b(?!['’]?s)(?!\s+(?:morning|afternoon|evening|night)s)"
rf"(?!,? (?:the )?\d{{1,2}}(?:st|nd|rd|th)\b){_NOT_OF_EACH}",
          _weekday),
    rule(rf"{_UP_TO}(?P<which>)(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)day"
          rf"(?:\s+{_PART})?\b(?!['’]?s){_NO_NAME}", _weekday_ahead),
    rule(r"\b(?:the other day|the other night)\b", _other_day),
)  # fmt: skip
_RULES: tuple[tuple[tuple[Rule, ...], bool], ...] = (
    (RULES_OF_YEARS, False),
    (RULES_OF_DAYS, True),
    (RULES_OF_ENDS, True),
    (RULES_OF_WEEKDAYS, True),
    (_RULES_OF_DISTANCE, False),
    (RULES_OF_MONTHS, True),
)
"""In this order; with each, whether it is stopped by what recurs: a birthday on 3 May has no year."""
