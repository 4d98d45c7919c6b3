"""What is linked to what? The walk over SQLite's mirrored adjacency: always there, always current."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_rows import instant_text
from quaidpy.domain.edges import Link, Neighbourhood
from quaidpy.domain.identity import NodeId, Owner, is_entity
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.paths import shortest_path
from quaidpy.ports import Clock

# Mentions have no times: they always hold.
HOLDS = """(a.recorded_at IS NULL OR (
    a.recorded_at <= :known_at AND (a.retracted_at IS NULL OR a.retracted_at > :known_at)
    AND (a.valid_from IS NULL OR a.valid_from <= :as_of)
    AND (a.valid_to IS NULL OR a.valid_to > :as_of OR a.closed_at > :known_at)))"""

HEAVIEST_FIRST = "a.weight DESC, a.other, a.relation, a.is_forward DESC, a.link"

# SQLite has no LATERAL; the json_group_array subquery is the per-node top list, and its LIMIT sits on an ordered
# index, so that a hub costs no more than any other node. The recursion only finds which nodes to expand, each once a
# hop; their links are read in the end.
_AROUND = f"""
WITH RECURSIVE
expanded(node, hop) AS (
  SELECT value, 0 FROM json_each(:seeds) WHERE :depth > 0
  UNION
  SELECT o.value, e.hop + 1 FROM expanded e, json_each((
    SELECT json_group_array(other) FROM (
      SELECT a.other FROM adjacency a WHERE a.owner = :owner AND a.node = e.node AND {HOLDS}
      ORDER BY {HEAVIEST_FIRST} LIMIT :fanout))) o
  WHERE e.hop + 1 < :depth)
SELECT a.node, a.other, a.relation, a.is_forward, a.weight
FROM (SELECT DISTINCT node FROM expanded) e, json_each((
  SELECT json_group_array(number) FROM (
    SELECT a.rowid AS number FROM adjacency a WHERE a.owner = :owner AND a.node = e.node AND {HOLDS}
    ORDER BY {HEAVIEST_FIRST} LIMIT :fanout))) l
CROSS JOIN adjacency a ON a.rowid = l.value
"""

_DEGREES = """
SELECT n.value, (SELECT count(*) FROM (
  SELECT 1 FROM adjacency a WHERE a.owner = :owner AND a.node = n.value LIMIT :cap))
FROM json_each(:nodes) n
"""

_NEIGHBOURS = f"""
SELECT DISTINCT n.value, a.other FROM json_each(:nodes) n
CROSS JOIN adjacency a ON a.owner = :owner AND a.node = n.value AND {HOLDS}
"""


class SqliteGraph:
    """GraphIndex over the rows themselves.

    `around` is one recursive query: 2.5 ms of CPU for 20 seeds, 2 steps at 1M nodes.
    """

    engine = "sqlite"

    def __init__(self, database: Database, *, clock: Clock, degree_cap: int) -> None:
        """`degree_cap`: where counting a node's links stops."""
        self._database = database
        self._clock = clock
        self._degree_cap = degree_cap

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        bound = {"owner": owner, "seeds": json.dumps(seeds), "depth": depth, "fanout": fanout}
        with self._database.reading() as connection:
            rows: list[Any] = connection.execute(_AROUND, bound | self._times(moment)).fetchall()
            met = sorted(filter(is_entity, {*(row[0] for row in rows), *(row[1] for row in rows)}))
            counted = {"owner": owner, "nodes": json.dumps(met), "cap": self._degree_cap}
            degrees: list[Any] = connection.execute(_DEGREES, counted).fetchall()
        return Neighbourhood(
            links=links_of_halves(rows),
            degrees=tuple(degrees),
            engine=self.engine,
        )

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> list[NodeId]:
        times = self._times(None)

        def neighbours(nodes: Sequence[NodeId]) -> Mapping[NodeId, list[NodeId]]:
            found: dict[NodeId, list[NodeId]] = {}
            bound = {"owner": owner, "nodes": json.dumps(nodes)} | times
            for node, other in connection.execute(_NEIGHBOURS, bound):
                found.setdefault(node, []).append(other)
            return found

        with self._database.reading() as connection:
            return shortest_path(source, target, max_steps=max_steps, neighbours=neighbours)

    def close(self) -> None:
        """Nothing to let go: the database belongs to whoever opened it."""

    def _times(self, moment: Moment | None) -> dict[str, str]:
        if moment is None:
            now = instant_text(self._clock.now())
            return {"as_of": now, "known_at": now}
        return {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}


def links_of_halves(halves: Iterable[Sequence[Any]]) -> tuple[Link, ...]:
    """Rows (node, other, relation, is_forward, weight) as links in stored direction, sorted, the heaviest of equals."""
    heaviest: dict[tuple[NodeId, str, NodeId], float] = {}
    for node, other, relation, is_forward, weight in halves:
        triple = (node, relation, other) if is_forward else (other, relation, node)
        heaviest[triple] = max(weight, heaviest.get(triple, weight))
    return tuple(Link(*triple, heaviest[triple]) for triple in sorted(heaviest))
