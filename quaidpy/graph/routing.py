"""Which engine answers? The graph engine while it is open and in step; the rows at any other time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from quaidpy.domain.graph.edges import Connection, Edges, Neighbourhood
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import UsageError
from quaidpy.graph.cypher.asking import CypherAsker
from quaidpy.graph.cypher.read_only import refuse_writing
from quaidpy.graph.kuzu.engine import GraphChangedError, GraphEngineError, GraphTimeoutError
from quaidpy.graph.kuzu.follower import GraphFollower, OpenGraph, Unavailable
from quaidpy.graph.kuzu.graph import KuzuGraph
from quaidpy.graph.kuzu.paths import MOST_STEPS
from quaidpy.ports.graph import CypherTable
from quaidpy.storage.feeding.rows_graph import RowsGraph

QUICK_WALKERS = frozenset({"ladybug"})
"""Engines whose walks make a recall at most 15 % longer: by ladybug it took 1 % longer at 4,000 nodes, 5 to 14 at
21,000 and 6 at 206,000; by kuzu 16 to 28."""

_Answer = TypeVar("_Answer")


class RoutedGraph:
    """GraphEngine: one graph of two engines; `engine` of each answer names the one that gave it.

    Reading never opens the graph engine, for that costs 0.3 s: `catch_up`, `rebuild` and `cypher` do.
    """

    def __init__(
        self, rows: RowsGraph[Any], engine: KuzuGraph, follower: GraphFollower, *, tuning: GraphTuning
    ) -> None:
        self._rows = rows
        self._engine = engine
        self._follower = follower
        self._asker = CypherAsker(follower, tuning=tuning)

    @property
    def engine(self) -> str:
        return self._engine.engine

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        # Only the heaviest links of now are kept ready in the graph engine; by its full tables it is 15 to 60 times
        # slower than the rows.
        found = self._by_engine(
            self._engine.ready_to_walk(owner, fanout=fanout) if moment is None else None,
            lambda graph: self._engine.around(graph, seeds, depth=depth, fanout=fanout),
        )
        return found or self._rows.around(owner, seeds, depth=depth, fanout=fanout, moment=moment)

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        found = self._by_engine(
            self._follower.current(owner) if max_steps <= MOST_STEPS else None,
            lambda graph: self._engine.path(graph, source, target, max_steps=max_steps),
        )
        return found or self._rows.path(owner, source, target, max_steps=max_steps)

    def relations(self, owner: Owner) -> Neighbourhood:
        found = self._by_engine(self._follower.current(owner), self._engine.relations)
        return found or self._rows.relations(owner)

    def edges(self, owner: Owner) -> Edges:
        found = self._by_engine(self._follower.current(owner), lambda graph: self._engine.edges(graph, owner))
        return found or self._rows.edges(owner)

    def _by_engine(self, graph: OpenGraph | None, ask: Callable[[OpenGraph], _Answer]) -> _Answer | None:
        """None: the rows must answer, and will say that they did."""
        if graph is None:
            return None
        try:
            return ask(graph)
        except (GraphTimeoutError, GraphChangedError):
            return None
        except GraphEngineError:
            graph.is_suspect = True
            return None

    def read_in(self, owner: Owner) -> None:
        self._rows.read_in(owner)

    def catch_up(self, owner: Owner) -> None:
        """Leaves the rows to answer when the graph cannot be had; `state` says why."""
        self._follower.catch_up(owner)

    def rebuild(self, owner: Owner) -> None:
        """As `catch_up`: a graph that cannot be built leaves the rows to answer."""
        self._follower.rebuild(owner)

    def is_elsewhere(self, owner: Owner) -> bool:
        found = self._follower.catch_up(owner)
        return isinstance(found, Unavailable) and found.is_elsewhere

    def verify(self, owner: Owner) -> list[str]:
        found = self._follower.verify(owner)
        if isinstance(found, Unavailable):
            return [] if found.is_elsewhere else [f"the graph cannot be opened: {found.reason}"]
        return [str(difference) for difference in found]

    def cypher(
        self, owner: Owner, text: str, *, limit: int, parameters: Mapping[str, object] | None = None
    ) -> CypherTable:
        """In a process of its own, ended when it takes too long or too much; see CypherAsker for what is raised."""
        refuse_writing(text)
        return self._asker.ask(owner, text, parameters or {}, limit=limit)

    def close(self) -> None:
        self._asker.close()
        self._engine.close()


class WalkedByRows:
    """GraphIndex for recalls: the rows walk, ways are asked of the graph."""

    def __init__(self, rows: RowsGraph[Any], graph: RoutedGraph) -> None:
        self.rows = rows
        self.engine = rows.engine
        self.around = rows.around
        self.path = graph.path
        self.read_in = rows.read_in
        self.close = graph.close


class RowsOnlyGraph:
    """GraphEngine with `graph.engine = none`: the rows answer, and Cypher is refused with the reason."""

    def __init__(self, rows: RowsGraph[Any]) -> None:
        self.engine = rows.engine
        self.around = rows.around
        self.path = rows.path
        self.relations = rows.relations
        self.edges = rows.edges
        self.read_in = rows.read_in
        self.close = rows.close

    def catch_up(self, owner: Owner) -> None:
        """Nothing follows."""

    def is_elsewhere(self, owner: Owner) -> bool:
        del owner
        return False

    def verify(self, owner: Owner) -> list[str]:
        del owner
        return []

    def rebuild(self, owner: Owner) -> None:
        """Nothing is derived here that the database does not keep itself."""

    def cypher(self, owner: Owner, text: str, *, limit: int) -> CypherTable:
        del owner, text, limit
        raise UsageError("Cypher needs a graph engine; set graph.engine = kuzu (or ladybug)")
