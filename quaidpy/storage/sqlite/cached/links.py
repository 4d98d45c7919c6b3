"""Which links of which nodes are in memory, and do those say what the rows say?

A walk reads the links of some sixty nodes, most of them well known and met by many questions. What was read once is
kept, and follows the rows by the list of changes, whoever made them: this process, another one, an undo, a purge.
"""

import json
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import starmap

import apsw

from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import NodeId, Owner, is_entity
from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.changes import Topic
from quaidpy.storage.memory.edge_arrays import Columns
from quaidpy.storage.memory.link_arrays import ArrayWalk
from quaidpy.storage.memory.links import (
    Half,
    HeldNode,
    OwnersLinks,
    ResidentLinks,
    Times,
    held_node,
    links_of,
    row_of,
)
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.rows import fetched
from quaidpy.storage.sqlite.reading.link_arrays import megabytes_needed, read_arrays

_MOST_FOLLOWED = 50_000  # changed nodes that are let go one by one
_FEW_CHANGED, _SHARE_CHANGED = (
    500,
    0.02,
)  # of all nodes; with more changed since all were read, all are read anew

HEAVIEST_FIRST = "a.weight DESC, a.other, a.relation, a.is_forward DESC, a.link"

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

_DEGREES = """
SELECT n.value, (SELECT count(*) FROM (
  SELECT 1 FROM adjacency a WHERE a.owner = :owner AND a.node = n.value LIMIT :cap))
FROM json_each(:nodes) n
"""


class LinksInMemory:
    """The links of nodes that walks have met, as far as they may be kept; safe for many threads."""

    def __init__(self, tuning: GraphTuning) -> None:
        self._guard = threading.Lock()
        self._reading_in = threading.Lock()
        self._most_mb = tuning.links_in_memory_mb
        self._kept = ResidentLinks(tuning.nodes_in_memory)

    @contextmanager
    def walk(
        self, connection: apsw.Connection, owner: Owner, fanout: int, times: Mapping[str, str]
    ) -> Iterator["Walk"]:
        """Over an owner's links as of the connection's transaction or later, for the block alone.

        `times`: as_of and known_at, the moment at which links must hold.
        """
        with self._guard:
            yield Walk(connection, owner, self._followed(connection, owner), fanout, times)

    def edges_of(
        self,
        connection: apsw.Connection,
        owner: Owner,
        nodes: Sequence[NodeId],
        *,
        relations: Collection[str],
        times: Mapping[str, str] | None,
        limit: int | None,
    ) -> list[Columns] | None:
        """Edges at the nodes by one of the relations (none given: by any), the first by id; None: only the rows tell.

        `times`: as_of and known_at, when they must hold; None for those of any time.
        """
        with self._guard:
            kept = self._followed(connection, owner)
            if kept.every is None or kept.told_apart(nodes)[1]:
                return None
            return kept.every.edges_of(nodes, relations, times, limit)

    def read_in(self, database: Database, owner: Owner) -> None:
        """All links of an owner, unless they are here or would not fit; for moments in which nobody waits."""
        with self._reading_in, database.snapshot() as connection:
            if not self._wants(connection, owner):
                return
            seq = SqliteChangeLog(connection).last()
            every = read_arrays(connection, owner)
        with self._guard, database.snapshot() as connection:
            self._followed(connection, owner)
            told = SqliteChangeLog(connection).since(seq, Topic.LINKS)
            if told.numbers is not None:
                self._kept.take(owner, every, told.numbers)

    def _wants(self, connection: apsw.Connection, owner: Owner) -> bool:
        with self._guard:
            kept = self._followed(connection, owner)
            if kept.every is not None:
                nodes = kept.every.ids.size
                if len(kept.changed) <= _FEW_CHANGED + _SHARE_CHANGED * nodes:
                    return False
            taken = self._kept.megabytes - (kept.every.megabytes if kept.every else 0.0)
        return taken + megabytes_needed(connection, owner) <= self._most_mb

    def _followed(self, connection: apsw.Connection, owner: Owner) -> OwnersLinks:
        last, seq = SqliteChangeLog(connection).last(), self._kept.seq
        if last < seq:  # an older view than others have had: what it reads must not stay
            return OwnersLinks()
        if self._kept.is_empty:  # a process that asks once does not read what happened before it
            self._kept.move_on(last, None)
        elif last > seq:
            numbers = SqliteChangeLog(connection).since(seq, Topic.LINKS).numbers
            few = numbers is not None and len(numbers) <= _MOST_FOLLOWED
            self._kept.move_on(last, numbers if few else None)
        return self._kept.of(owner)


