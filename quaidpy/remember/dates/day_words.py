"""How is a day of a month written, in figures or as "the tenth", and its month?"""

import re
from datetime import UTC, datetime

from quaidpy.domain.time.written_dates import MONTHS

UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINALS = {
    **{word: number for number, word in enumerate(UNITS, start=1)},
    **{
        word: number
        for number, word in enumerate(
            (
                "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
                "eighteenth", "nineteenth", "twentieth",
            ),
            start=10,
        )
    },
    **{f"twenty-{word}": number for number, word in enumerate(UNITS, start=21)},
    "thirtieth": 30,
    "thirty-first": 31,
}  # fmt: skip
ORDINAL = "|".join(word.replace("-", "[- ]") for word in sorted(_ORDINALS, key=lambda each: -len(each)))
DAY_OF_MONTH = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{ORDINAL})"


def day_number(word: str) -> int:
    lower = word.lower().replace(" ", "-")
    return _ORDINALS[lower] if lower in _ORDINALS else int(re.sub(r"\D", "", lower))


def month_number(name: str) -> int:
    return MONTHS[name.lower().rstrip(".")]


def has_day(year: int, month: int, day: int) -> bool:
    try:
        datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return False
    return True
