"""Is the server well that has the rows, and what should its operator do?"""

import re
from collections.abc import Iterator, Sequence

from quaidpy.interfaces.cli.home.findings import BAD, OK, WARN, Finding
from quaidpy.interfaces.cli.terminal.printing import counted
from quaidpy.ports.servers import (
    ClusterState,
    Connecting,
    Limit,
    Rights,
    ServerState,
    Statements,
    TableState,
)

_FIRST_TRIED, _LAST_TRIED = 15, 18
_LEAST_VECTOR, _ITERATIVE = (0, 7), (0, 8)
_MOST_CLOCK_S = 2.0
_MOST_CONNECTIONS = 0.8  # of those there may be
_LARGEST = 5
_NAMED_AT_MOST = 3
_STATEMENT = 90  # characters shown of one
_ROLES = "work by the role quaid_use: deploy/postgres/roles.sql, docs/postgres.md"
_PROVING = frozenset({"verify-ca", "verify-full"})
_HOLDS = {
    "postings": "where words stand",
    "worded_rows": "which words rows have",
    "memory_vector": "embeddings of memories",
    "turn_vector": "embeddings of turns",
    "passage_vector": "embeddings of passages",
    "vectors": "embeddings by text",
    "operations": "history, with undo",
    "recall_log": "traces of recalls",
    "turns": "what was said",
    "adjacency": "links",
    "change_log": "what changed, for those who keep rows in memory",
}


def server_findings(state: ServerState) -> Iterator[Finding]:
    """All that was looked at, in the order in which one thing depends on the other."""
    yield _version(state)
    yield _vector(state)
    yield from _connection(state.connecting)
    yield from _rights(state.rights, state.connecting.user)
    yield _clock(state.connecting)
    yield _limits(state.limits)
    if state.cluster is not None:
        yield _cluster(state.cluster)
    yield _sizes(state.tables)
    yield _vacuum(state)
    yield _statements(state.statements)


def _version(state: ServerState) -> Finding:
    text = f"PostgreSQL {state.version.split()[0]}, {state.server}"
    if state.encoding != "UTF8":
        remedy = "make a database with ENCODING 'UTF8' and move there: `quaid move-to file`, then `quaid move-to URL`"
        return Finding(
            "server", BAD, f"{text}, keeps text as {state.encoding}: not every word fits in", remedy
        )
    major = state.number // 10_000
    if major < _FIRST_TRIED:
        return Finding("server", WARN, f"{text}: too old, nobody has tried it", "upgrade it to 15 or newer")
    if major > _LAST_TRIED:
        text += f": newer than {_LAST_TRIED}, nobody has tried it"
        return Finding("server", WARN, text, "see whether a newer quaidpy knows it")
    return Finding("server", OK, text)


def _vector(state: ServerState) -> Finding:
    text = f"pgvector {state.vector}"
    is_newer = _numbers(state.newest_vector) > _numbers(state.vector)
    update = f"an administrator runs ALTER EXTENSION vector UPDATE; the server has {state.newest_vector}"
    if _numbers(state.vector) < _LEAST_VECTOR:
        remedy = (
            update if is_newer else "install 0.8 or newer on the server, then ALTER EXTENSION vector UPDATE"
        )
        return Finding("pgvector", WARN, f"{text}: too old, nobody has tried it", remedy)
    if _numbers(state.vector) < _ITERATIVE:
        text += ": vectors of large owners are all compared; from 0.8 on an index finds them"
        return Finding("pgvector", OK, text, update if is_newer else "install 0.8 or newer on the server")
    return Finding("pgvector", OK, text, update if is_newer else "")


def _connection(how: Connecting) -> Iterator[Finding]:
    if how.is_encrypted:
        text = f"as {how.user}, encrypted{f' ({how.protocol})' if how.protocol else ''}"
        is_proven = how.is_local or how.sslmode in _PROVING
        remedy = (
            "" if is_proven else "sslmode=verify-full with sslrootcert proves that it is this server, too"
        )
        yield Finding("connection", OK, text, remedy)
    elif how.is_local:
        yield Finding("connection", OK, f"as {how.user}, on this machine")
    else:
        text = f"as {how.user}, in plain text: whoever is on the way reads along"
        remedy = "have the server speak TLS (ssl = on), and add sslmode=verify-full to storage.url"
        yield Finding("connection", WARN, text, remedy)


def _rights(rights: Rights, user: str) -> Iterator[Finding]:
    if rights.passes:
        text = (
            f"{user} is {rights.passes}: no row security holds, a mistake could show one owner another's rows"
        )
        yield Finding("rights", WARN, text, _ROLES)
    if rights.unguarded:
        text = f"row security is off for {_named(rights.unguarded)}: somebody switched it off"
        remedy = "as the owner of the tables: ALTER TABLE … ENABLE, then FORCE ROW LEVEL SECURITY"
        yield Finding("rights", WARN, text, remedy)
    if rights.unread:
        yield Finding("rights", BAD, f"{user} may not read {_named(rights.unread)}", _ROLES)
    if rights.is_read_only:
        text = "it takes no writes: a standby, or default_transaction_read_only is on"
        yield Finding("rights", BAD, text, "set storage.url to the server that takes them")
    elif rights.unwritten:
        yield Finding("rights", BAD, f"{user} may not write {_named(rights.unwritten)}", _ROLES)
    elif not (rights.passes or rights.unguarded or rights.unread):
        yield Finding("rights", OK, f"{user} reads and writes rows of the owners it works for, and no others")


