"""Which links of a node were read already, ready for a walk?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Protocol, TypeAlias

from quaidpy.domain.edges import Link
from quaidpy.domain.identity import NodeId, Owner

Times: TypeAlias = tuple[str | None, str | None, str, str | None, str | None]
"""valid_from, valid_to, recorded_at, retracted_at, closed_at, as text that sorts by time."""

Triple: TypeAlias = tuple[NodeId, str, NodeId]


@dataclass(frozen=True, slots=True)
class Half:
    """A link as one of its ends has it. `times`: None of what always holds."""

    other: NodeId
    link: Link
    triple: Triple
    times: Times | None

    def holds(self, as_of: str, known_at: str) -> bool:
        if self.times is None:
            return True
        valid_from, valid_to, recorded_at, retracted_at, closed_at = self.times
        if recorded_at > known_at or (retracted_at is not None and retracted_at <= known_at):
            return False
        if valid_from is not None and valid_from > as_of:
            return False
        return valid_to is None or valid_to > as_of or (closed_at is not None and closed_at > known_at)


def half_of(node: NodeId, other: NodeId, relation: str, is_forward: bool, weight: float) -> Half:  # noqa: FBT001 - a row
    triple = (node, relation, other) if is_forward else (other, relation, node)
    return Half(other, Link(*triple, weight), triple, None)


@dataclass(frozen=True, slots=True)
class HeldNode:
    """The heaviest links of a node, heaviest first; `is_whole`: all of them. `is_timeless`: they hold at any moment."""

    halves: tuple[Half, ...]
    is_whole: bool
    is_timeless: bool

    def heaviest(self, count: int, as_of: str, known_at: str) -> tuple[Half, ...] | None:
        """Of those that hold; None when that takes more of the node's links than are here."""
        if self.is_timeless:
            holding = self.halves
        else:
            holding = tuple(half for half in self.halves if half.holds(as_of, known_at))
        return holding[:count] if self.is_whole or len(holding) >= count else None


def held_node(halves: Iterable[Half], *, is_whole: bool) -> HeldNode:
    kept = tuple(halves)
    return HeldNode(kept, is_whole, is_timeless=all(half.times is None for half in kept))


def key_of_node(node: str) -> int:
    """A whole number of 64 bits, by which changes of the node's links are told."""
    return int.from_bytes(blake2b(node.encode(), digest_size=8).digest(), signed=True)


class AllLinks(Protocol):
    """All links of an owner, as of when they were read."""

    @property
    def megabytes(self) -> float: ...

    def nodes(self, wanted: Sequence[NodeId], most: int) -> dict[NodeId, HeldNode]: ...

    def degrees(self, wanted: Sequence[NodeId], cap: int) -> dict[NodeId, int]: ...


@dataclass(slots=True)
class OwnersLinks:
    """Nodes of one owner as far as they were read, and of some how many links they have (capped).

    `every`: all there were once; `changed`: nodes of which it says nothing any more.
    """

    every: AllLinks | None = None
    changed: set[int] = field(default_factory=set)
    nodes: dict[NodeId, HeldNode] = field(default_factory=dict)
    degrees: dict[NodeId, int] = field(default_factory=dict)
    by_key: dict[int, NodeId] = field(default_factory=dict)

    def put_nodes(self, found: Mapping[NodeId, HeldNode]) -> None:
        self.nodes.update(found)
        self.by_key.update((key_of_node(node), node) for node in found)

    def put_degrees(self, found: Mapping[NodeId, int]) -> None:
        self.degrees.update(found)
        self.by_key.update((key_of_node(node), node) for node in found)

    def has_all_of(self, node: NodeId) -> bool:
        """Whether `every` still tells the links of a node."""
        return self.every is not None and (not self.changed or key_of_node(node) not in self.changed)

    def forget(self, keys: Iterable[int]) -> None:
        for key in keys:
            if self.every is not None:
                self.changed.add(key)
            node = self.by_key.pop(key, None)
            if node is not None:
                self.nodes.pop(node, None)
                self.degrees.pop(node, None)


@dataclass(slots=True)
class ResidentLinks:
    """Links by owner and node, all of them as of one change; one reader at a time."""

    most_nodes: int
    seq: int = 0
    _owners: dict[Owner, OwnersLinks] = field(default_factory=dict)

    def of(self, owner: Owner) -> OwnersLinks:
        """What is here of an owner; of too much nothing is left."""
        found = self._owners.setdefault(owner, OwnersLinks())
        if len(found.by_key) > self.most_nodes:
            found = self._owners[owner] = OwnersLinks(found.every, found.changed)
        return found

    def take(self, owner: Owner, every: AllLinks, changed: Iterable[int]) -> None:
        """All links of an owner, and the keys of nodes whose links have changed since they were read."""
        self._owners[owner] = OwnersLinks(every, set(changed))

    @property
    def megabytes(self) -> float:
        """Of what was taken whole."""
        return sum(owner.every.megabytes for owner in self._owners.values() if owner.every)

    def move_on(self, until: int, keys: Iterable[int] | None) -> None:
        """To change `until`; `keys`: of the nodes whose links changed, None for all."""
        self.seq = until
        if keys is None:
            self._owners.clear()
            return
        changed = list(keys)
        for owner in self._owners.values():
            owner.forget(changed)


def links_of(halves: Iterable[Half]) -> tuple[Link, ...]:
    """In stored direction, sorted by source, relation and target, the heaviest of equals."""
    heaviest: dict[Triple, Link] = {}
    for half in halves:
        known = heaviest.get(half.triple)
        if known is None or half.link.weight > known.weight:
            heaviest[half.triple] = half.link
    return tuple(heaviest[triple] for triple in sorted(heaviest))
