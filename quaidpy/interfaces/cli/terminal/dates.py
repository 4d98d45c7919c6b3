"""Which instant does a date on the command line mean?"""

from datetime import datetime

from quaidpy.errors import UsageError
from quaidpy.recall.understanding.typed_times import instant, require_order


def read_date(text: str, option: str, *, now: datetime) -> datetime:
    """ISO or relative ("last summer", "3 days ago"), as an aware UTC instant. Raises UsageError naming the option."""
    try:
        return instant(text, now=now)
    except UsageError as error:
        raise UsageError(f"{option}: {error}") from error


def check_order(since: datetime | None, until: datetime | None) -> None:
    """Raises UsageError when the window ends before it begins."""
    try:
        require_order(since, until)
    except UsageError as error:
        raise UsageError(f"--{error}") from error
