"""Of which month is "the 22nd", where the talk told that day with its month a while ago?"""

import re
from dataclasses import dataclass, field
from datetime import date, datetime

from quaidpy.domain.time.written_dates import MONTH, MONTHS
from quaidpy.regex import regex

_TOLD = regex(
    rf"(?<![\d.:/-])(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{MONTH})(?!\w)"
    rf"|\b(?P<month_first>{MONTH}) (?:the )?(?P<day_behind>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]?\d)",
    re.IGNORECASE,
)
_BARE = regex(
    r"(?P<lead>\b(?:by|on|until|till|to|before|after|from|since|for|than|of|not|is|at) )?"
    r"the (?P<day>\d{1,2})(?:st|nd|rd|th)\b"
    r"(?=\W*$|[,.;:!?)]|,? (?:at|in the|and|or|but|because|so|not"
    r"|instead|for|if|when|as|is|was|works|suits|to|until)\b)",
    re.IGNORECASE,
)
_LATELY = 60  # sentences


@dataclass(slots=True)
class DaysTold:
    """The days of one talk that were told with their month, and how many sentences ago."""

    _month: dict[int, tuple[int, int]] = field(default_factory=dict)
    _heard: int = 0

    def hear(self, text: str) -> None:
        self._heard += 1
        for found in _TOLD.finditer(text):
            day = int(found["day"] or found["day_behind"])
            self._month[day] = (
                MONTHS[(found["month"] or found["month_first"]).lower().rstrip(".")],
                self._heard,
            )

    def with_month(self, spoken: str, at: datetime | None) -> str:
        """With the month behind a bare day that was told with it, if that day is still to come."""
        if at is None or not self._month:
            return spoken

        def told(found: re.Match[str]) -> str:
            month, heard = self._month.get(int(found["day"]), (0, 0))
            if (
                not month
                or self._heard - heard > _LATELY
                or not _is_ahead(month, int(found["day"]), at.date())
            ):
                return found[0]
            return f"{found['lead'] or ''}{int(found['day'])} {date(at.year, month, 1):%B}"

        return _BARE.sub(told, spoken)


def _is_ahead(month: int, day: int, today: date) -> bool:
    return (month, day) >= (today.month, today.day)
