"""How are the tables spread over the nodes of a Citus cluster? By owner: all rows of one lie on one node.

Each node has all spaces and their members: whose memories a recall asks is looked up there, for any owner.
"""

from typing import Any

import psycopg

from quaidpy.errors import StorageError

Connection = psycopg.Connection[tuple[Any, ...]]
_FIRST = "memories"
"""The table beside whose shards those of all others lie."""
_EVERYWHERE = frozenset({"spaces", "space_members"})
_HAS_CITUS = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"
_IS_SPREAD = "SELECT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass(%s))"
_WAITING = """SELECT t.oid::regclass::text, to_regclass(%s)::text FROM pg_class t
JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'owner'
WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace
AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = t.oid)
AND NOT EXISTS (
  SELECT 1 FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = t.oid AND c.confrelid <> t.oid
  AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.confrelid))
ORDER BY t.relname <> %s, t.relname"""
"""Those that refer to no table that waits itself, the first one first."""
_BY_OWNER = "SELECT create_distributed_table(%s, 'owner', colocate_with => %s)"
_SEQUENTIAL = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'"
"""Tables that refer to one another are spread one shard after the other; a transaction may not do both."""
_SHARDS = "SELECT set_config('citus.shard_count', %s, true)"
_TELLS_NODES = "SELECT current_setting('citus.propagate_set_commands') = 'local'"
"""Whether nodes are told whose rows a transaction works for; without it their policies let nothing through."""
_NODES = "SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards"


def distribute(connection: Connection, server: str, *, shards: int) -> list[str]:
    """Spread every table that is not spread yet; their names. A second call does what is left, mostly nothing.

    The tables may be in use: rows are moved to their nodes while others wait to write.

    Raises:
        StorageError: the database has no Citus, no node that takes rows, or tells nodes no settings.

    """
    if not has_citus(connection):
        raise StorageError(
            f"{server} has no Citus; have an administrator run CREATE EXTENSION citus in this database on every node,"
            " and citus_add_node for each worker"
        )
    if not _value(connection, _NODES):
        raise StorageError(f"{server} has no node that takes rows; add workers by citus_add_node")
    if not _value(connection, _TELLS_NODES):
        raise StorageError(
            f"{server} tells its nodes no settings of a transaction, which row-level security needs; have an"
            " administrator run ALTER DATABASE … SET citus.propagate_set_commands = 'local', then connect again"
        )
    with connection.transaction():
        connection.execute(_SHARDS, (str(shards),))
        return _spread(connection)


def spread_like_the_others(connection: Connection) -> None:
    """New tables, inside their transaction: where the others are spread, they are, too."""
    if has_citus(connection) and _value(connection, _IS_SPREAD, _FIRST):
        _spread(connection)


def has_citus(connection: Connection) -> bool:
    """Whether the database is the coordinator of a cluster, or may become one."""
    return bool(_value(connection, _HAS_CITUS))


def _spread(connection: Connection) -> list[str]:
    connection.execute(_SEQUENTIAL)
    spread: list[str] = []
    while waiting := connection.execute(_WAITING, (_FIRST, _FIRST)).fetchall():
        for name, first in waiting:
            if name in _EVERYWHERE:
                connection.execute("SELECT create_reference_table(%s)", (name,))
            else:
                connection.execute(_BY_OWNER, (name, "default" if name == first else first))
            spread.append(str(name))
    return spread


def _value(connection: Connection, query: str, *bound: object) -> Any:
    ((value,),) = connection.execute(query, bound).fetchall()
    return value
