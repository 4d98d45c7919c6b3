"""Which day is "on 4 June", "the tenth of October", "until the end of May" or "from Tuesday to Thursday"?"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain

from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.time.written_dates import MONTH, WEEKDAY, find_written_date
from quaidpy.regex import regex
from quaidpy.remember.dates.anchoring import (
    DAY,
    Moment,
    Rule,
    Said,
    in_month,
    on_day,
    rule,
    weekday_after,
    weekday_number,
    year_meant,
)
from quaidpy.remember.dates.day_words import DAY_OF_MONTH, ORDINAL, UNITS, day_number, has_day, month_number
from quaidpy.remember.dates.tenses import Direction, clause_around

_FULL_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|sept|sep|jan|feb|apr"
    r"|jun|jul|aug|oct|nov|dec)"
)
_WEEKDAY = rf"(?P<weekday>{WEEKDAY})"
_NO_VERB = r"(?!(?<=may)\s+(?:be|have|not|need|still|also|only|well|get|go|take)\b)"  # "the second may be"
_NO_PART = r"(?<!\b(?:phase|round|level|stage|grade) )(?<!\b(?:week|unit|part|step|room|year) )"  # phase 6
_NO_MEASURE = (
    r"(?!\s*(?:%|€|£|\$|(?:per ?cent|euros?|eur|pounds?|dollars?|degrees|kg|kilos?|km|litres?|liters?|people|persons"
    r"|guests|pieces|hours|minutes|days|weeks|times|points)\b))"  # "waste in January 18 percent"
)
_FUNCTION = r"(?:and|or|but|for|at|in|on|to|with|from|by|of|is|was|as|i|we)\b"
_NO_RANK = rf"(?!the (?:{'|'.join(UNITS[:6])}) (?!{_FUNCTION})[a-z])"  # "January the second leg is ours"
_NO_YEAR = r"(?!,?\s+(?:1\d|20)\d\d)(?!\d)"


def _day_and_month(match: re.Match[str], said: Said) -> Moment | None:
    if _UP_FROM_A_DAY.search(match.string, max(0, match.start() - _LONGEST_START), match.start()):
        return None  # its year is told by where it begins
    month, day = month_number(match["month"]), day_number(match["day"])
    first, last = clause_around(match.string, match.start())
    is_next_year = _NEXT_YEAR.search(match.string[first:last]) is not None
    year = (
        said.day.year + 1
        if is_next_year
        else _year_of_weekday(match, month, day, said) or year_meant(month, day, as_bound(match, said))
    )
    if year is None:
        return None
    found = on_day(datetime(year, month, day, tzinfo=UTC))
    return replace(found, preposition="from") if _UP_TO_A_DAY.match(match.string, match.end()) else found


_UP_TO_A_DAY = regex(
    rf"\s{{1,3}}(?:to|until|till|[-–])\s{{1,3}}(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}(?!\w)|{MONTH} \d)",
    re.IGNORECASE,
)
"""Behind a day that something goes on from: "she offers 30 March to 1 April"."""
_UP_FROM_A_DAY = regex(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? {MONTH}|{MONTH} \d{{1,2}})\s{{0,3}}(?:to|until|till|[-–])\s{{0,3}}(?:the )?\Z",
    re.IGNORECASE,
)
_LONGEST_START = 30  # characters


def _year_of_weekday(match: re.Match[str], month: int, day: int, said: Said) -> int | None:
    """The one near year in which a day falls on the weekday told with it: "Saturday 18 April"."""
    told = _WEEKDAY_BEFORE.search(match.string, 0, match.start()) or _WEEKDAY_BEHIND.match(
        match.string, match.end()
    )
    if told is None:
        return None
    number = weekday_number(told["weekday"])
    years = range(said.day.year - 1, said.day.year + 2)
    fitting = [
        year
        for year in years
        if has_day(year, month, day) and datetime(year, month, day, tzinfo=UTC).weekday() == number
    ]
    return fitting[0] if len(fitting) == 1 else None


_WEEKDAY_BEFORE = regex(
    r"\b(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,?\s{1,2}(?:the\s)?$",
    re.IGNORECASE,
)
_WEEKDAY_BEHIND = regex(
    r"\s?[,(]\s?(?:an? )?(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE
)


def as_bound(match: re.Match[str], said: Said) -> Said:
    """The same, but for a date that only stands beside a tale, as a thing of its own: "I've booked it, 4 June".

    What was done is over; the day it was done for is the next such day where it was arranged, else the nearest.
    """
    before = match.string[: match.start()].rstrip()
    if said.direction is not Direction.BACK:
        return said
    if _SPOKEN_OF.search(before[-_LONGEST_THING:]):
        return replace(said, direction=Direction.ARRANGED)
    if _BOUND.match(match[0]) or not _UNBOUND.search(before):
        return said
    first, last = clause_around(match.string, max(0, match.start() - 3))
    is_set = _SET.search(match.string[first:last]) is not None
    return replace(said, direction=Direction.PRESENT if is_set else Direction.ARRANGED)


_SPOKEN_OF = regex(
    r"\b(?:about|regarding|concerning|for) (?:the|an?|my|our|his|her|their) [\w-]{2,20}(?: [\w-]{2,20})?\Z",
    re.IGNORECASE,
)
"""What was spoken of or done for, whose day it is: "we talked about the slot on 4 May"."""
_LONGEST_THING = 60  # characters
_BOUND = regex(r"(?:on|from|since|in)\b", re.IGNORECASE)
_UNBOUND = regex(
    r"(?:[,:;–—(-]|\b(?:me|us|him|her|them|you|date|start|begins?|deadline|slot|appointment|unchanged"
    rf"|{WEEKDAY}))$",
    re.IGNORECASE,
)
_SET = regex(
    r"\b(?:given|gave|give|offered|pencil+ed|unchanged|confirmed|fixed|chosen|chose|picked|set|got a|has a"
    r"|have a|new date)\b",
    re.IGNORECASE,
)
_NEXT_YEAR = regex(r"\bnext year\b", re.IGNORECASE)


def _span(match: re.Match[str], said: Said) -> Moment | None:
    """Two days of one month: "1 to 15 August", "14-17 June"."""
    month, first = month_number(match["month"]), day_number(match["first"])
    year = _year_of_weekday(match, month, first, said) or year_meant(month, first, as_bound(match, said))
    if year is None:
        return None
    last = datetime(year, month, day_number(match["day"]), tzinfo=UTC)
    return Moment("from", f"{first} to {spoken_date(last)}", datetime(year, month, first, tzinfo=UTC))


def _end_of_span(match: re.Match[str], _said: Said) -> Moment | None:
    begins = find_written_date(match["from"])
    if begins is None:
        return None
    month = month_number(match["month"] or match["month_first"])
    day = day_number(match["day"] or match["day_last"])
    end = datetime(begins.at.year, month, day, tzinfo=UTC)
    if end < begins.at:
        end = end.replace(year=end.year + 1)
    return Moment("", f"{match['from']}{match['to']}{spoken_date(end)}", begins.at)


OF_A_RULE = regex(
    r"\b(?:from now on|as a rule|always|weekly|fortnightly|monthly|yearly|(?:\w+ )?rule(?: is|:|,))",
    re.IGNORECASE,
)
"""What holds from here on holds on every such day, and in every such month."""


def _month_only(match: re.Match[str], said: Said) -> Moment | None:
    month, which = month_number(match["month"]), match["which"].lower()
    if which in _OF_EVERY and OF_A_RULE.search(match.string):
        return None
    here = said.day.year * 12 + said.day.month
    this = said.day.year * 12 + month
    if which in {"last", "this past"}:
        this -= 12 if this >= here else 0
    elif which == "next":
        this += 12 if this <= here else 0
    elif which == "since" or said.is_past:
        this -= 12 if this > here else 0
    elif which == "for" and _OWED.search(match.string[slice(*clause_around(match.string, match.start()))]):
        this += 12 if here - this > _HALF_A_YEAR else -12 if this - here > _HALF_A_YEAR else 0
    elif which == "for" and said.direction is Direction.ARRANGED:
        this += 12 if this < here else 0
    elif said.direction in {Direction.AROUND, Direction.ARRANGED} and this < here:
        this += 12 if here - this > _HALF_A_YEAR else 0
    else:
        this += 12 if this < here else 0
    if not said.is_dated and abs(this - here) > _MONTHS_WITHOUT_DATE:
        return None
    found = in_month(datetime((this - 1) // 12, (this - 1) % 12 + 1, 1, tzinfo=UTC))
    if which in _KEPT_PREPOSITIONS or (which == "back in" and not said.is_past):
        return Moment("", f"{match['which']} {found.words}", found.start)
    return found


_MONTHS_WITHOUT_DATE = 2
_HALF_A_YEAR = 5  # months back; a month farther off is the one to come
_OWED = regex(
    r"\b(?:ow(?:es?|ed|ing)|unpaid|overdue|outstanding|in arrears|behind with)\b"
    r"|\b(?:receipts?|invoices?|returns?|statements?|bills?|accounts|figures|pay ?slips?|time ?sheets?) for\b",
    re.IGNORECASE,
)
"""What is owed or written down for a month is mostly of one that is over."""
_KEPT_PREPOSITIONS = frozenset([
    "since", "for", "from", "as of", "starting", "starting in", "starting from", "after", "until", "till", "by",
    "before", "end of", "the end of", "early", "late", "mid", "start of", "the start of", "beginning of",
    "the beginning of", "middle of", "the middle of",
])  # fmt: skip


_OF_EVERY = frozenset({"in", "during", "before", "after", "by", "early", "late", "mid"})


def _told_ahead(match: re.Match[str], said: Said) -> Moment | None:
    """In a tale "by October" is the October of its year, whichever that is."""
    return None if said.is_past and match["which"].lower() in _ENDS else _month_only(match, said)


_ENDS = frozenset({"until", "till", "by", "before"})


def _day_of_month(match: re.Match[str], said: Said) -> Moment | None:
    """The 12th of this month, or of the next; of a page that has no day of its own, of any."""
    is_open = said.is_dated and not said.is_past
    day = next(_such_days(day_number(match["day"]), said), None) if is_open else None
    return on_day(day) if day else None


def _such_days(number: int, said: Said) -> Iterator[datetime]:
    """The days with that number, from the next one on."""
    for months in range(_MONTHS_AHEAD):
        month = said.day.year * 12 + said.day.month - 1 + months
        if has_day(month // 12, month % 12 + 1, number):
            day = datetime(month // 12, month % 12 + 1, number, tzinfo=UTC)
            if day > said.day:
                yield day


def _day_on_its_way(match: re.Match[str], said: Said) -> Moment | None:
    """The same without a preposition, where something is under way: "is getting married the 16th"."""
    first, _ = clause_around(match.string, match.start())
    is_so = _UNDER_WAY.search(match.string, first, match.start()) is not None
    return _day_of_month(match, said) if is_so else None


_UNDER_WAY = regex(
    r"(?:\b(?:is|are|am)|['’](?:m|re|s)) (?:(?:not|also|now|only|just) )?[a-z]+ing (?:\S{1,20} ){0,4}\Z",
    re.IGNORECASE,
)
_MONTHS_AHEAD = 6  # within which a day with its weekday is looked for


def _weekday_the(match: re.Match[str], said: Said) -> Moment | None:
    """The next 30th that is a Thursday, where "Thursday, the 30th" is told; of what is over the last one.

    Where nothing tells, one that has only just been is meant: "all well, Sunday the 26th".
    """
    number, date = weekday_number(match["weekday"]), day_number(match["day"])
    over = [said.day - days * DAY for days in range(_LATELY if said.is_past else _JUST_BEEN)]
    ahead = () if said.is_past else _such_days(date, said)
    is_around = said.is_past or said.direction is Direction.AROUND
    days = chain(over, ahead) if is_around else chain(ahead, over)
    day = next((each for each in days if (each.weekday(), each.day) == (number, date)), None)
    return Moment("on", f"{match['weekday'].capitalize()} {spoken_date(day)}", day) if day else None


_LATELY, _JUST_BEEN = 31, 7  # days


def _weekday_to_weekday(match: re.Match[str], said: Said) -> Moment | None:
    """One appointment moved: the first weekday is the next one, the second the one of the same week."""
    if said.direction is not Direction.ARRANGED:
        return None  # "open from Monday to Friday"
    first = weekday_after(said.day, weekday_number(match["from"]))
    second = first + (weekday_number(match["to"]) - first.weekday()) * DAY
    if second <= said.day:
        second += 7 * DAY
    return Moment(
        "",
        f"from {match['from'].capitalize()} {spoken_date(first)} to {match['to'].capitalize()} {spoken_date(second)}",
        second,
    )


def _weekday_since(match: re.Match[str], said: Said) -> Moment:
    number = weekday_number(match["weekday"])
    day = said.day - ((said.day.weekday() - number) % 7 or 7) * DAY
    return Moment("", f"{match['weekday'].capitalize()} {spoken_date(day)}", day)


def _coming_weekday(match: re.Match[str], said: Said) -> Moment | None:
    if said.is_past:
        return None
    day = weekday_after(said.day, weekday_number(match["weekday"]))
    return Moment("on", f"{match['weekday'].capitalize()} {spoken_date(day)}", day)


_NOT_A_THING = (
    r"(?=\s*(?:[.,;:!?)]|$)|\s+(?:for|at|in|with|to|from|and|or|but|between|until|till|as|because|so)\b)"
)
_LATER_DATE = (
    rf"(?!,?\s*(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\b|,?\s*{MONTH}\s+\d|\s+(?:morning|evening|night)s\b)"
)
RULES_OF_DAYS: tuple[Rule, ...] = (
    rule(
        rf"{_NO_PART}\b(?:from\s+)?(?P<first>\d{{1,2}})\s*(?:to|until|till|-|–)\s*(?P<day>\d{{1,2}})\s+"
        rf"(?P<month>{MONTH})\b{_NO_YEAR}",
        _span,
    ),
    rule(
        rf"(?<!\d )(?<!\d(?:st|nd|rd|th) )\b(?P<month>{_FULL_MONTH}),?\s+"
        rf"(?P<first>\d{{1,2}})\s*(?:to|-|–)\s*(?P<day>\d{{1,2}})\b(?![:.]\d){_NO_YEAR}",
        _span,
    ),
    rule(
        rf"\b(?:on\s+)?(?:the\s+)?{DAY_OF_MONTH}\s+(?:of\s+)?(?P<month>{MONTH})(?!\w){_NO_VERB}{_NO_YEAR}",
        _day_and_month,
    ),
    rule(
        rf"(?<!\bin )\b(?:on\s+)?(?P<month>{MONTH})\s+{_NO_RANK}(?:the\s+)?{DAY_OF_MONTH}\b(?![:.]\d){_NO_MEASURE}"
        rf"{_NO_YEAR}",
        _day_and_month,
    ),
    rule(
        rf"\b(?:on\s+)?(?:(?:next|this|coming)\s+)?{_WEEKDAY},?\s+(?:the\s+)?"
        rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)|{ORDINAL})\b"
        r"(?!\s+of\b)",
        _weekday_the,
    ),
)
"""Of one certain day; where a sentence speaks of what recurs, a day and month has no year."""
RULES_OF_ENDS: tuple[Rule, ...] = (
    rule(
        rf"(?P<from>\d{{1,2}} [A-Z][a-z]+ (?:19|20)\d\d)(?P<to>\s+(?:to|until|till)\s+(?:the\s+)?|\s*[-–]\s*)"
        rf"(?:{DAY_OF_MONTH}\s+(?:of\s+)?(?P<month>{MONTH})|(?P<month_first>{MONTH})\s+(?P<day_last>\d{{1,2}}))(?!\w){_NO_YEAR}",
        _end_of_span,
    ),
)
"""The day up to which something goes that begins on a day with a year."""
RULES_OF_MONTHS: tuple[Rule, ...] = (
    rule(
        r"\b(?P<which>last|this past|this|next|back in|in|since|during|for|from|as of|starting(?: in| from)?|after"
        r"|(?:the )?(?:end|start|beginning|middle) of|early|late|mid)"
        rf"[\s-]+(?P<month>{_FULL_MONTH})\b(?![ ,]+(?:\d{{1,2}}(?![:.\d]\d)|\d{{4}}|the \d|of \d))(?!['’]s)",
        _month_only,
    ),
    rule(
        rf"\b(?P<which>until|till|by|before)\s+(?P<month>{_FULL_MONTH})\b(?!,?\s+(?:\d|the \d|of \d))"
        r"(?!\s+(?-i:[A-Z]))",
        _told_ahead,
    ),
    rule(
        r"(?:(?<=\bby )|(?<=\bbefore )|(?<=\buntil )|(?<=\btill )|(?<=\bon ))"
        rf"the\s+(?P<day>\d{{1,2}}(?:st|nd|rd|th)|first){_NOT_A_THING}",
        _day_of_month,
    ),
    rule(rf"\bthe\s+(?P<day>\d{{1,2}}(?:st|nd|rd|th)){_NOT_A_THING}", _day_on_its_way),
)
RULES_OF_WEEKDAYS: tuple[Rule, ...] = (
    rule(rf"\bfrom\s+(?P<from>{WEEKDAY})\s+to\s+(?P<to>{WEEKDAY})\b(?!s){_LATER_DATE}", _weekday_to_weekday),
    rule(
        r"\b(?:(?<=\bcomes )|(?<=\bstarts )|(?<=\bbegins )|(?<=\barrives )|(?<=\bleaves )|(?<=\breturns )"
        rf"|(?<=\bmoved to )|(?<=\bdue )){_WEEKDAY}\b(?!s){_LATER_DATE}",
        _coming_weekday,
    ),
    rule(rf"(?<=\bsince ){_WEEKDAY}\b(?!s){_LATER_DATE}", _weekday_since),
)
