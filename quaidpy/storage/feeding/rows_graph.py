"""What do the rows say as a graph: walks, ways, all of it? Always there, always current."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Generic

from quaidpy.domain.graph.edges import MENTIONS, Connection, Edges, Neighbourhood
from quaidpy.domain.graph.paths import shortest_path
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.machine import Clock
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.cached.sources import LinkRows
from quaidpy.storage.memory.links import links_of
from quaidpy.storage.sql.engine import Session, SqlDatabase
from quaidpy.storage.sql.graph_rows import HOLDS
from quaidpy.storage.sql.rows import edge_of, instant_text

_NEIGHBOURS = f"""
SELECT DISTINCT wanted.id, a.other FROM unnest(:nodes) AS wanted(id) CROSS JOIN adjacency a
WHERE a.owner = :owner AND a.node = wanted.id AND {HOLDS}
"""

_RELATIONS = f"""SELECT a.node, a.relation, a.other, a.weight FROM adjacency a
WHERE a.owner = :owner AND a.is_forward = 1 AND a.relation <> '{MENTIONS}' AND {HOLDS}"""


class RowsGraph(Generic[Session]):
    """WholeGraph over the rows themselves; of nodes that it has met before the links are in memory."""

    engine: str
    """Named in what it answers."""

    def __init__(
        self,
        database: SqlDatabase[Session],
        link_rows: Callable[[Session], LinkRows],
        *,
        clock: Clock,
        tuning: GraphTuning,
        links: LinksInMemory | None = None,
    ) -> None:
        """`link_rows`: the engine's source of them; `links`: in memory, to be shared with others."""
        self._database = database
        self._link_rows = link_rows
        self._clock = clock
        self._degree_cap = tuning.degree_cap
        self._links = links or LinksInMemory(tuning)

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        times = self._times(moment)
        with (
            self._database.reading() as session,
            self._links.walk(self._link_rows(session), owner, fanout, times) as walk,
        ):
            walk.read_ahead(seeds, hops=depth, cap=self._degree_cap)
            frontier, seen = set(seeds), set(seeds)
            for hop in range(depth):
                if hop:
                    frontier = walk.met() - seen
                    seen |= frontier
                walk.expand(frontier)
            links, degrees = walk.found(self._degree_cap)
        return Neighbourhood(links=links, degrees=degrees, engine=self.engine)

    def read_in(self, owner: Owner) -> None:
        self._links.read_in(self._snapshot, owner)

    @contextmanager
    def _snapshot(self) -> Iterator[LinkRows]:
        with self._database.snapshot() as session:
            yield self._link_rows(session)

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        times = self._times(None)

        def neighbours(nodes: Sequence[NodeId]) -> Mapping[NodeId, list[NodeId]]:
            found: dict[NodeId, list[NodeId]] = {}
            bound = {"owner": owner, "nodes": list(nodes)} | times
            for node, other in session.values(_NEIGHBOURS, bound):
                found.setdefault(node, []).append(other)
            return found

        with self._database.reading() as session:
            found = shortest_path(source, target, max_steps=max_steps, neighbours=neighbours)
        return Connection(tuple(found), self.engine)

    def relations(self, owner: Owner) -> Neighbourhood:
        with self._database.reading() as session:
            rows = session.values(_RELATIONS, {"owner": owner} | self._times(None))
        return Neighbourhood(links=links_of(rows), degrees=(), engine=self.engine)

    def edges(self, owner: Owner) -> Edges:
        with self._database.reading() as session:
            rows = session.stream("SELECT * FROM edges WHERE owner = :owner ORDER BY id", {"owner": owner})
            return Edges(tuple(edge_of(owner, row) for row in rows), self.engine)

    def close(self) -> None:
        """Nothing to let go: the database belongs to whoever opened it."""

    def _times(self, moment: Moment | None) -> dict[str, str]:
        if moment is None:
            now = instant_text(self._clock.now())
            return {"as_of": now, "known_at": now}
        return {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
