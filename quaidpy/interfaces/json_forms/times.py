"""How does a time read in words: a day, a minute, since when and until when?"""

from datetime import UTC, datetime
from typing import Any

from quaidpy.domain.language.text import spoken_date


def day(at: datetime | None) -> str:
    """8 May 2023, in UTC; a dash without a date."""
    return spoken_date(at.astimezone(UTC)) if at else "–"


def minute(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


def when(times: dict[str, Any]) -> str:
    """Since when, until when; nothing when unbounded."""
    start, end = times["valid_from"], times["valid_to"]
    if times["retracted_at"]:
        return "taken back"
    if start and end:
        return f"{_day(start)} to {_day(end)}"
    return f"until {_day(end)}" if end else f"since {_day(start)}" if start else ""


def _day(at: str) -> str:
    return day(datetime.fromisoformat(at))
