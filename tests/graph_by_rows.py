"""What lies around some seeds, by one recursive query over the rows? What is kept in memory must agree."""

import json
from collections.abc import Sequence

from quaidpy.domain.graph.edges import Neighbourhood
from quaidpy.domain.identity import NodeId, Owner, is_entity
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.storage.memory.links import links_of, row_of
from quaidpy.storage.sql.graph_rows import HEAVIEST_FIRST, HOLDS
from quaidpy.storage.sql.rows import instant_text
from quaidpy.storage.sqlite.file.database import Database

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
FROM json_each(:nodes) n ORDER BY n.value
"""


def around_by_rows(  # noqa: PLR0917 - the arguments of GraphIndex.around
    database: Database,
    owner: Owner,
    seeds: Sequence[NodeId],
    depth: int,
    fanout: int,
    moment: Moment,
    degree_cap: int,
) -> Neighbourhood:
    bound = {"owner": owner, "seeds": json.dumps(seeds), "depth": depth, "fanout": fanout}
    times = {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
    with database.snapshot() as connection:
        rows = connection.values(_AROUND, bound | times)
        met = {node for row in rows for node in row[:2] if is_entity(node)}
        counted = {"owner": owner, "nodes": json.dumps(sorted(met)), "cap": degree_cap}
        degrees = connection.values(_DEGREES, counted)
    links = links_of(row_of(*row) for row in rows)
    return Neighbourhood(links=links, degrees=tuple((node, count) for node, count in degrees), engine="rows")
