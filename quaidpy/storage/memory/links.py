"""Which links of a node were read already, ready for a walk?

Links are plain tuples of plain values here: many small objects would be looked through by every collection of garbage.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.ports.changes import BEGINNING, Position, key_of_node
from quaidpy.storage.memory.link_arrays import LinkArrays, Row

Times: TypeAlias = tuple[str | None, str | None, str, str | None, str | None]
"""valid_from, valid_to, recorded_at, retracted_at, closed_at, as text that sorts by time."""

Half: TypeAlias = tuple[NodeId, Row, Times | None]
"""A link as one of its ends has it: the other end, the link, and its times; None of what always holds."""


def does_hold(times: Times | None, as_of: str, known_at: str) -> bool:
    if times is None:
        return True
    valid_from, valid_to, recorded_at, retracted_at, closed_at = times
    if recorded_at > known_at or (retracted_at is not None and retracted_at <= known_at):
        return False
    if valid_from is not None and valid_from > as_of:
        return False
    return valid_to is None or valid_to > as_of or (closed_at is not None and closed_at > known_at)


@dataclass(frozen=True, slots=True)
class CachedNode:
    """The heaviest links of a node, heaviest first; `is_whole`: all of them. `is_timeless`: they hold at any moment."""

    halves: tuple[Half, ...]
    is_whole: bool
    is_timeless: bool

    def heaviest(self, count: int, as_of: str, known_at: str) -> tuple[Half, ...] | None:
        """Of those that hold; None when that takes more of the node's links than are here."""
        holding = self.halves
        if not self.is_timeless:
            holding = tuple(half for half in holding if does_hold(half[2], as_of, known_at))
        return holding[:count] if self.is_whole or len(holding) >= count else None


def cached_node(halves: Iterable[Half], *, is_whole: bool) -> CachedNode:
    kept = tuple(halves)
    return CachedNode(kept, is_whole, is_timeless=all(times is None for _, _, times in kept))


@dataclass(slots=True)
class OwnersLinks:
    """Nodes of one owner as far as they were read one by one, and of some how many links they have (capped).

    `every`: all links there were once; `changed`: keys of nodes of which it says nothing any more.
    """

    every: LinkArrays | None = None
    changed: set[int] = field(default_factory=set)
    nodes: dict[NodeId, CachedNode] = field(default_factory=dict)
    degrees: dict[NodeId, int] = field(default_factory=dict)
    by_key: dict[int, set[NodeId]] = field(default_factory=dict)

    def partitioned(self, nodes: Iterable[NodeId]) -> tuple[list[NodeId], list[NodeId]]:
        """Those whose links `every` still tells, and the others."""
        if self.every is None:
            return [], list(nodes)
        if not self.changed:
            return list(nodes), []
        here: list[NodeId] = []
        elsewhere: list[NodeId] = []
        for node in nodes:
            (elsewhere if key_of_node(node) in self.changed else here).append(node)
        return here, elsewhere

    def put_nodes(self, found: Mapping[NodeId, CachedNode]) -> None:
        self.nodes.update(found)
        self._note_keys(found)

    def put_degrees(self, found: Mapping[NodeId, int]) -> None:
        self.degrees.update(found)
        self._note_keys(found)

    def forget(self, keys: Iterable[int]) -> None:
        for key in keys:
            if self.every is not None:
                self.changed.add(key)
            for node in self.by_key.pop(key, ()):
                self.nodes.pop(node, None)
                self.degrees.pop(node, None)

    def _note_keys(self, nodes: Iterable[NodeId]) -> None:
        for node in nodes:
            self.by_key.setdefault(key_of_node(node), set()).add(node)


@dataclass(slots=True)
class InMemoryLinks:
    """Links by owner and node, all of them as of one change; one reader at a time."""

    most_nodes: int
    seq: Position = BEGINNING
    _owners: dict[Owner, OwnersLinks] = field(default_factory=dict)

    def of(self, owner: Owner) -> OwnersLinks:
        """What is here of an owner; of too many nodes none is left."""
        found = self._owners.setdefault(owner, OwnersLinks())
        if len(found.by_key) > self.most_nodes:
            found = self._owners[owner] = OwnersLinks(found.every, found.changed)
        return found

    @property
    def is_empty(self) -> bool:
        return not self._owners

    def take(self, owner: Owner, every: LinkArrays, changed: Iterable[int]) -> None:
        """All links of an owner, and the keys of nodes whose links have changed since they were read."""
        self._owners[owner] = OwnersLinks(every, set(changed))

    @property
    def megabytes(self) -> float:
        """Of what was taken whole."""
        return sum(owner.every.megabytes for owner in self._owners.values() if owner.every)

    def move_on(self, until: Position, keys: Iterable[int] | None) -> None:
        """To change `until`; `keys`: of the nodes whose links changed, None for all."""
        self.seq = until
        if keys is None:
            self._owners.clear()
            return
        changed = list(keys)
        for owner in self._owners.values():
            owner.forget(changed)


def links_of(rows: Iterable[Row]) -> tuple[Link, ...]:
    """Sorted by source, relation and target, of equals the heaviest."""
    # A later one replaces an earlier one, and the heaviest of equals comes last.
    heaviest = {row[:3]: row for row in sorted(set(rows))}
    return tuple(Link(*row) for row in heaviest.values())


def row_of(node: NodeId, other: NodeId, relation: str, is_forward: object, weight: float) -> Row:
    return (node, relation, other, weight) if is_forward else (other, relation, node, weight)
