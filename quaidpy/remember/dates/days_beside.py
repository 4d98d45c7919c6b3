"""Which month and year has the second of two days: "19 May 2026 and 20"?"""

import re

from quaidpy.domain.time.written_dates import MONTH
from quaidpy.regex import regex

_DAYS_OF_A_MONTH = 31
_BESIDE = regex(
    rf"\b(?P<first>\d{{1,2}}) (?P<rest>{MONTH} \d{{4}}) (?P<joined>and|&|or) (?:the )?"
    r"(?P<second>\d{1,2})(?:st|nd|rd|th)?"
    r"(?=[.,;:!?)]|\Z| (?:in|at|from|for|both|with|because|since)\b)",
    re.IGNORECASE,
)


def with_days_beside(text: str) -> str:
    """With both days before the month: "19 and 20 May 2026"."""
    return _BESIDE.sub(_of_both, text)


def _of_both(found: re.Match[str]) -> str:
    if not int(found["first"]) < int(found["second"]) <= _DAYS_OF_A_MONTH:
        return found[0]
    return f"{found['first']} {found['joined']} {found['second']} {found['rest']}"
