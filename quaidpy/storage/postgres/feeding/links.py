"""Which are the heaviest links of a few nodes?"""

from collections.abc import Sequence

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.storage.cached.sources import LinkRow
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


class PostgresLinkRows(SqlLinkRows):
    """See storage.cached.sources.LinkRows."""

    def heaviest(self, owner: Owner, nodes: Sequence[NodeId], *, most: int) -> list[LinkRow]:
        bound = {"owner": owner, "nodes": list(nodes), "most": most}
        return self._session.values(_HEAVIEST, bound)
