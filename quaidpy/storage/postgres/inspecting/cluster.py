"""How is the Citus cluster, where there is one?"""

from typing import Any

import psycopg

from quaidpy.ports.servers import ClusterState

_VERSION = "SELECT extversion FROM pg_extension WHERE extname = 'citus'"
_NODES = """SELECT count(*) FILTER (WHERE isactive AND shouldhaveshards), count(*) FILTER (WHERE NOT isactive)
FROM pg_dist_node"""
_SHARDS = """SELECT count(DISTINCT p.logicalrelid), count(s.shardid)
FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid AND c.relnamespace = current_schema()::regnamespace
LEFT JOIN pg_dist_shard s ON s.logicalrelid = p.logicalrelid"""
_WAITING = """SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner'
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid) ORDER BY c.relname"""
_TELLS = "SELECT coalesce(current_setting('citus.propagate_set_commands', true), '') = 'local'"


def cluster_state(connection: "psycopg.Connection[tuple[Any, ...]]") -> ClusterState | None:
    """None where the database is no cluster's."""
    found = connection.execute(_VERSION).fetchall()
    if not found:
        return None
    ((nodes, away),) = connection.execute(_NODES).fetchall()
    ((spread, shards),) = connection.execute(_SHARDS).fetchall()
    ((tells,),) = connection.execute(_TELLS).fetchall()
    return ClusterState(
        version=found[0][0],
        nodes=nodes,
        nodes_away=away,
        spread=spread,
        shards=shards,
        waiting=tuple(name for (name,) in connection.execute(_WAITING).fetchall()),
        tells_nodes=tells,
    )
