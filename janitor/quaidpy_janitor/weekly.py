"""Is it time again for what is done once a week? Told by a mark that the last time left."""

from datetime import datetime, timedelta

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.nights import ReviewMark
from quaidpy_janitor.task import Night

WHOLE = MemoryId("whole")
"""Under which the mark of a task is kept that looks at everything."""


def last_time(night: Night, task: str) -> datetime | None:
    """When the task was last through; a thorough night is told, too."""
    mark = night.tools.survey.review_marks(night.owner, task).get(WHOLE)
    return None if mark is None else datetime.fromisoformat(mark.mark.decode())


def is_due(last: datetime | None, night: Night, *, days: float) -> bool:
    """After so many days; at once when it never was, or the clock stood later then."""
    return last is None or not timedelta(0) <= night.now - last < timedelta(days=days)


def done_now(night: Night) -> ReviewMark:
    return ReviewMark(night.now.isoformat().encode())
