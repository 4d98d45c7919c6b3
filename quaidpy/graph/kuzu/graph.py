"""What is linked to what? The walk over the graph engine, one file per owner."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from quaidpy.domain.graph.edges import Connection, Edges, Neighbourhood
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.errors import StorageError
from quaidpy.graph.kuzu.engine import GraphChangedError
from quaidpy.graph.kuzu.follower import GraphFollower, OpenGraph, Unavailable
from quaidpy.graph.kuzu.paths import shortest_path_in
from quaidpy.graph.kuzu.walk import Walk
from quaidpy.graph.kuzu.whole import all_edges, all_relations
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.rows import instant_text

_LONG_TIMEOUT_S = 2.0  # about what the rows take for a path among 100,000 memories
_EXPORT_TIMEOUT_S = 60.0


class KuzuGraph:
    """WholeGraph over Kùzu or Ladybug, as far as the follower has brought the owner's graph.

    Raises StorageError: GraphEngineError, GraphTimeoutError past `read_timeout_ms`, GraphChangedError, or when the
    graph cannot be had.
    """

    def __init__(self, follower: GraphFollower, *, clock: Clock, tuning: GraphTuning) -> None:
        self._follower = follower
        self._clock = clock
        self._tuning = tuning
        self.engine = tuning.engine

    def ready_to_walk(self, owner: Owner) -> OpenGraph | None:
        """The open graph, if it is in step with rows and clock, and small enough. Never opens or waits."""
        graph = self._follower.current(owner)
        if graph is None or graph.places is None:
            return None
        now = instant_text(self._clock.now())
        return None if graph.changes_at is not None and graph.changes_at <= now else graph

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        return self.around_in(self._caught_up(owner), seeds, depth=depth, fanout=fanout, moment=moment)

    def around_in(
        self, graph: OpenGraph, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None
    ) -> Neighbourhood:
        """As `around`, over a graph already in hand."""
        most = self._tuning.nearest_links
        with self._walk(graph, moment) as walk:
            if moment is None and fanout <= most:
                return walk.around_now(seeds, depth=depth, fanout=fanout, nearest_links=most)
            return walk.around(seeds, depth=depth, fanout=fanout)

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        return self.path_in(self._caught_up(owner), source, target, max_steps=max_steps)

    def path_in(self, graph: OpenGraph, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        """As `path`, over a graph already in hand."""
        now = instant_text(self._clock.now())
        found = shortest_path_in(
            graph.session, source, target, max_steps=max_steps, now=now, timeout_s=_LONG_TIMEOUT_S
        )
        return Connection(tuple(found), self.engine)

    def relations(self, owner: Owner) -> Neighbourhood:
        return self.relations_in(self._caught_up(owner))

    def relations_in(self, graph: OpenGraph) -> Neighbourhood:
        """As `relations`, over a graph already in hand."""
        now = instant_text(self._clock.now())
        return all_relations(graph.session, now=now, timeout_s=_LONG_TIMEOUT_S)

    def edges(self, owner: Owner) -> Edges:
        return self.edges_in(self._caught_up(owner), owner)

    def edges_in(self, graph: OpenGraph, owner: Owner) -> Edges:
        """As `edges`, over a graph already in hand."""
        return Edges(all_edges(graph.session, owner, timeout_s=_EXPORT_TIMEOUT_S), self.engine)

    def read_in(self, owner: Owner) -> None:
        """Nothing to do: the engine keeps its pages as it sees fit."""

    def close(self) -> None:
        self._follower.close()

    def _caught_up(self, owner: Owner) -> OpenGraph:
        graph = self.ready_to_walk(owner) or self._follower.catch_up(owner)
        if isinstance(graph, Unavailable):
            raise StorageError(
                f"the graph of {owner} cannot be opened: {graph.reason}; the rows still answer"
            )
        return graph

    @contextmanager
    def _walk(self, graph: OpenGraph, moment: Moment | None) -> Iterator[Walk]:
        """A walk over one state of the graph; raises GraphChangedError on leaving when it was more than one."""
        if moment is None:
            now = self._clock.now()
            moment = Moment(as_of=now, known_at=now)
        version = graph.version
        if graph.places is None:
            raise StorageError(
                f"{graph.session.path.name} has more than graph.walk_nodes nodes; the rows answer walks"
            )
        walk = Walk(
            graph.session,
            graph.places,
            as_of=instant_text(moment.as_of),
            known_at=instant_text(moment.known_at),
            timeout_s=self._tuning.read_timeout_ms / 1000,
        )
        try:
            yield walk
        except KeyError as err:  # a place where nobody was known to stand
            raise GraphChangedError(f"the graph changed while it was read ({err}); ask again") from err
        if graph.version != version:
            raise GraphChangedError("the graph changed while it was read; ask again")
