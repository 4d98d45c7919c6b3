"""On which day was each part of a text written? Days stand as headings, alone in a line, or before a sentence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise, takewhile
from typing import TypeAlias

from quaidpy.domain.sources.transcripts import SourceLine
from quaidpy.domain.time.days_of_year import DayOfYear, day_of_year, first_year, leading_day, with_years
from quaidpy.domain.time.written_dates import find_written_date, writes_day_first
from quaidpy.regex import regex
from quaidpy.remember.formats.dated_heads import are_newest_first, headings_that_are_months, heads_with_days
from quaidpy.remember.words.authorship import (
    date_line,
    day_told,
    is_of_memo,
    is_told_by_somebody,
    place_told,
    year_of,
)

_HEADING = regex(r"^#{1,6}\s+\S")
_FENCE = regex(r"^\s*(?:```|~~~)")
_EMPHASISED = regex(
    r"^\s*(?P<mark>\*\*|__|\*|_)(?P<day>[^*_\n]{3,40}?)[.:,]?(?P=mark)[.:,]?\s*(?:[–—-]\s+)?(?P<text>\S.*)$"
)
_END_OF_DAY = regex(r"(?:\s?[.:–—]|\s-)\s+(?=\S)")
_LABELLED = regex(
    r"^[#*_\s]{0,6}(?P<label>[^\W\d_][^\W\d_ ]{1,20}(?: [^\W\d_]{1,20}){0,3}) ?(?:no\.? ?|#)?(?!\d{4}-\d)\d{0,4}\s?"
    r"(?:[-–—:,.(|]{1,2}\s?|(?=\d{4}-\d\d-\d\d\b))(?P<date>[^:]{6,32}?)(?:,? (?:at )?\d{1,2}[:.]\d\d(?: ?[ap]m)?)?"
    r"(?: \([a-z ]{3,20}\))?[)*_\s]{0,4}$",
    re.IGNORECASE,
)
_WEEK = regex(r"^(?:week (?:of|from|starting|commencing|beginning)|w/?c)(?: the)? ", re.IGNORECASE)
_SPAN = regex(
    r"(?P<day>\d{1,2})(?: (?P<month>[^\W\d_]{3,9}))?\s?(?:[-–—]|to)\s?\d{1,2} (?P<last_month>[^\W\d_]{3,9})",
    re.IGNORECASE,
)
_PARTS_OF_A_HEADING = regex(r"\s(?:[-–—|·]|@)\s|:\s|\s?\(|\)")
_LONGEST_DAY = 40  # characters
_YEAR = regex(r"(?<![\d.,])(?:19|20)\d\d(?![\d.,])")
_COPIED = regex(
    r"\b(?:copied|exported|downloaded|saved|printed|export)\b(?: (?:on|at|from))?:? (?P<day>.{6,40})",
    re.IGNORECASE,
)
_HEAD_LINES = 3
_LEAST_IN_TEXT = 3  # days before sentences, or alone without a year, that make a diary
_LEAST_OF_A_DIARY = 0.25  # of all paragraphs
_LEAST_OF_RECORDS = 0.5  # of all paragraphs, or lines
_IN_ORDER = 0.8
_ANY_YEAR = 2000  # with a 29 February
_MARKS_OF_A_RECORD = regex(
    r"[\s\[(*-]{0,20}(?:#?(?:[A-Z]{1,10}-)?\d{1,10}[\s:]{1,10})?(?:(?:opened|created|reported|logged)\b)?[\s:]*",
    re.IGNORECASE,
)

_Day: TypeAlias = DayOfYear | datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """`text`: what the line says besides its day. `is_diary`: whoever wrote the days wrote all of it."""

    at: datetime
    text: str
    is_diary: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """A line with a day; a heading that is a year alone has none, and says of which year the next days are."""

    line: int
    day: _Day | None
    year: int | None = None
    text: str = ""


def dated_entries(lines: Sequence[SourceLine], written_at: datetime | None) -> dict[int, Entry]:
    """By the number of the line where each begins; none of a text that is of one day, or of no day that it says."""
    told = [line for line in _unfenced(lines) if line.text.strip()]
    begins = list(_begins_of_paragraphs(lines))
    reading = _Reading(is_day_first=writes_day_first([line.text.lstrip(" *_-") for line in told]))
    found = _days_alone(told, reading)
    if not any(each.day for each in found):
        found += _days_in_headings(told, reading) or _days_labelled(begins)
    texts = [line.text for line in told]
    found += (
        _days_above(begins, told, found, texts)
        or _days_in_lines(told, found, texts, reading)
        or _days_in_text(begins, found, texts, reading)
    )
    stated, written_at = _stated_year(texts), _copied_on(texts) or written_at
    days = _with_instants(sorted(found, key=lambda each: each.line), stated, written_at)
    if days:
        return {each.line: Entry(at, each.text, is_diary=True) for each, at in days}
    return (
        _records(begins, written_at)
        or _records(told, written_at)
        or _below_heads(told, texts, stated=stated, written_at=written_at)
        or _below_each_month(told, texts, written_at)
    )


def _below_each_month(
    told: Sequence[SourceLine], texts: Sequence[str], written_at: datetime | None
) -> dict[int, Entry]:
    """What somebody wrote below each month, of its first day; what is to be done in a month is of none."""
    heads = headings_that_are_months(told)
    days = [each.day for each in heads if isinstance(each.day, datetime)]
    is_plan = written_at is not None and any(day > written_at for day in days)
    if is_plan or not is_told_by_somebody(texts):
        return {}
    return {each.line: Entry(day, each.text, is_diary=True) for each, day in zip(heads, days, strict=True)}


def _below_heads(
    told: Sequence[SourceLine], texts: Sequence[str], *, stated: int | None, written_at: datetime | None
) -> dict[int, Entry]:
    """What stands below heads with days that are written alike.

    Days without a year may be those that a text of one day lists, or those of a plan, which nobody tells.
    """
    heads = heads_with_days(told, written_at)
    lines = {each.line for each in heads}
    if not all(isinstance(each.day, datetime) for each in heads):
        is_of_one_day = any(
            find_written_date(line.text) for line in told[:_HEAD_LINES] if line.number not in lines
        )
        if is_of_one_day or not (stated is not None or is_told_by_somebody(texts)):
            return {}
    found = [_Found(each.line, each.day, text=each.text) for each in heads]
    found = found[::-1] if are_newest_first(heads) else found
    return {
        each.line: Entry(at, each.text, is_diary=True)
        for each, at in _with_instants(found, stated, written_at)
    }


def days_of(texts: Mapping[int, str], written_at: datetime | None) -> dict[int, datetime]:
    """Which day each of these lines is, by their numbers: of those that are nothing but a day.

    Logs have them over what was said on it, or beside a speaker.
    """
    told = {number: text for number, text in texts.items() if text.strip()}
    reading = _Reading(is_day_first=writes_day_first(list(told.values())))
    found = [_Found(number, day) for number, text in told.items() if (day := reading.day(text))]
    lines = list(told.values())
    written_at = _copied_on(lines) or written_at
    return {each.line: at for each, at in _with_instants(found, _stated_year(lines), written_at)}


def days_between(lines: Sequence[SourceLine], written_at: datetime | None) -> dict[int, datetime]:
    """Of lines that nobody says, which day each is that heads what is said below: "Meeting on Friday, 16 January"."""
    told = [line for line in lines if line.text.strip()]
    texts = [line.text for line in told]
    heads = heads_with_days(told, written_at)
    found = [_Found(each.line, each.day) for each in heads]
    return {each.line: at for each, at in _with_instants(found, _stated_year(texts), written_at)}


def _unfenced(lines: Sequence[SourceLine]) -> Iterator[SourceLine]:
    is_fenced = False
    for line in lines:
        if _FENCE.match(line.text):
            is_fenced = not is_fenced
        elif not is_fenced:
            yield line


def _begins_of_paragraphs(lines: Sequence[SourceLine]) -> Iterator[SourceLine]:
    """Lines behind an empty one or a heading."""
    is_open = False
    for line in _unfenced(lines):
        is_empty = not line.text.strip() or _HEADING.match(line.text) is not None
        if not is_empty and not is_open:
            yield line
        is_open = not is_empty


@dataclass(frozen=True, slots=True)
class _Reading:
    """`is_day_first`: whether 8/5/23 is 8 May in this text."""

    is_day_first: bool

    def day(self, text: str) -> _Day | None:
        return day_of_year(day_told(text)) or self.instant(text)

    def instant(self, text: str) -> datetime | None:
        date = date_line(text, is_day_first=self.is_day_first)
        found = find_written_date(date, is_day_first=self.is_day_first) if date else None
        return found.at if found else None


def _days_alone(told: Sequence[SourceLine], reading: _Reading) -> list[_Found]:
    """Lines that are a full date, and headings and heads of memos that are a day or a year."""
    found = []
    for line in told:
        if at := reading.instant(line.text):
            found.append(_Found(line.number, at, text=place_told(line.text)))
        elif _HEADING.match(line.text) or is_of_memo(line.text):
            year, day = year_of(line.text), day_of_year(day_told(line.text))
            if year or day:
                found.append(_Found(line.number, day, year))
    return found


def _days_in_headings(told: Sequence[SourceLine], reading: _Reading) -> list[_Found]:
    """Days beside what a part is called, where the parts follow one another: "## Session 2 - Thu 18 Sep (short)"."""
    found = []
    for line in told:
        if _HEADING.match(line.text) is None:
            continue
        heading = line.text.lstrip("# ").rstrip(" #")
        pieces = [part for each in _PARTS_OF_A_HEADING.split(heading) if (part := each.strip())]
        parts = [part for piece in pieces for part in ([piece] if reading.day(piece) else piece.split(", "))]
        days = [(part, day) for part in parts if (day := reading.day(part) or _first_day_of(part))]
        if len(days) == 1 and len(parts) == 1 and _WEEK.match(heading):
            found.append(_Found(line.number, days[0][1], text=heading))
        elif len(days) == 1 and len(parts) > 1:
            part, day = days[0]
            found.append(_Found(line.number, day, text=" - ".join(each for each in parts if each != part)))
    return found if len(found) >= _LEAST_IN_TEXT and _are_days(found) else []


def _first_day_of(part: str) -> _Day | None:
    """Of "5-11 Jan", "26 Jan to 1 Feb" and "week of 9 March" the first day."""
    told = _WEEK.sub("", part)
    if span := _SPAN.fullmatch(told):
        return day_of_year(f"{span['day']} {span['month'] or span['last_month']}")
    return day_of_year(told) if told != part else None


def _days_labelled(begins: Sequence[SourceLine]) -> list[_Found]:
    """Full dates with the same label before each, over what was said then: "New recording 21 — 6 March 2026, 10:20"."""
    by_label: dict[str, list[_Found]] = {}
    for line in begins:
        if (match := _LABELLED.match(line.text)) and (date := find_written_date(match["date"])):
            by_label.setdefault(match["label"].casefold(), []).append(_Found(line.number, date.at))
    found = max(by_label.values(), key=len, default=[])
    days = [each.day for each in found if isinstance(each.day, datetime)]
    return found if len(found) >= _LEAST_IN_TEXT and _follow_one_another(days) else []


def _days_above(
    begins: Sequence[SourceLine], told: Sequence[SourceLine], alone: Sequence[_Found], texts: Sequence[str]
) -> list[_Found]:
    """Days without a year that are all of their line, where paragraphs begin with them; the first may have its year."""
    known = {each.line for each in alone}
    others = [line for line in told if line.number not in known]
    found = [_Found(line.number, day) for line in others if (day := day_of_year(day_told(line.text)))]
    heads = {line.number for line in begins}.intersection(each.line for each in [*alone, *found])
    is_enough = len(heads) >= max(_LEAST_IN_TEXT, _LEAST_OF_A_DIARY * len(begins))
    return found if found and is_enough and _are_days(found) and is_told_by_somebody(texts) else []


def _days_in_text(
    begins: Sequence[SourceLine], alone: Sequence[_Found], texts: Sequence[str], reading: _Reading
) -> list[_Found]:
    """Days before the first sentence of a paragraph, or alone above it, where they make a diary.

    What has a date in its head is of that day, and lists others; a plan or a programme is told by nobody.
    """
    found = [each for line in begins if (each := _day_in_text(line, reading))]
    is_enough = len(found) >= max(_LEAST_IN_TEXT, _LEAST_OF_A_DIARY * len(begins))
    is_of_one_day = any(find_written_date(text) for text in texts[:_HEAD_LINES] if _HEADING.match(text))
    has_others = any(each.day for each in alone)
    is_of_them = not (has_others or is_of_one_day) and _are_days(found)
    return found if is_enough and is_of_them and is_told_by_somebody(texts) else []


def _are_days(found: Sequence[_Found]) -> bool:
    """Whether they follow one another, and do not only count: sections ("1.1.", "1.2."), or cups ("1/2", "1/4")."""
    days = [each.day for each in found if isinstance(each.day, DayOfYear)]
    in_a_year = [day for day in with_years(days, _ANY_YEAR) if day]
    return not days or (len({day.day for day in days}) > 1 and _follow_one_another(in_a_year))


def _days_in_lines(
    told: Sequence[SourceLine], alone: Sequence[_Found], texts: Sequence[str], reading: _Reading
) -> list[_Found]:
    """Days before the first sentence of a line, in a book that has one line or two for a day and none between."""
    found = _days_in_text(told, alone, texts, reading)
    return found if len(found) >= _LEAST_OF_RECORDS * len(told) else []


def _day_in_text(line: SourceLine, reading: _Reading) -> _Found | None:
    if day := day_of_year(day_told(line.text)):
        return _Found(line.number, day)
    emphasised = _EMPHASISED.match(line.text)
    if emphasised and (told := reading.day(emphasised["day"])):
        return _Found(line.number, told, text=emphasised["text"])
    if emphasised and (told := _first_day_of(emphasised["day"])):
        return _Found(line.number, told, text=line.text)  # "13–14 Dec", to be read with its end
    for end in _END_OF_DAY.finditer(line.text, 0, _LONGEST_DAY):
        if told := reading.day(line.text[: end.start()]):
            return _Found(line.number, told, text=line.text[end.end() :])
    leading = leading_day(line.text)
    return _Found(line.number, leading[0], text=line.text[leading[1] :]) if leading else None


def _copied_on(told: Sequence[str]) -> datetime | None:
    """The day on which a text was taken out of a program, by its head: "#general, exported 2027-02-12"."""
    heads = (found for text in told[:_HEAD_LINES] if (found := _COPIED.search(text)))
    dates = (date for found in heads if (date := find_written_date(found["day"])))
    return next((date.at for date in dates), None)


def _stated_year(told: Sequence[str]) -> int | None:
    """The one in the head of the text, or the first of two: "Boat book, begun January 2026", "Oct 2026 - Jan 2027"."""
    heads = [text for text in told[:_HEAD_LINES] if not _COPIED.search(text)]
    years = {int(year) for text in heads for year in _YEAR.findall(text)}
    return min(years) if years and max(years) - min(years) <= 1 else None


def _with_instants(
    found: Sequence[_Found], stated: int | None, written_at: datetime | None
) -> list[tuple[_Found, datetime]]:
    """Those whose year is known: their own, that of the day before, or of a heading above."""
    dated: list[tuple[_Found, datetime]] = []
    last: datetime | None = None
    place = 0
    while place < len(found):
        each = found[place]
        if isinstance(each.day, datetime):
            dated.append((each, each.day))
            last = each.day
        elif each.day is None:
            stated, last = each.year, None
        else:
            run = [*takewhile(lambda one: isinstance(one.day, DayOfYear), found[place:])]
            days = [one.day for one in run if isinstance(one.day, DayOfYear)]
            instants = _of_run(days, last, stated, written_at)
            dated += [(one, at) for one, at in zip(run, instants, strict=True) if at is not None]
            last = dated[-1][1] if dated else None
            place += len(run) - 1
        place += 1
    return dated


def _of_run(
    days: Sequence[DayOfYear], last: datetime | None, stated: int | None, written_at: datetime | None
) -> list[datetime | None]:
    if last is not None:
        return list(with_years([DayOfYear(last.month, last.day), *days], last.year))[1:]
    year = first_year(days, stated=stated, written_at=written_at)
    return [None] * len(days) if year is None else list(with_years(days, year))


def _records(lines: Sequence[SourceLine], written_at: datetime | None) -> dict[int, Entry]:
    """What begins with a full date, or the number of a ticket and its date, and follows one another in time."""
    found = [(line, at) for line in lines if (at := _date_of_record(line.text))]
    days = [at for _, at in found]
    if len(found) < max(_LEAST_IN_TEXT, _LEAST_OF_RECORDS * len(lines)) or not _follow_one_another(days):
        return {}
    if written_at is not None and max(days) > written_at:
        return {}  # a plan
    return {line.number: Entry(at, line.text, is_diary=False) for line, at in found}


def _date_of_record(text: str) -> datetime | None:
    found = find_written_date(text)
    marks = _MARKS_OF_A_RECORD.match(text)
    return found.at if found and marks and found.start <= marks.end() else None


def _follow_one_another(days: Sequence[datetime]) -> bool:
    steps = [later >= earlier for earlier, later in pairwise(days)]
    share = sum(steps) / len(steps) if steps else 0.0
    return share >= _IN_ORDER or 1 - share >= _IN_ORDER