@dataclass(slots=True)
class Walk:
    """One walk: by the arrays where these still say what the rows say, else by nodes read one by one."""

    connection: apsw.Connection
    owner: Owner
    kept: OwnersLinks
    fanout: int
    times: Mapping[str, str]
    _by_arrays: ArrayWalk | None = None
    _chosen: dict[NodeId, tuple[Half, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kept.every is not None:
            self._by_arrays = self.kept.every.walk(self.fanout, **self.times)

    def expand(self, nodes: Collection[NodeId]) -> None:
        """Take of each node its heaviest links that hold."""
        here, elsewhere = self.kept.told_apart(sorted(nodes))
        if self._by_arrays is not None:
            self._by_arrays.expand(here)
        if elsewhere:
            self._chosen.update(self._heaviest(elsewhere))

    def met(self) -> set[NodeId]:
        """The ends of the links taken."""
        return self._ends().union(self._by_arrays.met() if self._by_arrays is not None else ())

    def found(self, cap: int) -> tuple[tuple[Link, ...], tuple[tuple[NodeId, int], ...]]:
        """The links taken, and of each entity that they touch, by id, how many it has of any time, up to `cap`."""
        rows, degrees = self._by_arrays.found(cap) if self._by_arrays is not None else ([], {})
        if self._chosen:
            links = links_of([*rows, *(row for halves in self._chosen.values() for _, row, _ in halves)])
            return links, self._degrees(degrees.keys() | set(filter(is_entity, self._ends())), cap)
        if self.kept.changed:
            return tuple(starmap(Link, rows)), self._degrees(degrees.keys(), cap)
        return tuple(starmap(Link, rows)), tuple(degrees.items())

    def _ends(self) -> set[NodeId]:
        return {other for halves in self._chosen.values() for other, _, _ in halves} | self._chosen.keys()

    def _degrees(self, entities: Collection[NodeId], cap: int) -> tuple[tuple[NodeId, int], ...]:
        here, elsewhere = self.kept.told_apart(entities)
        found = self.kept.every.degrees(here, cap) if self.kept.every is not None else {}
        return tuple(sorted((found | self._degrees_of(elsewhere, cap)).items()))

    def _degrees_of(self, nodes: Sequence[NodeId], cap: int) -> dict[NodeId, int]:
        known = self.kept.degrees
        missing = [node for node in nodes if node not in known]
        if missing:
            bound = {"owner": self.owner, "nodes": json.dumps(missing), "cap": cap}
            self.kept.put_degrees(dict(fetched(self.connection, _DEGREES, bound)))
        return {node: known[node] for node in nodes}

    def _heaviest(self, nodes: Sequence[NodeId]) -> dict[NodeId, tuple[Half, ...]]:
        """Of nodes without any link nothing."""
        found: dict[NodeId, tuple[Half, ...]] = {}
        missing, most = nodes, self.fanout
        held: Mapping[NodeId, HeldNode] = self.kept.nodes
        while missing:
            short = []
            for node in missing:
                known = held.get(node)
                halves = None if known is None else known.heaviest(self.fanout, **self.times)
                if halves is None:
                    short.append(node)
                elif halves:
                    found[node] = halves
            held = self._read(short, most) if short else {}
            missing, most = short, 2 * most
        return found

    def _read(self, nodes: Sequence[NodeId], most: int) -> dict[NodeId, HeldNode]:
        bound = {"owner": self.owner, "nodes": json.dumps(nodes), "most": most}
        halves: dict[NodeId, list[Half]] = {node: [] for node in nodes}
        for node, other, relation, is_forward, weight, *times in fetched(self.connection, _HEAVIEST, bound):
            # Mentions have no times.
            lasting: Times | None = None if times[2] is None else tuple(times)
            halves[node].append((other, row_of(node, other, relation, is_forward, weight), lasting))
        read = {node: held_node(some, is_whole=len(some) < most) for node, some in halves.items()}
        self.kept.put_nodes(read)
        return read
