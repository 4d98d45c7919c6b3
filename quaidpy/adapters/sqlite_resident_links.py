"""Which links of which nodes are in memory, and do those say what the rows say?

A walk reads the links of some sixty nodes, most of them well known and met by many questions. What was read once is
kept, and follows the rows by the list of changes, whoever made them: this process, another one, an undo, a purge.
"""

import json
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import apsw

from quaidpy.adapters.resident_links import (
    Half,
    HeldNode,
    OwnersLinks,
    ResidentLinks,
    held_node,
)
from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_index_changes import Told, changes_since, last_change
from quaidpy.adapters.sqlite_link_arrays import megabytes_needed, read_arrays
from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.domain.edges import Link
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.tuning import GraphTuning

_MOST_FOLLOWED = 50_000  # changed nodes that are let go one by one
_MOST_CHANGED = 20_000  # nodes, read from the file since all links were read; with more, all are read anew

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
        self._degree_cap = tuning.degree_cap

    @contextmanager
    def of(self, connection: apsw.Connection, owner: Owner) -> Iterator["Links"]:
        """An owner's links as of the connection's transaction or later, for the block alone."""
        with self._guard:
            yield Links(connection, owner, self._degree_cap, self._followed(connection, owner))

    def read_in(self, database: Database, owner: Owner) -> None:
        """All links of an owner, unless they are here or would not fit; for moments in which nobody waits."""
        with self._reading_in, database.snapshot() as connection:
            if not self._wants(connection, owner):
                return
            seq = last_change(connection)
            every = read_arrays(connection, owner)
        with self._guard, database.snapshot() as connection:
            self._followed(connection, owner)
            told = changes_since(connection, Told.LINKS, seq)
            if told.numbers is not None:
                self._kept.take(owner, every, told.numbers)

    def _wants(self, connection: apsw.Connection, owner: Owner) -> bool:
        with self._guard:
            kept = self._followed(connection, owner)
            if kept.every is not None and len(kept.changed) <= _MOST_CHANGED:
                return False
            taken = self._kept.megabytes - (kept.every.megabytes if kept.every else 0.0)
        return taken + megabytes_needed(connection, owner) <= self._most_mb

    def _followed(self, connection: apsw.Connection, owner: Owner) -> OwnersLinks:
        last, seq = last_change(connection), self._kept.seq
        if last < seq:  # an older view than others have had: what it reads must not stay
            return OwnersLinks()
        if last > seq:
            told = changes_since(connection, Told.LINKS, seq)
            numbers = told.numbers
            few = numbers is not None and len(numbers) <= _MOST_FOLLOWED
            self._kept.move_on(last, numbers if few else None)
        return self._kept.of(owner)


@dataclass(frozen=True, slots=True)
class Links:
    """Reads from memory, and into it what is not there."""

    connection: apsw.Connection
    owner: Owner
    degree_cap: int
    kept: OwnersLinks

    def heaviest(
        self, nodes: Sequence[NodeId], count: int, *, as_of: str, known_at: str
    ) -> dict[NodeId, tuple[Half, ...]]:
        """Of each node its heaviest links that hold, `count` at most; of nodes without any nothing."""
        found: dict[NodeId, tuple[Half, ...]] = {}
        missing, most = list(nodes), count
        held: Mapping[NodeId, HeldNode] = self.kept.nodes
        while missing:
            short = []
            for node in missing:
                known = held.get(node)
                halves = None if known is None else known.heaviest(count, as_of, known_at)
                if halves is None:
                    short.append(node)
                elif halves:
                    found[node] = halves
            if short:
                held = self._read(short, most)
                self.kept.put_nodes(held)
            missing, most = short, 2 * most
        return found

    def degrees(self, nodes: Collection[NodeId]) -> tuple[tuple[NodeId, int], ...]:
        """How many links of any time each has, up to the cap; by id."""
        known = self.kept.degrees
        missing = [node for node in nodes if node not in known]
        if missing:
            here, elsewhere = self._told_apart(missing)
            if here and self.kept.every is not None:
                self.kept.put_degrees(self.kept.every.degrees(here, self.degree_cap))
            if elsewhere:
                bound = {"owner": self.owner, "nodes": json.dumps(elsewhere), "cap": self.degree_cap}
                self.kept.put_degrees(dict(fetched(self.connection, _DEGREES, bound)))
        return tuple((node, known[node]) for node in sorted(nodes))

    def _read(self, nodes: Sequence[NodeId], most: int) -> dict[NodeId, HeldNode]:
        here, elsewhere = self._told_apart(nodes)
        found = self.kept.every.nodes(here, most) if self.kept.every is not None else {}
        return found | self._read_rows(elsewhere, most) if elsewhere else found

    def _told_apart(self, nodes: Sequence[NodeId]) -> tuple[list[NodeId], list[NodeId]]:
        """Those whose links are in memory already, and the others."""
        here: list[NodeId] = []
        elsewhere: list[NodeId] = []
        for node in nodes:
            (here if self.kept.has_all_of(node) else elsewhere).append(node)
        return here, elsewhere

    def _read_rows(self, nodes: Sequence[NodeId], most: int) -> dict[NodeId, HeldNode]:
        bound = {"owner": self.owner, "nodes": json.dumps(nodes), "most": most}
        halves: dict[NodeId, list[Half]] = {node: [] for node in nodes}
        for half in _halves(fetched(self.connection, _HEAVIEST, bound)):
            halves[half[0]].append(half[1])
        return {node: held_node(some, is_whole=len(some) < most) for node, some in halves.items()}


def _halves(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[NodeId, Half]]:
    for node, other, relation, is_forward, weight, *times in rows:
        triple = (node, relation, other) if is_forward else (other, relation, node)
        always = times[2] is None  # mentions have no times
        yield node, Half(other, Link(*triple, weight), triple, None if always else tuple(times))
