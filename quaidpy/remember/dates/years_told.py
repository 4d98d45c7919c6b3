"""Which day is told together with its year: "on 22 May next year", "11 feb 27"?"""

import re
from datetime import UTC, datetime

from quaidpy.domain.time.written_dates import MONTH
from quaidpy.remember.dates.anchoring import Moment, Rule, Said, on_day, rule
from quaidpy.remember.dates.day_words import DAY_OF_MONTH, day_number, has_day, month_number


def _of_short_year(match: re.Match[str], said: Said) -> Moment | None:
    """Its year in two figures, where that is a year near this one."""
    year = said.day.year // 100 * 100 + int(match["year"])
    is_near = -_YEARS_BACK <= year - said.day.year <= _YEARS_AHEAD
    month, day = month_number(match["month"]), day_number(match["day"])
    return on_day(datetime(year, month, day, tzinfo=UTC)) if is_near and has_day(year, month, day) else None


_YEARS_BACK, _YEARS_AHEAD = 3, 6


def _of_year(match: re.Match[str], said: Said) -> Moment:
    step = {"last": -1, "this": 0, "next": 1}[match["which"].lower()]
    return on_day(
        datetime(said.day.year + step, month_number(match["month"]), day_number(match["day"]), tzinfo=UTC)
    )


RULES_OF_YEARS: tuple[Rule, ...] = (
    rule(
        rf"\b(?:on\s+)?(?:the\s+)?{DAY_OF_MONTH}\s+(?:of\s+)?(?P<month>{MONTH})\s+['’]?(?P<year>\d\d)"
        r"(?=\s*(?:[.,;)!?](?!\d)|$)|\s+(?:and|but|so|at|for|with|until|till|in|on|then|from)\b)",
        _of_short_year,
    ),
    rule(
        rf"\b(?:on\s+)?(?:the\s+)?{DAY_OF_MONTH}\s+(?:of\s+)?(?P<month>{MONTH})\s+(?:of\s+)?"
        r"(?P<which>last|this|next) year\b",
        _of_year,
    ),
    rule(
        rf"\b(?:on\s+)?(?P<month>{MONTH})\s+(?:the\s+)?{DAY_OF_MONTH},?\s+(?:of\s+)?"
        r"(?P<which>last|this|next) year\b",
        _of_year,
    ),
)
