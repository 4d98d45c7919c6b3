"""What is linked to what? The walk over SQLite's mirrored adjacency: always there, always current."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from quaidpy.domain.graph.edges import MENTIONS, Connection, Neighbourhood
from quaidpy.domain.graph.paths import shortest_path
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.machine import Clock
from quaidpy.storage.cached.links import LinksInMemory
from quaidpy.storage.memory.links import links_of
from quaidpy.storage.sql.rows import instant_text
from quaidpy.storage.sqlite.feeding.links import SqliteLinkRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import fetched

# Mentions have no times: they always hold.
HOLDS = """(a.recorded_at IS NULL OR (
    a.recorded_at <= :known_at AND (a.retracted_at IS NULL OR a.retracted_at > :known_at)
    AND (a.valid_from IS NULL OR a.valid_from <= :as_of)
    AND (a.valid_to IS NULL OR a.valid_to > :as_of OR a.closed_at > :known_at)))"""

_NEIGHBOURS = f"""
SELECT DISTINCT n.value, a.other FROM json_each(:nodes) n
CROSS JOIN adjacency a ON a.owner = :owner AND a.node = n.value AND {HOLDS}
"""

_RELATIONS = f"""SELECT a.node, a.relation, a.other, a.weight FROM adjacency a
WHERE a.owner = :owner AND a.is_forward AND a.relation <> '{MENTIONS}' AND {HOLDS}"""


class SqliteGraph:
    """GraphIndex over the rows themselves; of nodes that it has met before the links are in memory."""

    engine = "sqlite"

    def __init__(
        self, database: Database, *, clock: Clock, tuning: GraphTuning, links: LinksInMemory | None = None
    ) -> None:
        """`links`: in memory, to be shared with others."""
        self._database = database
        self._clock = clock
        self._degree_cap = tuning.degree_cap
        self._links = links or LinksInMemory(tuning)

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        times = self._times(moment)
        with (
            self._database.reading() as connection,
            self._links.walk(SqliteLinkRows(connection), owner, fanout, times) as walk,
        ):
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
    def _snapshot(self) -> Iterator[SqliteLinkRows]:
        with self._database.snapshot() as connection:
            yield SqliteLinkRows(connection)

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> Connection:
        times = self._times(None)

        def neighbours(nodes: Sequence[NodeId]) -> Mapping[NodeId, list[NodeId]]:
            found: dict[NodeId, list[NodeId]] = {}
            bound = {"owner": owner, "nodes": json.dumps(nodes)} | times
            for node, other in connection.execute(_NEIGHBOURS, bound):
                found.setdefault(node, []).append(other)
            return found

        with self._database.reading() as connection:
            found = shortest_path(source, target, max_steps=max_steps, neighbours=neighbours)
        return Connection(tuple(found), self.engine)

    def relations(self, owner: Owner) -> Neighbourhood:
        with self._database.reading() as connection:
            rows = fetched(connection, _RELATIONS, {"owner": owner} | self._times(None))
        return Neighbourhood(links=links_of(rows), degrees=(), engine=self.engine)

    def close(self) -> None:
        """Nothing to let go: the database belongs to whoever opened it."""

    def _times(self, moment: Moment | None) -> dict[str, str]:
        if moment is None:
            now = instant_text(self._clock.now())
            return {"as_of": now, "known_at": now}
        return {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
