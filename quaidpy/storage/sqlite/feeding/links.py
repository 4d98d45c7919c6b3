"""Which links do nodes have? The heaviest of a few, or all of an owner in the order they lie in."""

import json
from collections.abc import Sequence

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.storage.cached.sources import LinkRow
from quaidpy.storage.feeding.links import SqlLinkRows
from quaidpy.storage.sql.graph_rows import HEAVIEST_FIRST

# SQLite has no LATERAL; the json_group_array subquery is the per-node top list, and its LIMIT sits on an ordered
# index, so that a hub costs no more than any other node.
_HEAVIEST = f"""
SELECT n.value, a.other, a.relation, a.is_forward, a.weight,
  a.valid_from, a.valid_to, a.recorded_at, a.retracted_at, a.closed_at
FROM json_each(:nodes) n, json_each((
  SELECT json_group_array(number) FROM (
    SELECT a.rowid AS number FROM adjacency a WHERE a.owner = :owner AND a.node = n.value
    ORDER BY {HEAVIEST_FIRST} LIMIT :most))) l
CROSS JOIN adjacency a ON a.rowid = l.value
ORDER BY n.key, l.key
"""
_SHARE_OF_ALL = 0.3  # of the rows; for owners with less, their own are looked up


class SqliteLinkRows(SqlLinkRows):
    """See storage.cached.sources.LinkRows."""

    def heaviest(self, owner: Owner, nodes: Sequence[NodeId], *, most: int) -> list[LinkRow]:
        bound = {"owner": owner, "nodes": json.dumps(nodes), "most": most}
        return self._session.values(_HEAVIEST, bound)

    def hint(self, owner: Owner) -> str:
        """Each row in the order of the table: by an index every row would be looked up somewhere else."""
        ((last,),) = self._session.values("SELECT max(rowid) FROM adjacency")
        is_most = self.halves_of(owner) > _SHARE_OF_ALL * (last or 0)
        return "NOT INDEXED" if is_most else ""
