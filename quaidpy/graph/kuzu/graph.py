"""What is linked to what? The walk over the graph engine, one file per owner."""

from collections.abc import Sequence

from quaidpy.domain.graph.edges import Neighbourhood
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import StorageError
from quaidpy.graph.kuzu.follower import GraphFollower, OpenGraph, Unavailable
from quaidpy.graph.kuzu.walk import Walk
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.rows import instant_text


class KuzuGraph:
    """GraphIndex over Kùzu or Ladybug, as far as the follower has brought the owner's graph.

    Raises StorageError: GraphEngineError, GraphTimeoutError past `read_timeout_ms`, or when the graph cannot be had.
    """

    def __init__(self, follower: GraphFollower, *, clock: Clock, tuning: GraphTuning) -> None:
        self._follower = follower
        self._clock = clock
        self._tuning = tuning
        self.engine = tuning.engine

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        return self.around_in(self._current(owner), seeds, depth=depth, fanout=fanout, moment=moment)

    def around_in(
        self, graph: OpenGraph, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None
    ) -> Neighbourhood:
        """As `around`, over a graph already in hand."""
        walk = self._walk(graph, moment)
        if moment is None and fanout <= self._tuning.nearest_links:
            found = walk.around_now(seeds, depth=depth, fanout=fanout)
            if found is not None:
                return found
        return walk.around(seeds, depth=depth, fanout=fanout)

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> list[NodeId]:
        return self.path_in(self._current(owner), source, target, max_steps=max_steps)

    def path_in(self, graph: OpenGraph, source: NodeId, target: NodeId, *, max_steps: int) -> list[NodeId]:
        """As `path`, over a graph already in hand."""
        return self._walk(graph, None).path(source, target, max_steps=max_steps)

    def read_in(self, owner: Owner) -> None:
        """Nothing to do: the engine keeps its pages as it sees fit."""

    def close(self) -> None:
        self._follower.close()

    def _current(self, owner: Owner) -> OpenGraph:
        graph = self._follower.current(owner) or self._follower.catch_up(owner)
        if isinstance(graph, Unavailable):
            raise StorageError(
                f"the graph of {owner} cannot be opened: {graph.reason}; the rows still answer"
            )
        return graph

    def _walk(self, graph: OpenGraph, moment: Moment | None) -> Walk:
        if moment is None:
            now = self._clock.now()
            moment = Moment(as_of=now, known_at=now)
        return Walk(
            graph.session,
            as_of=instant_text(moment.as_of),
            known_at=instant_text(moment.known_at),
            timeout_s=self._tuning.read_timeout_ms / 1000,
        )
