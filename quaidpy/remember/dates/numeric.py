"""Which day is 03/04/2026 in this text?"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from quaidpy.domain.language.text import spoken_date
from quaidpy.regex import regex

_NUMERIC = regex(
    r"(?<![\d./-])(?P<first>\d{1,2})(?P<mark>[/.])(?P<second>\d{1,2})(?P=mark)(?P<year>(?:19|20)\d\d|\d\d)(?![\d/-]|\.\d)"
)
_DAY_FIRST = regex(
    r"[£€]|\b(?:EUR|GBP|quid|colour|favourite|neighbour|centre|metres|organis\w+|cheque|tyres?|mum|fortnight|postcode|lorry)\b",
    re.IGNORECASE,
)
_MONTH_FIRST = regex(
    r"\$\d|\b(?:USD|bucks|color|favorite|neighbor|center|mom|zip code|gotten|gray|sidewalk|apartment|vacation)\b",
    re.IGNORECASE,
)


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Whether these texts write the day before the month; None when they tell neither, or both.

    A number over 12 tells first; then money and spelling.
    """
    told = [text for text in texts if text]
    found = {
        order for text in told for one in _NUMERIC.finditer(text) if (order := _told_by(one)) is not None
    }
    if found:
        return found.pop() if len(found) == 1 else None
    signs = (any(_DAY_FIRST.search(text) for text in told), any(_MONTH_FIRST.search(text) for text in told))
    return None if signs[0] == signs[1] else signs[0]


def has_numeric(text: str) -> bool:
    return _NUMERIC.search(text) is not None


def with_numeric_written(text: str, *, day_first: bool | None) -> str:
    """Numeric dates written out, where their order is known; with points the day is always first."""

    def written(one: re.Match[str]) -> str:
        own = _told_by(one)
        order = own if own is not None else day_first
        if one["mark"] == ".":
            order = True if len(one["year"]) == _FULL_YEAR else None
        return next(_days(one, order), None) or one[0]

    return _NUMERIC.sub(written, text)


_FULL_YEAR = 4  # digits; "1.2.26" may be a version


def _days(one: re.Match[str], order: bool | None) -> Iterator[str]:  # noqa: FBT001 - a finding, not a switch
    if order is None:
        return
    day, month = (one["first"], one["second"]) if order else (one["second"], one["first"])
    year = int(one["year"]) + (2000 if len(one["year"]) < _FULL_YEAR else 0)
    try:
        yield spoken_date(datetime(year, int(month), int(day), tzinfo=UTC))
    except ValueError:
        return


def _told_by(one: re.Match[str]) -> bool | None:
    """What a date's own numbers tell of the order."""
    first, second = int(one["first"]), int(one["second"])
    if first > 12 >= second:
        return True
    return False if second > 12 >= first else None
