"""The outside world, small and obedient: fakes of the ports."""

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from quaidpy.domain.edges import MENTIONS, Edge, Link, Neighbourhood
from quaidpy.domain.entities import Mention
from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.lifetimes import Lifetime, Moment
from quaidpy.domain.paths import shortest_path
from quaidpy.domain.text import words
from quaidpy.ports import EmbedderIdentity, Vector


class FakeClock:
    """A clock that moves one second a look, or to where a test sets it."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self.current = start

    def now(self) -> datetime:
        self.current += timedelta(seconds=1)
        return self.current


class CountedIds:
    def __init__(self) -> None:
        self._count = 0

    def new(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count:026d}"


class HashingEmbedder:
    """Deterministic: texts that share words are near each other. For tests only; it knows no meaning."""

    identity = EmbedderIdentity(name="hashing-test", dimension=64, probe="hashing")

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> "Vector[float]":
        sums = [1e-3] * self.identity.dimension
        for word in words(text):
            digest = blake2b(word.encode(), digest_size=4).digest()
            sums[int.from_bytes(digest[:3], "big") % self.identity.dimension] += 1 if digest[3] % 2 else -1
        length = math.sqrt(math.fsum(x * x for x in sums))
        return array("f", [x / length for x in sums])


@dataclass(frozen=True, slots=True)
class _Half:
    """A link as one of its ends sees it."""

    other: NodeId
    link: Link
    is_forward: bool
    key: str
    lifetime: Lifetime | None

    def holds(self, moment: Moment) -> bool:
        return self.lifetime is None or self.lifetime.holds(moment)

    def rank(self) -> tuple[float, str, str, bool, str]:
        return (-self.link.weight, self.other, self.link.relation, not self.is_forward, self.key)


class DictGraph:
    """GraphIndex over a dictionary: what the engines must agree with."""

    engine = "fake"

    def __init__(self, clock: "FakeClock", *, degree_cap: int = 256) -> None:
        self._clock = clock
        self._degree_cap = degree_cap
        self._halves: dict[tuple[Owner, NodeId], list[_Half]] = {}

    def take(self, owner: Owner, edges: Iterable[Edge], mentions: Iterable[Mention]) -> None:
        for edge in edges:
            self._put(
                owner, Link(edge.source, edge.relation, edge.target, edge.weight), edge.id, edge.lifetime
            )
        for mention in mentions:
            self._put(owner, Link(mention.node, MENTIONS, mention.entity, mention.weight), "", None)

    def _put(self, owner: Owner, link: Link, key: str, lifetime: Lifetime | None) -> None:
        for node, other, is_forward in ((link.source, link.target, True), (link.target, link.source, False)):
            self._halves.setdefault((owner, node), []).append(_Half(other, link, is_forward, key, lifetime))

    def around(
        self, owner: Owner, seeds: Sequence[NodeId], *, depth: int, fanout: int, moment: Moment | None = None
    ) -> Neighbourhood:
        at = moment or self._now()
        frontier, seen, links = set(seeds), set(seeds), dict[tuple[NodeId, str, NodeId], Link]()
        for _ in range(depth):
            taken = [half for node in frontier for half in self._heaviest(owner, node, fanout, at)]
            for link in (half.link for half in taken):
                key = (link.source, link.relation, link.target)
                links[key] = max(link, links.get(key, link), key=lambda each: each.weight)
            frontier = {half.other for half in taken} - seen
            seen |= frontier
        touched = sorted({end for link in links.values() for end in (link.source, link.target)})
        return Neighbourhood(
            links=tuple(links[key] for key in sorted(links)),
            degrees=tuple((node, min(len(self._halves[owner, node]), self._degree_cap)) for node in touched),
            engine=self.engine,
        )

    def path(self, owner: Owner, source: NodeId, target: NodeId, *, max_steps: int) -> list[NodeId]:
        at = self._now()

        def neighbours(nodes: Sequence[NodeId]) -> dict[NodeId, list[NodeId]]:
            halves = {node: self._halves.get((owner, node), ()) for node in nodes}
            return {node: [half.other for half in some if half.holds(at)] for node, some in halves.items()}

        return shortest_path(source, target, max_steps=max_steps, neighbours=neighbours)

    def close(self) -> None:
        self._halves.clear()

    def _heaviest(self, owner: Owner, node: NodeId, fanout: int, at: Moment) -> list[_Half]:
        holding = [half for half in self._halves.get((owner, node), ()) if half.holds(at)]
        return sorted(holding, key=_Half.rank)[:fanout]

    def _now(self) -> Moment:
        now = self._clock.now()
        return Moment(as_of=now, known_at=now)
