"""What must an owner's graph hold, by the rows, and what has changed since it was last told?"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from json import dumps

from apsw import Connection

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import Topic
from quaidpy.ports.machine import Clock
from quaidpy.storage.sql.rows import instant_text
from quaidpy.storage.sqlite.feeding.links import HEAVIEST_FIRST
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.graph.walk import HOLDS

_SAID = {Topic.NODES: "node", Topic.EDGES: "edge", Topic.MENTIONS: "mentions"}


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """Refresh this key: re-read what the rows say about it. `what` is node, edge or mentions."""

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

    def __init__(self, database: Database, *, clock: Clock, degree_cap: int, nearest_links: int) -> None:
        self._database = database
        self._clock = clock
        self._degree_cap = degree_cap
        self._nearest_links = nearest_links

    @contextmanager
    def snapshot(self, owner: Owner) -> Iterator["OwnerRows"]:
        now = instant_text(self._clock.now())
        with self._database.snapshot() as connection:
            bound: dict[str, str | int] = {"owner": owner, "now": now}
            yield OwnerRows(connection, bound | {"cap": self._degree_cap, "fanout": self._nearest_links})

    def is_ahead(self, owner: Owner, seq: int) -> bool:
        """Whether anything of this owner was committed past `seq`."""
        with self._database.reading() as connection:
            return bool(SqliteChangeLog(connection).graph_keys(owner, seq, limit=1))


class OwnerRows:
    """One owner's rows as of one commit and one instant."""

    def __init__(self, connection: Connection, bound: dict[str, str | int]) -> None:
        self._connection = connection
        self._log = SqliteChangeLog(connection)
        self._bound = bound

    @property
    def now(self) -> str:
        return str(self._bound["now"])

    def head(self) -> int:
        """The number of the last transaction, of any owner."""
        return self._log.last()

    def pruned_upto(self) -> int:
        """A graph that is good up to an earlier number is built anew."""
        return self._log.pruned_upto()

    def pending(self, after: int, *, limit: int) -> list[OutboxEntry]:
        """Entries past `after`, oldest first."""
        keys = self._log.graph_keys(Owner(str(self._bound["owner"])), after, limit=limit)
        return [OutboxEntry(seq, _SAID[topic], key) for seq, topic, key in keys]

    def node_count(self) -> int:
        """Nodes with a row of their own."""
        return _number(
            self._connection,
            "SELECT (SELECT count(*) FROM memories WHERE owner = :owner)"
            " + (SELECT count(*) FROM entities WHERE owner = :owner)",
            self._bound,
        )

    def all_nodes(self) -> Iterator[NodeRow]:
        """Memories, entities, and whatever else a link touches; each once."""
        return (NodeRow(*row) for row in self._connection.execute(_ALL_NODES, self._bound))

    def all_edges(self) -> Iterator[EdgeRow]:
        return (EdgeRow(*row) for row in self._connection.execute(_ALL_EDGES, self._bound))

    def all_mentions(self) -> Iterator[MentionRow]:
        return (MentionRow(*row) for row in self._connection.execute(_ALL_MENTIONS, self._bound))

    def all_nearest(self) -> Iterator[NearestRow]:
        return (_nearest(row) for row in self._connection.execute(_ALL_NEAREST, self._bound))

    def nodes(self, ids: Sequence[str]) -> list[NodeRow]:
        """Those that still have a row or a link."""
        return [NodeRow(*row) for row in self._connection.execute(_SOME_NODES, self._about(ids))]

    def edges(self, ids: Sequence[str]) -> list[EdgeRow]:
        return [EdgeRow(*row) for row in self._connection.execute(_SOME_EDGES, self._about(ids))]

    def mentions(self, nodes: Sequence[str]) -> list[MentionRow]:
        """By the memories and turns that mention."""
        return [MentionRow(*row) for row in self._connection.execute(_SOME_MENTIONS, self._about(nodes))]

    def nearest(self, nodes: Sequence[str]) -> list[NearestRow]:
        return [_nearest(row) for row in self._connection.execute(_SOME_NEAREST, self._about(nodes))]

    def _about(self, ids: Sequence[str]) -> dict[str, str | int]:
        return self._bound | {"ids": dumps(ids)}


def _nearest(row: tuple[str, str, str, int, float, str]) -> NearestRow:
    source, target, relation, is_forward, weight, link = row
    return NearestRow(source, target, relation, bool(is_forward), weight, link)


def _number(connection: Connection, query: str, bound: object = ()) -> int:
    """The single number that the query gives; 0 for no row or NULL."""
    rows = connection.execute(query, bound).fetchall()  # type: ignore[arg-type]  # a mapping or a tuple
    return int(rows[0][0] or 0) if rows else 0


