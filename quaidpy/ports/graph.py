"""What must a graph be able to do for us? Walks, upkeep, and queries of its users."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from quaidpy.domain.graph.edges import Connection, Edges, Neighbourhood
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment


class GraphIndex(Protocol):
    """Walks the graph. Two engines, one answer: same inputs give the same links in the same order.

    Never shows another owner's nodes.
    """

    @property
    def engine(self) -> str: ...

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        """Links within `depth` steps of the seeds, both directions.

        Each node contributes its `fanout` heaviest edges and mentions that hold at the moment (None: now); ties by
        other node's id, then relation, then outgoing first, then edge id. Links sorted by source, relation, target; no
        repeats: of edges that state the same link the heaviest counts. Unknown seeds contribute nothing.
        `degrees`: each entity that the links touch, by id, with its links of any time, counted up to a cap.
        """
        ...

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        """One shortest path over what holds now, both ends included; of several, the smallest by ids.

        Empty when there is none of at most `max_steps` steps; a node's path to itself is the node alone.
        """
        ...

    def read_in(self, owner: Owner) -> None:
        """Take the owner's links into memory, as far as they may be held there; for moments in which nobody waits.

        What walks answer stays the same.
        """
        ...

    def close(self) -> None: ...


class WholeGraph(GraphIndex, Protocol):
    """All that is related, at once: for communities, pictures and exports. Two engines, one answer, as of walks."""

    def relations(self, owner: Owner) -> Neighbourhood:
        """All edges that hold now, mentions left out; links sorted and unique as in `around`, without degrees."""
        ...

    def edges(self, owner: Owner) -> Edges:
        """Every edge, history included, by id."""
        ...


class GraphUpkeep(Protocol):
    """Keeps the graph engine equal to the rows."""

    def catch_up(self, owner: Owner) -> None:
        """Apply what has been committed since; opens the engine when needed. Costs nothing when nothing is new."""
        ...

    def is_elsewhere(self, owner: Owner) -> bool:
        """Whether another process has this owner's graph open, so that it cannot be had here. Opens it otherwise."""
        ...

    def verify(self, owner: Owner) -> list[str]:
        """Each difference between graph and rows as a sentence; empty when they agree. Changes nothing."""
        ...

    def rebuild(self, owner: Owner) -> None:
        """Make the owner's graph anew from the rows; the old one serves until the new one is whole."""
        ...


@dataclass(frozen=True, slots=True)
class CypherTable:
    """What a Cypher query answers: column names, and rows in the order the engine gives them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


class GraphEngine(WholeGraph, GraphUpkeep, Protocol):
    """The graph as users see it: walks, all of it, upkeep, and Cypher."""

    def cypher(self, owner: Owner, text: str, *, limit: int) -> CypherTable:
        """Answer a read-only query over this owner's graph, caught up first; at most `limit` rows.

        Raises UsageError with the engine's reason, also for anything that would write.
        """
        ...
