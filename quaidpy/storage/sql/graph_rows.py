"""What must an owner's graph hold, by the rows, and what has changed since it was last told?"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import Topic
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.rows import instant_text

_SAID = {Topic.NODES: "node", Topic.EDGES: "edge", Topic.MENTIONS: "mentions", Topic.ERASED: "erased"}


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Refresh this key: re-read what the rows say about it. `what` is node, edge, mentions, or erased (for ever)."""

    seq: int
    what: str
    key: str


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node and what a walk must know about it.

    `kind` is entity, memory or turn, `type` the entity's type or the memory's kind. `degree` is capped.
    `changes_at`: the next instant at which one of its links begins or ends by itself; its nearest links are
    good until then.
    """

    id: str
    kind: str
    type: str | None
    name: str | None
    degree: int
    changes_at: str | None


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """A directed edge with its provenance and times (ISO text)."""

    id: str
    source: str
    target: str
    relation: str
    weight: float
    confidence: float | None
    memory: str | None
    valid_from: str | None
    valid_to: str | None
    recorded_at: str | None
    retracted_at: str | None
    closed_at: str | None


@dataclass(frozen=True, slots=True)
class MentionRow:
    source: str
    target: str
    weight: float


@dataclass(frozen=True, slots=True, order=True)
class NearestRow:
    """One of the heaviest links that a node has now, as that node sees it."""

    source: str
    target: str
    relation: str
    is_forward: bool
    weight: float
    link: str


class GraphRows:
    """Reads for whoever follows the rows. Everything read within one `snapshot` is of one commit."""

    def __init__(self, database: AnyDatabase, *, clock: Clock, degree_cap: int, nearest_links: int) -> None:
        self._database = database
        self._clock = clock
        self._degree_cap = degree_cap
        self._nearest_links = nearest_links

    @contextmanager
    def snapshot(self, owner: Owner) -> Iterator["OwnerRows"]:
        now = instant_text(self._clock.now())
        with self._database.snapshot() as session:
            bound: dict[str, str | int] = {"owner": owner, "now": now}
            yield OwnerRows(session, bound | {"cap": self._degree_cap, "fanout": self._nearest_links})

    def is_ahead(self, owner: Owner, seq: int) -> bool:
        """Whether anything of this owner was committed past `seq`."""
        with self._database.reading() as session:
            return bool(SqlChangeLog(session).graph_keys(owner, seq, limit=1))


class OwnerRows:
    """One owner's rows as of one commit and one instant."""

    def __init__(self, session: SqlSession, bound: dict[str, str | int]) -> None:
        self._session = session
        self._log = SqlChangeLog(session)
        self._bound = bound

    @property
    def now(self) -> str:
        return str(self._bound["now"])

    def head(self) -> int:
        """The number of the last transaction in the owner's log, which in a file is that of all."""
        (last,) = self._log.last(self._owner)
        return last

    def pruned_upto(self) -> int:
        """A graph that is good up to an earlier number is built anew."""
        (log,) = self._log.logs(self._owner)
        return self._log.pruned_upto(log)

    @property
    def _owner(self) -> Owner:
        return Owner(str(self._bound["owner"]))

    def pending(self, after: int, *, limit: int) -> list[OutboxEntry]:
        """Entries past `after`, oldest first."""
        keys = self._log.graph_keys(self._owner, after, limit=limit)
        return [OutboxEntry(seq, _SAID[topic], key) for seq, topic, key in keys]

    def node_count(self) -> int:
        """Nodes with a row of their own."""
        query = (
            "SELECT (SELECT count(*) FROM memories WHERE owner = :owner)"
            " + (SELECT count(*) FROM entities WHERE owner = :owner)"
        )
        return int(self._session.values(query, self._bound)[0][0])

    def all_nodes(self) -> Iterator[NodeRow]:
        """Memories, entities, and whatever else a link touches; each once."""
        return (NodeRow(*row) for row in self._session.each(_ALL_NODES, self._bound))

    def all_edges(self) -> Iterator[EdgeRow]:
        return (EdgeRow(*row) for row in self._session.each(_ALL_EDGES, self._bound))

    def all_mentions(self) -> Iterator[MentionRow]:
        return (MentionRow(*row) for row in self._session.each(_ALL_MENTIONS, self._bound))

    def all_nearest(self) -> Iterator[NearestRow]:
        return (_nearest(row) for row in self._session.each(_ALL_NEAREST, self._bound))

    def nodes(self, ids: Sequence[str]) -> list[NodeRow]:
        """Those that still have a row or a link."""
        return [NodeRow(*row) for row in self._session.each(_SOME_NODES, self._about(ids))]

    def edges(self, ids: Sequence[str]) -> list[EdgeRow]:
        return [EdgeRow(*row) for row in self._session.each(_SOME_EDGES, self._about(ids))]

    def mentions(self, nodes: Sequence[str]) -> list[MentionRow]:
        """By the memories and turns that mention."""
        return [MentionRow(*row) for row in self._session.each(_SOME_MENTIONS, self._about(nodes))]

    def nearest(self, nodes: Sequence[str]) -> list[NearestRow]:
        # Node by node: an index gives the first few of a hub as fast as those of any other node.
        return [
            _nearest(row)
            for node in nodes
            for row in self._session.values(_NEAREST_OF_ONE, {**self._bound, "node": node})
        ]

    def _about(self, ids: Sequence[str]) -> dict[str, Any]:
        return {**self._bound, "ids": list(ids)}