def _clock(how: Connecting) -> Finding:
    ahead, within = how.clock_ahead_s, how.clock_within_s
    if abs(ahead) <= _MOST_CLOCK_S + within:
        return Finding("clock", OK, "the server's and this machine's agree")
    text = f"the server's is {abs(ahead):,.0f} s {'ahead of' if ahead > 0 else 'behind'} this machine's"
    remedy = "have both follow a time server; edits of several machines stand in the order of their clocks"
    return Finding("clock", WARN, text, remedy)


def _limits(limits: Sequence[Limit]) -> Finding:
    text = "; ".join(f"{limit.used:,} of {limit.most:,} of {limit.of}" for limit in limits)
    if any(limit.used >= _MOST_CONNECTIONS * limit.most for limit in limits):
        remedy = "lower storage.connections, raise max_connections, or put a pooler in session mode before it"
        return Finding("connections", WARN, f"nearly all in use: {text}", remedy)
    return Finding("connections", OK, f"in use: {text}")


def _cluster(cluster: ClusterState) -> Finding:
    text = (
        f"Citus {cluster.version}, {counted(cluster.nodes, 'node')} with rows, {counted(cluster.spread, 'table')}"
        f" spread in {counted(cluster.shards, 'shard')}"
    )
    if not cluster.tells_nodes:
        remedy = "an administrator runs ALTER DATABASE … SET citus.propagate_set_commands = 'local'"
        return Finding("cluster", BAD, f"{text}; nodes are not told whose rows are asked for", remedy)
    if cluster.nodes_away:
        text += f"; {counted(cluster.nodes_away, 'node')} switched off"
        return Finding("cluster", WARN, text, "citus_activate_node brings one back")
    if cluster.waiting:
        remedy = "`quaid distribute`, as the owner of the tables"
        return Finding("cluster", WARN, f"{text}; not spread: {_named(cluster.waiting)}", remedy)
    return Finding("cluster", OK, text)


def _sizes(tables: Sequence[TableState]) -> Finding:
    whole = sum(table.bytes for table in tables)
    indexes = sum(table.index_bytes for table in tables)
    largest = [_size(table) for table in tables[:_LARGEST]]
    text = f"{_bytes(whole)} in {counted(len(tables), 'table')}, {_bytes(indexes)} of it indexes"
    return Finding("size", OK, f"{text}; largest: {', '.join(largest)}")


def _size(table: TableState) -> str:
    holds = f" ({_HOLDS[table.name]})" if table.name in _HOLDS else ""
    return f"{table.name} {_bytes(table.bytes)}{holds}"


def _vacuum(state: ServerState) -> Finding:
    behind = sorted((table for table in state.tables if table.is_behind), key=lambda table: -table.dead_rows)
    if not state.vacuums:
        text = "autovacuum or track_counts is off: what was deleted stays on the disk, purged words as well"
        return Finding("vacuum", WARN, text, "set both on, or run VACUUM (ANALYZE) each night")
    if behind:
        told = ", ".join(
            f"{table.name} {table.dead_rows:,} beside {table.rows:,} rows, last cleaned {_day(table)}"
            for table in behind[:_NAMED_AT_MOST]
        )
        remedy = (
            "an administrator runs VACUUM (ANALYZE) once and looks for transactions that stay open (pg_stat_activity);"
            " if it comes again, lower autovacuum_vacuum_scale_factor"
        )
        return Finding("vacuum", WARN, f"behind, dead rows: {told}", remedy)
    return Finding("vacuum", OK, "keeps up")


def _day(table: TableState) -> str:
    return f"{table.vacuumed_at:%Y-%m-%d %H:%M} UTC" if table.vacuumed_at else "never"


def _statements(found: Statements) -> Finding:
    if found.missing:
        return Finding("statements", OK, f"nobody knows the slowest: {found.missing}", found.remedy)
    if not found.slowest:
        return Finding("statements", OK, "none was asked often enough to be counted")
    told = [f"{each.mean_ms:,.1f} ms × {each.calls:,}: {_cut(each.text)}" for each in found.slowest]
    return Finding("statements", OK, "\n".join(["slowest on average:", *told]))


def _cut(text: str) -> str:
    return text if len(text) <= _STATEMENT else f"{text[: _STATEMENT - 1].rstrip()}…"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED_AT_MOST} more" if len(names) > _NAMED_AT_MOST else ""
    return ", ".join(names[:_NAMED_AT_MOST]) + more


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def _bytes(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.1f} MB"
