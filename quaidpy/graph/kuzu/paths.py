"""Which way leads from one node to another, by the graph engine?"""

from quaidpy.domain.identity import EntityId, NodeId
from quaidpy.graph.kuzu.engine import GraphSession

MOST_STEPS = 30  # the engine's own bound

# All of the shortest, for one of them is the smallest by ids; the engine orders texts, not lists, and a space comes
# before all that ids are made of. Mentions have no times: they always hold.
_PATHS = """MATCH p = (a:Node {{id: $source}})-[e:Edge|:Mentions* ALL SHORTEST 1..{steps} (r, n | WHERE
r.recorded_at IS NULL OR (r.recorded_at <= $now AND (r.retracted_at IS NULL OR r.retracted_at > $now)
AND (r.valid_from IS NULL OR r.valid_from <= $now)
AND (r.valid_to IS NULL OR r.valid_to > $now OR r.closed_at > $now)))]-(b:Node {{id: $target}})
RETURN list_to_string(' ', properties(nodes(p), 'id')) AS ids ORDER BY ids LIMIT 1"""


def shortest_path_in(
    session: GraphSession, source: NodeId, target: NodeId, *, max_steps: int, now: str, timeout_s: float
) -> list[NodeId]:
    """As GraphIndex.path, of at most `MOST_STEPS` steps. Raises GraphTimeoutError."""
    if source == target:
        return [source]
    if max_steps < 1:
        return []
    query = _PATHS.format(steps=min(max_steps, MOST_STEPS))
    rows = session.read(query, {"source": source, "target": target, "now": now}, timeout_s=timeout_s)
    return [EntityId(node) for node in rows[0][0].split(" ")] if rows else []
