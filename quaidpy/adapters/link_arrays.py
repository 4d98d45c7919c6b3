"""Which links has a node, when all of an owner's are in memory as arrays?

A node is known by its place among all ids in order. A link stands with both its ends, heaviest first, in 16 bytes
each: the other end, what it is called and which way it goes, its weight, and where its times stand, if it has any.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId

Places: TypeAlias = NDArray[np.int32]
Numbers: TypeAlias = NDArray[np.int64]
Ids: TypeAlias = NDArray[np.bytes_]

Row: TypeAlias = tuple[NodeId, str, NodeId, float]
"""A link as it is stored: source, relation, target, weight."""

NEVER = -1
"""In place of a time that there is none of, of the times of what always holds, of a node that is not here."""


@dataclass(frozen=True, slots=True)
class Instants:
    """Times of links: `codes[i]` are five places in `known` (see Times), NEVER for none; `known` ascends."""

    known: Ids
    codes: Places

    def hold(self, places: Places, as_of: str, known_at: str) -> NDArray[np.bool_]:
        """Which of some links hold, by the places of their times; the same law as `does_hold`."""
        holds: NDArray[np.bool_] = places == NEVER
        timed = np.flatnonzero(~holds)
        if timed.size:
            begins, ends, recorded, retracted, closed = self.codes[places[timed]].T
            # The first place after an instant: what is below it is not later.
            after, after_known = np.searchsorted(
                self.known, [as_of.encode(), known_at.encode()], side="right"
            )
            is_known = (recorded < after_known) & ((retracted == NEVER) | (retracted >= after_known))
            is_open = (ends == NEVER) | (ends >= after) | (closed >= after_known)
            holds[timed] = is_known & (begins < after) & is_open
        return holds


@dataclass(frozen=True, slots=True)
class Forward:
    """Links in the direction they are stored, in any order: places of ids, of names, of times."""

    sources: Places
    targets: Places
    relations: NDArray[np.int16]
    weights: NDArray[np.float64]
    times: Places


@dataclass(frozen=True, slots=True)
class LinkArrays:
    """Links of node i stand at `bounds[i]` to `bounds[i + 1]`.

    `kinds`: twice the place of the relation's name, and one more where the link goes forward. `entities`: the first
    place of an entity's id, and the first after the last.
    """

    ids: Ids
    bounds: Numbers
    others: Places
    kinds: NDArray[np.int16]
    weights: NDArray[np.float64]
    times: Places
    relations: tuple[str, ...]
    instants: Instants
    entities: tuple[int, int]

    @property
    def megabytes(self) -> float:
        links = self.others.nbytes + self.kinds.nbytes + self.weights.nbytes + self.times.nbytes
        nodes = self.ids.nbytes + self.bounds.nbytes
        return (links + nodes + self.instants.known.nbytes + self.instants.codes.nbytes) / 1e6

    def walk(self, fanout: int, *, as_of: str, known_at: str) -> "ArrayWalk":
        return ArrayWalk(self, fanout, as_of, known_at)

    def names_of(self, places: Places) -> list[NodeId]:
        # A cast: naming the kind of each would take as long as decoding it.
        return cast("list[NodeId]", [spelled.decode() for spelled in self.ids[places].tolist()])

    def degrees(self, nodes: Sequence[NodeId], cap: int) -> dict[NodeId, int]:
        places = places_of(self.ids, [node.encode() for node in nodes])
        counts = [0 if at == NEVER else int(self.bounds[at + 1] - self.bounds[at]) for at in places.tolist()]
        return {node: min(count, cap) for node, count in zip(nodes, counts, strict=True)}


@dataclass(slots=True)
class ArrayWalk:
    """One walk over the arrays: of each node that was expanded its heaviest links that hold, `fanout` at most.

    `_nodes`, `_taken`: places of nodes, and of links in the arrays, one array an expansion.
    """

    arrays: LinkArrays
    fanout: int
    as_of: str
    known_at: str
    _nodes: list[Places] = field(default_factory=list)
    _taken: list[Numbers] = field(default_factory=list)

    def expand(self, nodes: Sequence[NodeId]) -> None:
        """Take the links of nodes; those that are not here have none."""
        places = places_of(self.arrays.ids, [node.encode() for node in nodes])
        places = places[places != NEVER]
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
        """The other ends of all links taken so far, by id."""
        others = [self.arrays.others[taken] for taken in self._taken]
        return self.arrays.names_of(np.unique(np.concatenate(others))) if others else []

    def rows(self) -> list[Row]:
        """All links taken, each once, by source, relation and target; of equals the heaviest."""
        if not self._taken:
            return []
        arrays, nodes, which = self.arrays, np.concatenate(self._nodes), np.concatenate(self._taken)
        kinds, weights, others = arrays.kinds[which], arrays.weights[which], arrays.others[which]
        is_forward = (kinds & 1).astype(np.bool_)
        sources, targets = np.where(is_forward, nodes, others), np.where(is_forward, others, nodes)
        order = np.lexsort((-weights, targets, kinds >> 1, sources))
        links = np.stack([sources[order], kinds[order] >> 1, targets[order]])
        is_first = np.ones(order.size, dtype=np.bool_)
        is_first[1:] = (links[:, 1:] != links[:, :-1]).any(axis=0)
        sources, relations, targets = links[:, is_first]
        return list(
            zip(
                arrays.names_of(sources),
                map(arrays.relations.__getitem__, relations.tolist()),
                arrays.names_of(targets),
                weights[order[is_first]].tolist(),
                strict=True,
            )
        )

    def degrees(self, cap: int) -> dict[NodeId, int]:
        """Of each entity that the links touch, by id, how many links of any time it has, counted up to `cap`."""
        ends = [*self._nodes, *(self.arrays.others[taken] for taken in self._taken)]
        if not ends:
            return {}
        met = np.unique(np.concatenate(ends))
        entities = met[slice(*np.searchsorted(met, self.arrays.entities).tolist())]
        counts = np.minimum(self.arrays.bounds[entities + 1] - self.arrays.bounds[entities], cap)
        return dict(zip(self.arrays.names_of(entities), counts.tolist(), strict=True))

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
        return self.arrays.instants.hold(self.arrays.times[which], self.as_of, self.known_at)


def places_of(known: Ids, wanted: Sequence[bytes]) -> Places:
    """Where each stands among what is known, which ascends; NEVER for what is not there."""
    if known.size == 0:
        return np.full(len(wanted), NEVER, dtype=np.int32)
    asked = np.array(wanted, dtype=np.bytes_)
    found = np.minimum(np.searchsorted(known, asked), known.size - 1)
    return np.where(known[found] == asked, found, NEVER).astype(np.int32)


def arrays_of(ids: Ids, names: Sequence[str], forward: Forward, instants: Instants) -> LinkArrays:
    """Both halves of each link, by node, then in the order of walks. `names` of relations ascend, as `ids` do."""
    relations = forward.relations.astype(np.int16)
    nodes = np.concatenate([forward.sources, forward.targets])
    others = np.concatenate([forward.targets, forward.sources])
    kinds = np.concatenate([2 * relations + 1, 2 * relations]).astype(np.int16)
    weights = np.concatenate([forward.weights, forward.weights])
    times = np.concatenate([forward.times, forward.times])
    # Outgoing first among those of one name: kinds descend within a relation.
    order = np.lexsort((kinds & 1 ^ 1, kinds >> 1, others, -weights, nodes))
    bounds = np.searchsorted(nodes[order], np.arange(ids.size + 1)).astype(np.int64)
    return LinkArrays(
        ids,
        bounds,
        others[order],
        kinds[order],
        weights[order],
        times[order],
        tuple(names),
        instants,
        # "`" is what follows "_" in order.
        (int(np.searchsorted(ids, b"e_")), int(np.searchsorted(ids, b"e`"))),
    )
