"""Which links has a node, when all of an owner's are in memory as arrays?

A node is known by its place among all ids in order. A link stands with both its ends, heaviest first, in 16 bytes
each: the other end, what it is called and which way it goes, its weight, and where its times stand, if it has any.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quaidpy.adapters.resident_links import Half, HeldNode, Times, held_node
from quaidpy.domain.edges import Link
from quaidpy.domain.identity import MemoryId, NodeId

Places: TypeAlias = NDArray[np.int32]
Ids: TypeAlias = NDArray[np.bytes_]

NEVER = -1
"""In place of a time that there is none of, and of the times of what always holds."""


@dataclass(frozen=True, slots=True)
class Instants:
    """Times of links: `codes[i]` are five places in `known`, NEVER for none; `known` ascends."""

    known: Ids
    codes: Places

    def times(self, place: int) -> Times | None:
        if place == NEVER:
            return None
        of_link = self.codes[place].tolist()
        begins, ends, recorded, retracted, closed = (
            None if code == NEVER else self.known[code].decode() for code in of_link
        )
        return begins, ends, recorded or "", retracted, closed


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
    """Links of node i stand at `bounds[i]` to `bounds[i + 1]`. `kinds`: two a relation, the odd ones go forward."""

    ids: Ids
    bounds: NDArray[np.int64]
    others: Places
    kinds: NDArray[np.int16]
    weights: NDArray[np.float64]
    times: Places
    names: tuple[str, ...]
    instants: Instants

    @property
    def megabytes(self) -> float:
        links = self.others.nbytes + self.kinds.nbytes + self.weights.nbytes + self.times.nbytes
        nodes = self.ids.nbytes + self.bounds.nbytes
        return (links + nodes + self.instants.known.nbytes + self.instants.codes.nbytes) / 1e6

    def nodes(self, wanted: Sequence[NodeId], most: int) -> dict[NodeId, HeldNode]:
        """Of each its heaviest links of any time, `most` at most; none of what is not here."""
        places = self._places(wanted)
        starts = [0 if place == NEVER else int(self.bounds[place]) for place in places]
        ends = [0 if place == NEVER else int(self.bounds[place + 1]) for place in places]
        spans = [slice(start, min(end, start + most)) for start, end in zip(starts, ends, strict=True)]
        names = self._names(spans)
        return {
            node: held_node(self._halves(node, span, names), is_whole=span.stop == end)
            for node, span, end in zip(wanted, spans, ends, strict=True)
        }

    def degrees(self, wanted: Sequence[NodeId], cap: int) -> dict[NodeId, int]:
        """How many links of any time each has, up to `cap`."""
        counts = [
            0 if place == NEVER else int(self.bounds[place + 1] - self.bounds[place])
            for place in self._places(wanted)
        ]
        return {node: min(count, cap) for node, count in zip(wanted, counts, strict=True)}

    def _places(self, wanted: Sequence[NodeId]) -> list[int]:
        if not wanted or self.ids.size == 0:
            return [NEVER] * len(wanted)
        places: list[int] = places_of(self.ids, [node.encode() for node in wanted]).tolist()
        return places

    def _names(self, spans: Iterable[slice]) -> dict[int, NodeId]:
        met = sorted({place for span in spans for place in self.others[span].tolist()})
        ids = self.ids[met].tolist() if met else []
        return {place: MemoryId(spelled.decode()) for place, spelled in zip(met, ids, strict=True)}

    def _halves(self, node: NodeId, span: slice, names: dict[int, NodeId]) -> Iterable[Half]:
        columns = (self.others[span], self.kinds[span], self.weights[span], self.times[span])
        for place, kind, weight, times in zip(*(column.tolist() for column in columns), strict=True):
            other, relation = names[place], self.names[kind >> 1]
            triple = (node, relation, other) if kind & 1 else (other, relation, node)
            yield Half(other, Link(*triple, weight), triple, self.instants.times(times))


def places_of(known: Ids, wanted: Sequence[bytes]) -> NDArray[np.int64]:
    """Where each stands among what is known, which ascends; NEVER for what is not there."""
    asked = np.array(wanted, dtype=np.bytes_)
    found = np.minimum(np.searchsorted(known, asked), known.size - 1)
    return np.where(known[found] == asked, found, NEVER)


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
    bounds = np.searchsorted(nodes[order], np.arange(ids.size + 1))
    return LinkArrays(
        ids,
        bounds.astype(np.int64),
        others[order],
        kinds[order],
        weights[order],
        times[order],
        tuple(names),
        instants,
    )
