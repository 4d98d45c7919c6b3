"""Which instant does a date on the command line mean?"""

from datetime import datetime

from quaidpy.errors import UsageError
from quaidpy.recall.asked_dates import read_asked_date


def read_date(text: str, option: str, *, now: datetime) -> datetime:
    """ISO or relative ("last summer", "3 days ago"), as an aware UTC instant. Raises UsageError naming the option."""
    found = read_asked_date(text, now=now)
    if found is None:
        raise UsageError(
            f"{option} {text!r} is no date I can read; give 2025-06-02, 2025-06, or words like “3 days ago”"
        )
    return found


def check_order(since: datetime | None, until: datetime | None) -> None:
    """Raises UsageError when the window is empty."""
    if since and until and since >= until:
        raise UsageError(f"--since {since:%Y-%m-%d} is not before --until {until:%Y-%m-%d}; swap them")
