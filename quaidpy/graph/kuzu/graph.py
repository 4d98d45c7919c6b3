"""What does the graph engine answer of a graph that is open?"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from quaidpy.domain.graph.edges import Connection, Edges, Neighbourhood
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.tuning import GraphTuning
from quaidpy.graph.kuzu.engine import GraphChangedError
from quaidpy.graph.kuzu.follower import GraphFollower, OpenGraph
from quaidpy.graph.kuzu.paths import shortest_path_in
from quaidpy.graph.kuzu.places import Places
from quaidpy.graph.kuzu.walk import Walk
from quaidpy.graph.kuzu.whole import all_edges, all_relations
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.rows import instant_text

_LONG_TIMEOUT_S = 2.0  # about what the rows take for a path among 100,000 memories
_EXPORT_TIMEOUT_S = 60.0


class KuzuGraph:
    """Kùzu or Ladybug, asked as WholeGraph is, of what holds now and with the open graph instead of its owner.

    Raises GraphEngineError, GraphTimeoutError, or GraphChangedError.
    """

    def __init__(self, follower: GraphFollower, *, clock: Clock, tuning: GraphTuning) -> None:
        self._follower = follower
        self._clock = clock
        self._tuning = tuning
        self.engine = tuning.engine

    def ready_to_walk(self, owner: Owner, *, fanout: int) -> OpenGraph | None:
        """The open graph, if it is in step with rows and clock, small, and so many links are kept ready.

        Never opens or waits.
        """
        graph = self._follower.current(owner) if fanout <= self._tuning.nearest_links else None
        if graph is None or graph.places is None:
            return None
        return None if graph.changes_at is not None and graph.changes_at <= self._now() else graph

    def around(self, graph: OpenGraph, seeds: Sequence[NodeId], *, depth: int, fanout: int) -> Neighbourhood:
        """Of a graph that is ready to walk so wide."""
        assert graph.places is not None
        with self._walk(graph, graph.places) as walk:
            return walk.around(seeds, depth=depth, fanout=fanout, nearest_links=self._tuning.nearest_links)

    def path(self, graph: OpenGraph, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        session, now = graph.session, self._now()
        found = shortest_path_in(
            session, source, target, max_steps=max_steps, now=now, timeout_s=_LONG_TIMEOUT_S
        )
        return Connection(tuple(found), self.engine)

    def relations(self, graph: OpenGraph) -> Neighbourhood:
        return all_relations(graph.session, now=self._now(), timeout_s=_LONG_TIMEOUT_S)

    def edges(self, graph: OpenGraph, owner: Owner) -> Edges:
        return Edges(all_edges(graph.session, owner, timeout_s=_EXPORT_TIMEOUT_S), self.engine)

    def close(self) -> None:
        self._follower.close()

    def _now(self) -> str:
        return instant_text(self._clock.now())

    @contextmanager
    def _walk(self, graph: OpenGraph, places: Places) -> Iterator[Walk]:
        """A walk over one state of the graph; raises GraphChangedError on leaving when it was more than one."""
        version = graph.version
        timeout_s = self._tuning.read_timeout_ms / 1000
        try:
            yield Walk(graph.session, places, timeout_s=timeout_s)
        except KeyError as err:  # a place where nobody was known to stand
            raise GraphChangedError(f"the graph changed while it was read ({err}); ask again") from err
        if graph.version != version:
            raise GraphChangedError("the graph changed while it was read; ask again")
