"""Which links has a node, when all of an owner's are in memory as arrays?

A node is known by its place among all ids in order. A link stands with both its ends, heaviest first, in 16 bytes
each: the other end, what it is called and which way it goes, its weight, and which edge it is, if it is one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId
from quaidpy.storage.memory.edge_arrays import NEVER, Columns, Edges, Ids, Places, places_of

Numbers: TypeAlias = NDArray[np.int64]

Row: TypeAlias = tuple[NodeId, str, NodeId, float]
"""A link as it is stored: source, relation, target, weight."""


_NOBODY: Places = np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Forward:
    """Links in the direction they are stored, in any order: places of ids, of names, of edges."""

    sources: Places
    targets: Places
    relations: NDArray[np.int16]
    weights: NDArray[np.float64]
    numbers: Places


@dataclass(frozen=True, slots=True)
class LinkArrays:
    """Links of node i stand at `bounds[i]` to `bounds[i + 1]`.

    `kinds`: twice the place of the relation's name, and one more where the link goes forward. `entities`: the first
    place of an entity's id, and the first after the last. `numbers`: places of edges, NEVER for mentions.
    """

    ids: Ids
    bounds: Numbers
    others: Places
    kinds: NDArray[np.int16]
    weights: NDArray[np.float64]
    numbers: Places
    relations: tuple[str, ...]
    edges: Edges
    entities: tuple[int, int]

    @property
    def megabytes(self) -> float:
        links = self.others.nbytes + self.kinds.nbytes + self.weights.nbytes + self.numbers.nbytes
        return (links + self.ids.nbytes + self.bounds.nbytes) / 1e6 + self.edges.megabytes

    def walk(self, fanout: int, *, as_of: str, known_at: str) -> "ArrayWalk":
        return ArrayWalk(self, fanout, as_of, known_at)

    def names_of(self, places: Places | Numbers) -> list[NodeId]:
        # A cast: naming the kind of each would take as long as decoding it.
        return cast("list[NodeId]", [spelled.decode() for spelled in self.ids[places].tolist()])

    def edges_of(
        self,
        nodes: Sequence[NodeId],
        relations: Collection[str],
        times: Mapping[str, str] | None,
        limit: int | None,
    ) -> list[Columns]:
        """Edges at the nodes, the first by id, each once; by one of the relations and holding at the times."""
        places = places_of(self.ids, [node.encode() for node in nodes])
        is_wanted = np.array([not relations or name in relations for name in self.relations], dtype=np.bool_)
        taken = [np.empty(0, dtype=np.int64)]
        places = places[places != NEVER]
        for first, end in zip(self.bounds[places], self.bounds[places + 1], strict=True):
            is_one = (self.numbers[first:end] != NEVER) & is_wanted[self.kinds[first:end] >> 1]
            taken.append(first + is_one.nonzero()[0])
        which = np.concatenate(taken)
        if times is not None:
            which = which[self.edges.hold(self.numbers[which], **times)]
        _, chosen = np.unique(self.numbers[which], return_index=True)
        return self._columns(which[chosen[:limit]])

    def _columns(self, which: Numbers) -> list[Columns]:
        nodes = np.searchsorted(self.bounds, which, side="right") - 1
        ends = zip(self.names_of(nodes), self.names_of(self.others[which]), strict=True)
        rows = self.edges.columns(self.numbers[which])
        kinds, weights = self.kinds[which].tolist(), self.weights[which].tolist()
        for row, (node, other), kind, weight in zip(rows, ends, kinds, weights, strict=True):
            source, target = (node, other) if kind & 1 else (other, node)
            row |= {
                "source": source,
                "relation": self.relations[kind >> 1],
                "target": target,
                "weight": weight,
            }
        return rows

    def degrees(self, nodes: Sequence[NodeId], cap: int) -> dict[NodeId, int]:
        places = places_of(self.ids, [node.encode() for node in nodes])
        counts = [0 if at == NEVER else int(self.bounds[at + 1] - self.bounds[at]) for at in places.tolist()]
        return {node: min(count, cap) for node, count in zip(nodes, counts, strict=True)}


@dataclass(slots=True)
class ArrayWalk:
    """One walk over the arrays: of each node that was expanded its heaviest links that hold, `fanout` at most.

    `_nodes`, `_taken`: places of nodes, and of links in the arrays, one array an expansion. `_known`: places of nodes
    that were met.
    """

    arrays: LinkArrays
    fanout: int
    as_of: str
    known_at: str
    _nodes: list[Places] = field(default_factory=list)
    _taken: list[Numbers] = field(default_factory=list)
    _known: dict[NodeId, int] = field(default_factory=dict)

    def expand(self, nodes: Sequence[NodeId]) -> None:
        """Take the links of nodes; those that are not here have none."""
        places = self._places(nodes)
        if not places.size:
            return
        starts = self.arrays.bounds[places]
        sizes = self.arrays.bounds[places + 1] - starts
        counts = np.minimum(sizes, self.fanout)
        stops = np.cumsum(counts)
        which = np.repeat(starts - stops + counts, counts) + np.arange(stops[-1])
        owners = np.repeat(places, counts)
        holds = self._hold(which)
        if not holds.all():
            found = np.add.reduceat(holds, stops - counts, dtype=np.int64)
            is_short = (found < counts) & (counts < sizes)
            holds &= ~np.repeat(is_short, counts)
            owners, which = owners[holds], which[holds]
            for place in places[is_short].tolist():
                self._take_further(place)
        self._take(owners, which)

    def met(self) -> list[NodeId]:
        """Both ends of all links taken so far, by id."""
        ends = self._ends()
        names = self.arrays.names_of(ends)
        self._known = dict(zip(names, ends.tolist(), strict=True))
        return names

    def found(self, cap: int) -> tuple[list[Row], dict[NodeId, int]]:
        """All links taken, each once, by source, relation and target; of equals the heaviest.

        And of each entity that they touch, by id, how many links of any time it has, counted up to `cap`.
        """
        if not self._taken:
            return [], {}
        arrays, ends = self.arrays, self._ends()
        names = arrays.names_of(ends)
        sources, relations, targets, weights = self._links(ends)
        rows = zip(
            map(names.__getitem__, sources.tolist()),
            map(arrays.relations.__getitem__, relations.tolist()),
            map(names.__getitem__, targets.tolist()),
            weights.tolist(),
            strict=True,
        )
        first, last = np.searchsorted(ends, arrays.entities).tolist()
        entities = ends[first:last]
        counts = np.minimum(arrays.bounds[entities + 1] - arrays.bounds[entities], cap)
        return list(rows), dict(zip(names[first:last], counts.tolist(), strict=True))

    def _places(self, nodes: Sequence[NodeId]) -> Places:
        """Of those that are here; looking one up takes a step for each doubling of all ids."""
        strangers = [node.encode() for node in nodes if node not in self._known]
        met = [self._known[node] for node in nodes if node in self._known]
        found = places_of(self.arrays.ids, strangers) if strangers else _NOBODY
        return np.concatenate([np.array(met, dtype=np.int32), found[found != NEVER]])

    def _ends(self) -> Places:
        others = (self.arrays.others[taken] for taken in self._taken)
        return np.unique(np.concatenate([_NOBODY, *self._nodes, *others]))

    def _links(self, ends: Places) -> tuple[Numbers, Numbers, Numbers, NDArray[np.float64]]:
        """Of each link its source and target as places among the ends, the place of its relation, and its weight."""
        arrays, which = self.arrays, np.concatenate(self._taken)
        nodes = np.searchsorted(ends, np.concatenate(self._nodes))
        others = np.searchsorted(ends, arrays.others[which])
        kinds, weights = arrays.kinds[which], arrays.weights[which]
        is_forward = (kinds & 1).astype(np.bool_)
        sources, targets = np.where(is_forward, nodes, others), np.where(is_forward, others, nodes)
        relations = (kinds >> 1).astype(np.int64)
        # Places among the ends are small: all three fit into one number.
        links = (sources * len(arrays.relations) + relations) * ends.size + targets
        order = np.lexsort((-weights, links))
        is_first = np.ones(order.size, dtype=np.bool_)
        is_first[1:] = np.diff(links[order]) != 0
        chosen = order[is_first]
        return sources[chosen], relations[chosen], targets[chosen], weights[chosen]

    def _take_further(self, place: int) -> None:
        """Of a node of whose heaviest links some do not hold."""
        first, end = self.arrays.bounds[place : place + 2].tolist()
        looked_at = self.fanout
        while True:
            looked_at *= 2
            which = np.arange(first, min(end, first + looked_at))
            which = which[self._hold(which)]
            if which.size >= self.fanout or first + looked_at >= end:
                which = which[: self.fanout]
                self._take(np.full(which.size, place, dtype=np.int32), which)
                return

    def _take(self, nodes: Places, which: Numbers) -> None:
        self._nodes.append(nodes)
        self._taken.append(which)

    def _hold(self, which: Numbers) -> NDArray[np.bool_]:
        return self.arrays.edges.hold(self.arrays.numbers[which], self.as_of, self.known_at)


def arrays_of(ids: Ids, names: Sequence[str], forward: Forward, edges: Edges) -> LinkArrays:
    """Both halves of each link, by node, then in the order of walks. `names` of relations ascend, as `ids` do."""
    relations = forward.relations.astype(np.int16)
    nodes = np.concatenate([forward.sources, forward.targets])
    others = np.concatenate([forward.targets, forward.sources])
    kinds = np.concatenate([2 * relations + 1, 2 * relations]).astype(np.int16)
    weights = np.concatenate([forward.weights, forward.weights])
    numbers = np.concatenate([forward.numbers, forward.numbers])
    # Outgoing first among those of one name: kinds descend within a relation.
    order = np.lexsort((kinds & 1 ^ 1, kinds >> 1, others, -weights, nodes))
    bounds = np.searchsorted(nodes[order], np.arange(ids.size + 1)).astype(np.int64)
    return LinkArrays(
        ids,
        bounds,
        others[order],
        kinds[order],
        weights[order],
        numbers[order],
        tuple(names),
        edges,
        # "`" is what follows "_" in order.
        (int(np.searchsorted(ids, b"e_")), int(np.searchsorted(ids, b"e`"))),
    )
