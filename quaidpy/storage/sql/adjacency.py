"""Which links does each node have? Edges and mentions, seen from both of their ends.

A memory's mentions are there only while it is live (pending or active, not retracted): the walk of today must not pass
through what no longer counts.
"""

from collections.abc import Collection, Sequence

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import Topic, key_of_node
from quaidpy.storage.sql.change_log import note_changes
from quaidpy.storage.sql.engine import SqlSession

_INTO_ADJACENCY = """INSERT INTO adjacency(owner, node, weight, other, relation, is_forward, link,
  valid_from, valid_to, recorded_at, retracted_at, closed_at)"""
_EDGE_HALVES = f"""{_INTO_ADJACENCY}
SELECT owner, source, weight, target, relation, 1, id, valid_from, valid_to, recorded_at, retracted_at, closed_at
FROM edges WHERE owner = :owner AND id = ANY(:keys)
UNION ALL
SELECT owner, target, weight, source, relation, 0, id, valid_from, valid_to, recorded_at, retracted_at, closed_at
FROM edges WHERE owner = :owner AND id = ANY(:keys)
RETURNING node"""
_LIVE_MENTIONS = """FROM mentions m LEFT JOIN memories x ON x.owner = :owner AND x.id = m.node
WHERE m.owner = :owner AND m.node = ANY(:keys)
AND (x.id IS NULL OR x.status IN ('pending', 'active') AND x.retracted_at IS NULL)"""
"""A join that names the owner: a condition of many rows made a server read everybody's memories first."""
_MENTION_HALVES = f"""{_INTO_ADJACENCY}
SELECT m.owner, m.node, m.weight, m.entity, '{MENTIONS}', 1, m.node || '>' || m.entity, NULL, NULL, NULL, NULL, NULL
{_LIVE_MENTIONS}
UNION ALL
SELECT m.owner, m.entity, m.weight, m.node, '{MENTIONS}', 0, m.node || '>' || m.entity, NULL, NULL, NULL, NULL, NULL
{_LIVE_MENTIONS}
RETURNING node"""
_REMOVE = "DELETE FROM adjacency WHERE owner = :owner AND link = ANY(:links) RETURNING node"
_MENTION_LINKS = f"""SELECT link FROM adjacency
WHERE owner = :owner AND node = ANY(:keys) AND is_forward = 1 AND relation = '{MENTIONS}'"""


def refresh_adjacency(
    session: SqlSession, owner: Owner, *, edges: Collection[str], mentioning: Collection[str]
) -> None:
    """Make the links anew of these edges, and of the mentions by these nodes; inside a write transaction."""
    found = session.values(_MENTION_LINKS, {"owner": owner, "keys": sorted(mentioning)})
    _replace(session, owner, [link for (link,) in found], _MENTION_HALVES, sorted(mentioning))
    links = sorted(edges)  # named like them
    _replace(session, owner, links, _EDGE_HALVES, links)


def _replace(
    session: SqlSession, owner: Owner, links: Sequence[str], halves: str, keys: Sequence[str]
) -> None:
    met = session.values(_REMOVE, {"owner": owner, "links": links}) if links else []
    met += session.values(halves, {"owner": owner, "keys": keys}) if keys else []
    note_changes(session, owner, Topic.LINKS, {key_of_node(node) for node in {node for (node,) in met}})
