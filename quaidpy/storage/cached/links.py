"""Which links of which nodes are in memory, and do those say what the rows say?

A walk reads the links of some sixty nodes, most of them well known and met by many questions. What was read once is
kept, and follows the change log, whoever made the changes: this process, another one, an undo, a purge.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import repeat

from quaidpy.domain.graph.edges import Edge, Link
from quaidpy.domain.identity import NodeId, Owner, is_entity
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.domain.tuning import GraphTuning
from quaidpy.ports.changes import ChangeLog, Topic
from quaidpy.storage.cached.sources import LinkRow, LinkRows
from quaidpy.storage.memory.link_arrays import ArrayWalk, Row
from quaidpy.storage.memory.links import (
    CachedNode,
    Half,
    InMemoryLinks,
    OwnersLinks,
    Times,
    cached_node,
    links_of,
    row_of,
)
from quaidpy.storage.sql.rows import edge_of, instant_text

_MOST_FOLLOWED = 50_000  # changed nodes that are let go one by one
_MOST_LOGS = 64  # owners of a server whose links are kept; a file has one log
_FEW_CHANGED, _SHARE_CHANGED = (
    500,
    0.02,
)  # of all nodes; with more changed since all were read, all are read anew


class LinksInMemory:
    """The links of nodes that walks have met, as far as they may be kept; safe for many threads."""

    def __init__(self, tuning: GraphTuning) -> None:
        self._guard = threading.Lock()
        self._reading_in = threading.Lock()
        self._most_mb = tuning.links_in_memory_mb
        self._most_nodes = tuning.nodes_in_memory
        self._kept: dict[tuple[Owner, ...], InMemoryLinks] = {}  # by the logs that tell of them

    @contextmanager
    def walk(self, rows: LinkRows, owner: Owner, fanout: int, times: Mapping[str, str]) -> Iterator["Walk"]:
        """Over an owner's links as of the view of `rows` or later, for the block alone.

        `times`: as_of and known_at, the moment at which links must hold.
        """
        with self._guard:
            yield Walk(rows, owner, self._followed(rows, owner), fanout, times)

    def edges_of(
        self,
        log: ChangeLog,
        owner: Owner,
        nodes: Sequence[NodeId],
        *,
        relations: Collection[str],
        moment: Moment | None,
        limit: int | None,
    ) -> list[Edge] | None:
        """Edges at the nodes by one of the relations (none given: by any), the first by id; None: only the rows tell.

        `moment`: when they must hold; None for those of any time.
        """
        times = None
        if moment is not None:
            times = {"as_of": instant_text(moment.as_of), "known_at": instant_text(moment.known_at)}
        with self._guard:
            kept = self._followed(log, owner)
            if kept.every is None or kept.partitioned(nodes)[1]:
                return None
            return [edge_of(owner, row) for row in kept.every.edges_of(nodes, relations, times, limit)]

    def read_in(self, views: Callable[[], AbstractContextManager[LinkRows]], owner: Owner) -> None:
        """All links of an owner, unless they are here or would not fit; for moments in which nobody waits."""
        with self._reading_in, views() as rows:
            if not self._wants(rows, owner):
                return
            seq = rows.last(owner)
            every = rows.all_links(owner)
        with self._guard, views() as rows:
            self._followed(rows, owner)
            told = rows.since(owner, seq, Topic.LINKS)
            if told.numbers is not None:
                self._kept[rows.logs(owner)].take(owner, every, told.numbers)

    def _wants(self, rows: LinkRows, owner: Owner) -> bool:
        with self._guard:
            kept = self._followed(rows, owner)
            if kept.every is not None:
                nodes = kept.every.ids.size
                if len(kept.changed) <= _FEW_CHANGED + _SHARE_CHANGED * nodes:
                    return False
            taken = sum(each.megabytes for each in self._kept.values()) - (
                kept.every.megabytes if kept.every else 0.0
            )
        return taken + rows.megabytes_needed(owner) <= self._most_mb

    def _followed(self, log: ChangeLog, owner: Owner) -> OwnersLinks:
        logs = log.logs(owner)
        kept = self._kept.pop(logs, None) or InMemoryLinks(self._most_nodes)
        self._kept[logs] = kept  # the last asked for comes last
        while len(self._kept) > _MOST_LOGS:
            del self._kept[next(iter(self._kept))]
        last, seq = log.last(owner), kept.seq
        if last < seq:  # an older view than others have had: what it reads must not stay
            return OwnersLinks()
        if kept.is_empty:  # a process that asks once does not read what happened before it
            kept.move_on(last, None)
        elif last > seq:
            numbers = log.since(owner, seq, Topic.LINKS).numbers
            few = numbers is not None and len(numbers) <= _MOST_FOLLOWED
            kept.move_on(last, numbers if few else None)
        return kept.of(owner)


@dataclass(slots=True)
class Walk:
    """One walk: by the arrays where these still say what the rows say, else by nodes read one by one."""

    rows: LinkRows
    owner: Owner
    kept: OwnersLinks
    fanout: int
    times: Mapping[str, str]
    _by_arrays: ArrayWalk | None = None
    _chosen: dict[NodeId, tuple[Half, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kept.every is not None:
            self._by_arrays = self.kept.every.walk(self.fanout, **self.times)

    def read_ahead(self, nodes: Collection[NodeId], *, hops: int, cap: int) -> None:
        """Have in memory what a walk from these nodes takes, where reading it hop by hop takes longer."""
        _, elsewhere = self.kept.partitioned(sorted(nodes))
        if not hops or all(node in self.kept.nodes for node in elsewhere):
            return
        found = self.rows.around(self.owner, elsewhere, hops=hops, most=self.fanout, cap=cap)
        if found is not None:
            self._put([*elsewhere, *(row[0] for row in found.links)], found.links, self.fanout)
            self.kept.put_degrees(found.degrees)

    def expand(self, nodes: Collection[NodeId]) -> None:
        """Take of each node its heaviest links that hold."""
        here, elsewhere = self.kept.partitioned(sorted(nodes))
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
            return _as_links(rows), self._degrees(degrees.keys(), cap)
        return _as_links(rows), tuple(degrees.items())

    def _ends(self) -> set[NodeId]:
        return {other for halves in self._chosen.values() for other, _, _ in halves} | self._chosen.keys()

    def _degrees(self, entities: Collection[NodeId], cap: int) -> tuple[tuple[NodeId, int], ...]:
        here, elsewhere = self.kept.partitioned(entities)
        found = self.kept.every.degrees(here, cap) if self.kept.every is not None else {}
        return tuple(sorted((found | self._degrees_of(elsewhere, cap)).items()))

    def _degrees_of(self, nodes: Sequence[NodeId], cap: int) -> dict[NodeId, int]:
        known = self.kept.degrees
        missing = [node for node in nodes if node not in known]
        if missing:
            self.kept.put_degrees(self.rows.degrees(self.owner, missing, cap=cap))
        return {node: known[node] for node in nodes}

    def _heaviest(self, nodes: Sequence[NodeId]) -> dict[NodeId, tuple[Half, ...]]:
        """Of nodes without any link nothing."""
        found: dict[NodeId, tuple[Half, ...]] = {}
        missing, most = nodes, self.fanout
        held: Mapping[NodeId, CachedNode] = self.kept.nodes
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

    def _read(self, nodes: Sequence[NodeId], most: int) -> dict[NodeId, CachedNode]:
        return self._put(nodes, self.rows.heaviest(self.owner, nodes, most=most), most)

    def _put(self, nodes: Iterable[NodeId], rows: Iterable[LinkRow], most: int) -> dict[NodeId, CachedNode]:
        halves: dict[NodeId, list[Half]] = {node: [] for node in nodes}
        for node, other, relation, is_forward, weight, *times in rows:
            # Mentions have no times.
            lasting: Times | None = None if times[2] is None else tuple(times)
            halves[node].append((other, row_of(node, other, relation, is_forward, weight), lasting))
        read = {node: cached_node(some, is_whole=len(some) < most) for node, some in halves.items()}
        self.kept.put_nodes(read)
        return read


def _as_links(rows: Iterable[Row]) -> tuple[Link, ...]:
    # As `Link._make` does it, without a call of Python's for each.
    return tuple(map(tuple.__new__, repeat(Link), rows))
