"""Does the graph say what the rows say?"""

from collections.abc import Iterator, Sequence

from quaidpy_janitor.task import Change, Night
from quaidpy_janitor.weekly import WHOLE, done_now, is_due, last_time

GRAPH = "graph"


def plan_verification(night: Night) -> Iterator[Change]:
    """Follows the rows every night; compares every node and link from time to time, or when it was asked for."""
    if night.tools.graph.is_elsewhere(night.owner):
        night.notes.left.append("another process has the graph open; there it follows the rows by itself")
        return
    is_time = is_due(last_time(night, GRAPH), night, days=night.tuning.janitor.graph_check_days)
    if not is_time and not night.is_thorough:
        return  # it has just caught up
    differences = night.tools.graph.verify(night.owner)
    if differences:
        yield Change(
            verb="rebuild",
            summary=f"rebuild the graph: {len(differences)} differences, first: {differences[0]}",
            keys=tuple(differences),
        )
    else:
        night.notes.looked = {WHOLE: done_now(night)}


def apply_verification(night: Night, changes: Sequence[Change]) -> int:
    """The graph is derived: rebuilding it is no operation on memory."""
    night.tools.graph.rebuild(night.owner)
    return len(changes)
