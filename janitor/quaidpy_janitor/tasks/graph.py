"""Does the graph say what the rows say?"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.nights import ReviewMark
from quaidpy_janitor.task import Change, Night

GRAPH = "graph"
_WHOLE = MemoryId("whole")


def plan_verification(night: Night) -> Iterator[Change]:
    """Follows the rows every night; compares every node and link from time to time, or when it was asked for."""
    if night.tools.graph.is_elsewhere(night.owner):
        night.notes.left.append("another process has the graph open; there it follows the rows by itself")
        return
    last = night.review_marks(GRAPH).get(_WHOLE)
    if last is not None and _is_recent(last, night):
        return  # it has just caught up
    differences = night.tools.graph.verify(night.owner)
    if differences:
        yield Change(
            verb="rebuild",
            summary=f"rebuild the graph: {len(differences)} differences, first: {differences[0]}",
            keys=tuple(differences),
        )
    else:
        night.notes.looked = {_WHOLE: ReviewMark(night.now.isoformat().encode())}


def _is_recent(last: ReviewMark, night: Night) -> bool:
    age = night.now - datetime.fromisoformat(last.mark.decode())
    return timedelta(0) <= age < timedelta(days=night.tuning.janitor.graph_check_days)


def apply_verification(night: Night, changes: Sequence[Change]) -> int:
    """The graph is derived: rebuilding it is no operation on memory."""
    night.tools.graph.rebuild(night.owner)
    return len(changes)