_HOLDS_NOW = HOLDS.replace(":known_at", ":now").replace(":as_of", ":now")
_EARLIEST_CHANGE = "min(" + ", ".join(
    f"iif(a.{column} > :now, a.{column}, '~')"  # '~' sorts after every date
    for column in ("recorded_at", "retracted_at", "valid_from", "valid_to", "closed_at")
) + ")"  # fmt: skip

_KNOWN = """known(id, kind, type, name) AS (
  SELECT id, 'entity', type, name FROM entities WHERE owner = :owner
  UNION ALL SELECT id, 'memory', kind, NULL FROM memories WHERE owner = :owner)"""

_LINKED = f"""linked(id, degree, changes_at) AS (
  SELECT a.node, min(count(*), :cap), nullif(min({_EARLIEST_CHANGE}), '~')
  FROM adjacency a WHERE a.owner = :owner GROUP BY a.node)"""

_BARE_KIND = """CASE WHEN id LIKE 'e\\_%' ESCAPE '\\' THEN 'entity' WHEN id LIKE 'm\\_%' ESCAPE '\\' THEN 'memory'
  ELSE 'turn' END"""

_ALL_NODES = f"""WITH {_KNOWN}, {_LINKED}
SELECT k.id, k.kind, k.type, k.name, coalesce(l.degree, 0), l.changes_at FROM known k LEFT JOIN linked l ON l.id = k.id
UNION ALL
SELECT id, {_BARE_KIND}, NULL, NULL, degree, changes_at FROM linked WHERE id NOT IN (SELECT id FROM known)"""

_SOME_NODES = f"""WITH
wanted(id) AS (SELECT DISTINCT value FROM json_each(:ids)),
known(id, kind, type, name) AS (
  SELECT id, 'entity', type, name FROM entities WHERE owner = :owner AND id IN (SELECT id FROM wanted)
  UNION ALL SELECT id, 'memory', kind, NULL FROM memories WHERE owner = :owner AND id IN (SELECT id FROM wanted)),
linked(id, degree, changes_at) AS (
  SELECT a.node, min(count(*), :cap), nullif(min({_EARLIEST_CHANGE}), '~')
  FROM wanted w CROSS JOIN adjacency a ON a.owner = :owner AND a.node = w.id GROUP BY a.node)
SELECT w.id, coalesce(k.kind, {_BARE_KIND.replace("id LIKE", "w.id LIKE")}), k.type, k.name,
  coalesce(l.degree, 0), l.changes_at
FROM wanted w LEFT JOIN known k ON k.id = w.id LEFT JOIN linked l ON l.id = w.id
WHERE k.id IS NOT NULL OR l.id IS NOT NULL"""

_EDGE_COLUMNS = """a.link, a.node, a.other, a.relation, a.weight, e.confidence, e.memory,
  a.valid_from, a.valid_to, a.recorded_at, a.retracted_at, a.closed_at"""

_ALL_EDGES = f"""SELECT {_EDGE_COLUMNS} FROM adjacency a LEFT JOIN edges e ON e.owner = a.owner AND e.id = a.link
WHERE a.owner = :owner AND a.is_forward AND a.relation <> '{MENTIONS}'"""

_SOME_EDGES = f"""SELECT {_EDGE_COLUMNS} FROM json_each(:ids) i
CROSS JOIN adjacency a ON a.owner = :owner AND a.link = i.value AND a.is_forward
CROSS JOIN edges e ON e.owner = a.owner AND e.id = a.link"""

_ALL_MENTIONS = f"""SELECT a.node, a.other, a.weight FROM adjacency a
WHERE a.owner = :owner AND a.is_forward AND a.relation = '{MENTIONS}'"""

_SOME_MENTIONS = f"""SELECT a.node, a.other, a.weight FROM json_each(:ids) i
CROSS JOIN adjacency a ON a.owner = :owner AND a.node = i.value AND a.is_forward AND a.relation = '{MENTIONS}'"""

_NEAREST_COLUMNS = "node, other, relation, is_forward, weight, link"

_ALL_NEAREST = f"""SELECT {_NEAREST_COLUMNS} FROM (
  SELECT a.*, row_number() OVER (PARTITION BY a.node ORDER BY {HEAVIEST_FIRST}) AS place
  FROM adjacency a WHERE a.owner = :owner AND {_HOLDS_NOW})
WHERE place <= :fanout"""

_SOME_NEAREST = f"""SELECT i.value, l.value->>0, l.value->>1, l.value->>2, l.value->>3, l.value->>4
FROM json_each(:ids) i, json_each((
  SELECT json_group_array(json_array(other, relation, is_forward, weight, link)) FROM (
    SELECT a.other, a.relation, a.is_forward, a.weight, a.link
    FROM adjacency a WHERE a.owner = :owner AND a.node = i.value AND {_HOLDS_NOW}
    ORDER BY {HEAVIEST_FIRST} LIMIT :fanout))) l"""
