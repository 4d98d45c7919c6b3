"""How is the server? One statement for what every server says, one each for what is optional."""

from ipaddress import ip_address
from typing import Any

import psycopg
from psycopg.rows import dict_row

from quaidpy.ports.servers import Connecting, Limit, Rights, ServerState, TableState
from quaidpy.storage.postgres.inspecting.cluster import cluster_state
from quaidpy.storage.postgres.inspecting.statements import slow_statements
from quaidpy.storage.postgres.server.database import PostgresDatabase

_NAME = "quaidpy doctor"
_LEAST_DEAD = 10_000  # rows of a table; below, nobody would notice
_ENDS_WITH_TABLE = "relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace"
_OURS = f"SELECT oid, relname FROM pg_class WHERE {_ENDS_WITH_TABLE}"
_STATE = f"""SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int AS number,
  current_setting('server_encoding') AS encoding,
  (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
  (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS newest_vector,
  current_user::text AS "user", r.rolsuper, r.rolbypassrls,
  pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS is_read_only,
  (SELECT coalesce(array_agg(relname::text ORDER BY relname), '{{}}') FROM ({_OURS}) t
    WHERE NOT has_table_privilege(oid, 'SELECT')) AS unread,
  (SELECT coalesce(array_agg(relname::text ORDER BY relname), '{{}}') FROM ({_OURS}) t
    WHERE NOT (has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
      AND has_table_privilege(oid, 'DELETE')) AND relname <> 'quaid_schema') AS unwritten,
  (SELECT coalesce(array_agg(c.relname::text ORDER BY c.relname), '{{}}') FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner'
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
    AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
      SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))) AS unguarded,
  (SELECT s.version FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid() AND s.ssl) AS protocol,
  (SELECT sum(numbackends)::int FROM pg_stat_database) AS used,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) AS most,
  d.datconnlimit AS most_of_database,
  (SELECT numbackends FROM pg_stat_database s WHERE s.datid = d.oid) AS used_of_database,
  r.rolconnlimit AS most_of_user,
  (SELECT count(*)::int FROM pg_stat_activity a WHERE a.usesysid = r.oid) AS used_of_user,
  current_setting('autovacuum')::bool AND current_setting('track_counts')::bool AS vacuums
FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()"""
# Of a partitioned table its partitions together, as of a spread one its shards: who has rows knows of one table.
_TABLES = """SELECT root.relname::text AS name, sum(bytes)::bigint AS bytes, sum(index_bytes)::bigint AS index_bytes,
  sum(coalesce(s.n_live_tup, 0))::bigint AS rows, sum(coalesce(s.n_dead_tup, 0))::bigint AS dead_rows,
  bool_or(coalesce(s.n_dead_tup > greatest(%(least)s, 2 * (
    current_setting('autovacuum_vacuum_threshold')::float8
    + current_setting('autovacuum_vacuum_scale_factor')::float8 * greatest(c.reltuples, 0))), false)) AS is_behind,
  max(greatest(s.last_vacuum, s.last_autovacuum)) AS vacuumed_at
FROM pg_class c JOIN pg_class root ON root.oid = coalesce(pg_partition_root(c.oid), c.oid)
LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
CROSS JOIN LATERAL (SELECT {sizes}) z(bytes, index_bytes)
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
GROUP BY root.relname ORDER BY sum(bytes) DESC, root.relname"""
_HERE = "pg_total_relation_size(c.oid), pg_indexes_size(c.oid)"
_ON_NODES = f"""CASE WHEN EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
  THEN citus_total_relation_size(c.oid) ELSE pg_total_relation_size(c.oid) END,
CASE WHEN EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
  THEN citus_total_relation_size(c.oid) - citus_table_size(c.oid) ELSE {_HERE.split(", ")[1]} END"""

Connection = psycopg.Connection[tuple[Any, ...]]


def server_state(database: PostgresDatabase) -> ServerState:
    """Asks catalogs and figures of the server alone, no rows. Raises StorageError where it cannot be reached."""
    with database.own_connection(_NAME) as connection:
        ahead, within = _clocks(connection, database)
        (found,) = _rows(connection, _STATE)
        cluster = cluster_state(connection)
        tables = _TABLES.format(sizes=_HERE if cluster is None else _ON_NODES)
        return ServerState(
            server=database.server,
            version=found["version"],
            number=found["number"],
            encoding=found["encoding"],
            vector=found["vector"] or "",
            newest_vector=found["newest_vector"] or "",
            connecting=Connecting(
                user=found["user"],
                is_local=_is_local(connection),
                is_encrypted=connection.pgconn.ssl_in_use or connection.pgconn.used_gssapi,
                sslmode=_sslmode(connection),
                protocol=found["protocol"] or "",
                clock_ahead_s=ahead,
                clock_within_s=within,
            ),
            rights=_rights(found),
            limits=tuple(_limits(found)),
            vacuums=found["vacuums"],
            tables=tuple(TableState(**row) for row in _rows(connection, tables, {"least": _LEAST_DEAD})),
            statements=slow_statements(connection),
            cluster=cluster,
        )


def _rows(connection: Connection, query: str, bound: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query, bound).fetchall()


def _clocks(connection: Connection, database: PostgresDatabase) -> tuple[float, float]:
    """How many seconds the server's clock is ahead of ours, and within which bounds that is so."""
    before = database.clock.now()
    ((theirs,),) = connection.execute("SELECT clock_timestamp()").fetchall()
    took = database.clock.now() - before
    return (theirs - (before + took / 2)).total_seconds(), took.total_seconds() / 2


def _is_local(connection: Connection) -> bool:
    address = connection.info.hostaddr
    return not address or connection.info.host.startswith("/") or ip_address(address).is_loopback


def _sslmode(connection: Connection) -> str:
    found = (option.val for option in connection.pgconn.info if option.keyword == b"sslmode")
    return (next(found, None) or b"").decode()


def _rights(found: dict[str, Any]) -> Rights:
    passes = "a superuser" if found["rolsuper"] else "a role with BYPASSRLS" if found["rolbypassrls"] else ""
    return Rights(
        passes=passes,
        unread=tuple(found["unread"]),
        unwritten=tuple(found["unwritten"]),
        unguarded=tuple(found["unguarded"]),
        is_read_only=found["is_read_only"],
    )


def _limits(found: dict[str, Any]) -> list[Limit]:
    own = (("the server", ""), ("this database", "_of_database"), ("this user", "_of_user"))
    limits = [Limit(of, found[f"used{name}"], found[f"most{name}"]) for of, name in own]
    return [limit for limit in limits if limit.most >= 0]
