"""Which are the heaviest links of a few nodes?"""

from collections.abc import Sequence

from quaidpy.domain.identity import ENTITY_PREFIX, NodeId, Owner
from quaidpy.storage.cached.sources import LinkRow, LinksAround
from quaidpy.storage.feeding.links import SqlLinkRows
from quaidpy.storage.sql.graph_rows import HEAVIEST_FIRST

_HEAVIEST = f"""
SELECT n.node, l.other, l.relation, l.is_forward, l.weight,
  l.valid_from, l.valid_to, l.recorded_at, l.retracted_at, l.closed_at
FROM (SELECT node, number FROM unnest(:nodes) WITH ORDINALITY AS wanted(node, number)) n
CROSS JOIN LATERAL (
  SELECT a.* FROM adjacency a WHERE a.owner = :owner AND a.node = n.node
  ORDER BY {HEAVIEST_FIRST} LIMIT :most) l
ORDER BY n.number, {HEAVIEST_FIRST.replace("a.", "l.")}
"""


# Whom a walk meets, and after how many hops: nearer ones may be met again.
_MET = f"""WITH RECURSIVE met(node, hop) AS (
  SELECT node COLLATE "C", 0 FROM unnest(:nodes) AS wanted(node)
  UNION
  SELECT l.other, m.hop + 1 FROM met m CROSS JOIN LATERAL (
    SELECT a.other FROM adjacency a WHERE a.owner = :owner AND a.node = m.node
    ORDER BY {HEAVIEST_FIRST} LIMIT :most) l
  WHERE m.hop < {{hops}})"""
_AROUND = f"""{_MET}
SELECT n.node, l.other, l.relation, l.is_forward, l.weight,
  l.valid_from, l.valid_to, l.recorded_at, l.retracted_at, l.closed_at
FROM (SELECT DISTINCT node FROM met) n
CROSS JOIN LATERAL (
  SELECT a.* FROM adjacency a WHERE a.owner = :owner AND a.node = n.node
  ORDER BY {HEAVIEST_FIRST} LIMIT :most) l
ORDER BY n.node, {HEAVIEST_FIRST.replace("a.", "l.")}"""
_DEGREES_AROUND = f"""{_MET}
SELECT n.node, (SELECT count(*) FROM (
  SELECT 1 FROM adjacency a WHERE a.owner = :owner AND a.node = n.node LIMIT :cap) counted)
FROM (SELECT DISTINCT node FROM met WHERE starts_with(node, '{ENTITY_PREFIX}')) n"""


class PostgresLinkRows(SqlLinkRows):
    """See storage.cached.sources.LinkRows."""

    def heaviest(self, owner: Owner, nodes: Sequence[NodeId], *, most: int) -> list[LinkRow]:
        bound = {"owner": owner, "nodes": list(nodes), "most": most}
        return self._session.values(_HEAVIEST, bound)

    def around(
        self, owner: Owner, nodes: Sequence[NodeId], *, hops: int, most: int, cap: int
    ) -> LinksAround | None:
        """With one wait."""
        bound = {"owner": owner, "nodes": list(nodes), "most": most}
        links = _AROUND.format(hops=hops - 1), bound
        degrees = _DEGREES_AROUND.format(hops=hops), {**bound, "cap": cap}
        self._session.ahead(links, degrees)
        return LinksAround(self._session.values(*links), dict(self._session.values(*degrees)))
