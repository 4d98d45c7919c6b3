"""Does the graph say what the rows say?"""

from collections.abc import Iterator, Sequence

from quaidpy_janitor.task import Change, Night


def plan_verification(night: Night) -> Iterator[Change]:
    differences = night.tools.graph.verify(night.owner)
    if differences:
        yield Change(
            verb="rebuild",
            summary=f"rebuild the graph: {len(differences)} differences, first: {differences[0]}",
            keys=tuple(differences),
        )


def apply_verification(night: Night, changes: Sequence[Change]) -> int:
    """The graph is derived: rebuilding it is no operation on memory."""
    night.tools.graph.rebuild(night.owner)
    return len(changes)