def _nearest(row: tuple[str, str, str, int, float, str]) -> NearestRow:
    source, target, relation, is_forward, weight, link = row
    return NearestRow(source, target, relation, bool(is_forward), weight, link)


HEAVIEST_FIRST = "a.weight DESC, a.other, a.relation, a.is_forward DESC, a.link"
# Mentions have no times: they always hold.
HOLDS = """(a.recorded_at IS NULL OR (
    a.recorded_at <= :known_at AND (a.retracted_at IS NULL OR a.retracted_at > :known_at)
    AND (a.valid_from IS NULL OR a.valid_from <= :as_of)
    AND (a.valid_to IS NULL OR a.valid_to > :as_of OR a.closed_at > :known_at)))"""
_HOLDS_NOW = HOLDS.replace(":known_at", ":now").replace(":as_of", ":now")
_EARLIEST_CHANGE = "least(" + ", ".join(
    f"CASE WHEN a.{column} > :now THEN a.{column} ELSE '~' END"  # '~' sorts after every date
    for column in ("recorded_at", "retracted_at", "valid_from", "valid_to", "closed_at")
) + ")"  # fmt: skip

_KNOWN = """known(id, kind, type, name) AS (
  SELECT id, 'entity', type, name FROM entities WHERE owner = :owner
  UNION ALL SELECT id, 'memory', kind, NULL FROM memories WHERE owner = :owner)"""

_LINKED = f"""linked(id, degree, changes_at) AS (
  SELECT a.node, least(count(*), :cap), nullif(min({_EARLIEST_CHANGE}), '~')
  FROM adjacency a WHERE a.owner = :owner GROUP BY a.node)"""

_BARE_KIND = "CASE substr({}.id, 1, 2) WHEN 'e_' THEN 'entity' WHEN 'm_' THEN 'memory' ELSE 'turn' END"

_ALL_NODES = f"""WITH {_KNOWN}, {_LINKED}
SELECT k.id, k.kind, k.type, k.name, coalesce(l.degree, 0), l.changes_at FROM known k LEFT JOIN linked l ON l.id = k.id
UNION ALL
SELECT l.id, {_BARE_KIND.format("l")}, NULL, NULL, l.degree, l.changes_at FROM linked l
WHERE l.id NOT IN (SELECT id FROM known)"""

_SOME_NODES = f"""WITH
wanted(id) AS (SELECT DISTINCT id FROM unnest(:ids) AS asked(id)),
known(id, kind, type, name) AS (
  SELECT id, 'entity', type, name FROM entities WHERE owner = :owner AND id IN (SELECT id FROM wanted)
  UNION ALL SELECT id, 'memory', kind, NULL FROM memories WHERE owner = :owner AND id IN (SELECT id FROM wanted)),
linked(id, degree, changes_at) AS (
  SELECT a.node, least(count(*), :cap), nullif(min({_EARLIEST_CHANGE}), '~')
  FROM wanted w CROSS JOIN adjacency a WHERE a.owner = :owner AND a.node = w.id GROUP BY a.node)
SELECT w.id, coalesce(k.kind, {_BARE_KIND.format("w")}), k.type, k.name,
  coalesce(l.degree, 0), l.changes_at
FROM wanted w LEFT JOIN known k ON k.id = w.id LEFT JOIN linked l ON l.id = w.id
WHERE k.id IS NOT NULL OR l.id IS NOT NULL"""

_EDGE_COLUMNS = """a.link, a.node, a.other, a.relation, a.weight, e.confidence, e.memory,
  a.valid_from, a.valid_to, a.recorded_at, a.retracted_at, a.closed_at"""

_ALL_EDGES = f"""SELECT {_EDGE_COLUMNS} FROM adjacency a LEFT JOIN edges e ON e.owner = a.owner AND e.id = a.link
WHERE a.owner = :owner AND a.is_forward = 1 AND a.relation <> '{MENTIONS}'"""

_SOME_EDGES = f"""SELECT {_EDGE_COLUMNS} FROM unnest(:ids) AS wanted(id)
CROSS JOIN adjacency a CROSS JOIN edges e
WHERE a.owner = :owner AND a.link = wanted.id AND a.is_forward = 1 AND e.owner = a.owner AND e.id = a.link"""

_ALL_MENTIONS = f"""SELECT a.node, a.other, a.weight FROM adjacency a
WHERE a.owner = :owner AND a.is_forward = 1 AND a.relation = '{MENTIONS}'"""

_SOME_MENTIONS = f"""SELECT a.node, a.other, a.weight FROM unnest(:ids) AS wanted(id) CROSS JOIN adjacency a
WHERE a.owner = :owner AND a.node = wanted.id AND a.is_forward = 1 AND a.relation = '{MENTIONS}'"""

_NEAREST_COLUMNS = "node, other, relation, is_forward, weight, link"

_ALL_NEAREST = f"""SELECT {_NEAREST_COLUMNS} FROM (
  SELECT a.*, row_number() OVER (PARTITION BY a.node ORDER BY {HEAVIEST_FIRST}) AS place
  FROM adjacency a WHERE a.owner = :owner AND {_HOLDS_NOW}) ranked
WHERE place <= :fanout"""

_NEAREST_OF_ONE = f"""SELECT {_NEAREST_COLUMNS} FROM adjacency a
WHERE a.owner = :owner AND a.node = :node AND {_HOLDS_NOW} ORDER BY {HEAVIEST_FIRST} LIMIT :fanout"""
