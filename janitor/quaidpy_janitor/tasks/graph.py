"""Does the graph say what the rows say?"""

from collections.abc import Iterator

from quaidpy.domain.identity import Owner, RunId
from quaidpy_janitor.task import Budget, Change, Family, NightTools


class VerifyGraph:
    name = "graph"
    family = Family.UPKEEP

    def plan(self, owner: Owner, tools: NightTools, budget: Budget) -> Iterator[Change]:
        del budget  # a rebuild is one change, whatever it finds
        differences = tools.graph.verify(owner)
        if differences:
            yield Change(
                summary=f"rebuild the graph: {len(differences)} differences, first: {differences[0]}",
                keys=tuple(differences),
            )

    def apply(self, owner: Owner, change: Change, tools: NightTools, run: RunId) -> None:
        del change, run  # the graph is derived: rebuilding it is no operation on memory
        tools.graph.rebuild(owner)
