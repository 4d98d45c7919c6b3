"""What is linked to what, by the graph engine?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quaidpy.domain.graph.edges import MENTIONS, Neighbourhood
from quaidpy.domain.graph.paths import shortest_path
from quaidpy.domain.identity import NodeId, is_entity
from quaidpy.graph.kuzu.engine import GraphEngineError, GraphSession
from quaidpy.storage.memory.links import links_of, row_of

# Times are fixed-width text in UTC, so that they compare as in SQLite.
_HOLDS = """e.recorded_at <= $known_at AND (e.retracted_at IS NULL OR e.retracted_at > $known_at)
AND (e.valid_from IS NULL OR e.valid_from <= $as_of)
AND (e.valid_to IS NULL OR e.valid_to > $as_of OR e.closed_at > $known_at)"""
_ENDS = "a.degree, a.changes_at, b.degree"

_NEAREST = f"""MATCH (a:Node)-[e:Nearest]->(b:Node) WHERE a.id IN $ids
RETURN a.id, b.id, e.relation, e.is_forward, e.weight, e.link, {_ENDS}"""

# Two steps, the usual depth, in one query: its fixed cost, a scan of the node table for the ids, is most of it.
_NEAREST_TWICE = f"""MATCH (a:Node)-[e:Nearest]->(b:Node)-[f:Nearest]->(c:Node) WHERE a.id IN $ids
RETURN a.id, b.id, e.relation, e.is_forward, e.weight, e.link, {_ENDS},
c.id, f.relation, f.is_forward, f.weight, f.link, b.changes_at, c.degree"""

_EDGES = tuple(
    f"MATCH {pattern} WHERE a.id IN $ids AND {_HOLDS} "
    f"RETURN a.id, b.id, e.relation, {is_forward}, e.weight, e.id, {_ENDS}"
    for pattern, is_forward in (
        ("(a:Node)-[e:Edge]->(b:Node)", "true"),
        ("(a:Node)<-[e:Edge]-(b:Node)", "false"),
    )
)
_MENTIONS = tuple(
    f"MATCH {pattern} WHERE a.id IN $ids RETURN a.id, b.id, '{MENTIONS}', {is_forward}, e.weight, {key}, {_ENDS}"
    for pattern, is_forward, key in (
        ("(a:Node)-[e:Mentions]->(b:Node)", "true", "concat(a.id, '>', b.id)"),
        ("(a:Node)<-[e:Mentions]-(b:Node)", "false", "concat(b.id, '>', a.id)"),
    )
)

Half = Sequence[Any]
"""A link as one end sees it: node, other, relation, is_forward, weight, key, degree, changes_at, other's degree."""


_HalfKey = tuple[Any, ...]


class Walk:
    """One walk over an open session, as of one instant. Each step is one query for the whole frontier."""

    def __init__(self, session: GraphSession, *, as_of: str, known_at: str, timeout_s: float) -> None:
        self._session = session
        self._times = {"as_of": as_of, "known_at": known_at}
        self._timeout_s = timeout_s

    def around_now(self, seeds: Sequence[NodeId], *, depth: int, fanout: int) -> Neighbourhood | None:
        """By the links kept ready; None when one of them has begun or ended since they were written."""
        if depth == 2:
            halves = self._gathered_twice(seeds, fanout)
        else:
            halves = self._gathered(seeds, depth, fanout, whole=False)
        now = self._times["known_at"]
        if any(half[7] is not None and half[7] <= now for half in halves):
            return None
        return self._neighbourhood(halves)

    def around(self, seeds: Sequence[NodeId], *, depth: int, fanout: int) -> Neighbourhood:
        """By the full tables: any instant, any fanout."""
        return self._neighbourhood(self._gathered(seeds, depth, fanout, whole=True))

    def path(self, source: NodeId, target: NodeId, *, max_steps: int) -> list[NodeId]:
        def neighbours(nodes: Sequence[NodeId]) -> dict[NodeId, list[NodeId]]:
            found: dict[NodeId, set[NodeId]] = {}
            for half in self._halves(nodes, whole=True):
                found.setdefault(half[0], set()).add(half[1])
            return {node: list(others) for node, others in found.items()}

        return shortest_path(source, target, max_steps=max_steps, neighbours=neighbours)

    def _gathered(self, seeds: Sequence[NodeId], depth: int, fanout: int, *, whole: bool) -> list[Half]:
        frontier, seen, gathered = sorted(set(seeds)), set(seeds), list[Half]()
        for _ in range(depth):
            if not frontier:
                break
            taken = _heaviest(self._halves(frontier, whole=whole), fanout)
            gathered.extend(taken)
            frontier = sorted({half[1] for half in taken} - seen)
            seen.update(frontier)
        return gathered

    def _gathered_twice(self, seeds: Sequence[NodeId], fanout: int) -> list[Half]:
        first, second = dict[_HalfKey, Half](), dict[_HalfKey, Half]()
        for row in self._rows(_NEAREST_TWICE, sorted(set(seeds))):
            first[tuple(row[:6])] = row[:9]
            half = [row[1], *row[9:14], row[8], *row[14:]]
            second[tuple(half[:6])] = half
        taken = _heaviest(first.values(), fanout)
        frontier = {half[1] for half in taken}.difference(seeds)
        return taken + _heaviest((half for half in second.values() if half[0] in frontier), fanout)

    def _halves(self, nodes: Sequence[NodeId], *, whole: bool) -> list[Half]:
        if not whole:
            return self._rows(_NEAREST, nodes)
        edges = (self._rows(query, nodes, self._times) for query in _EDGES)
        mentions = (self._rows(query, nodes) for query in _MENTIONS)
        return [row for rows in (*edges, *mentions) for row in rows]

    def _rows(
        self, query: str, nodes: Sequence[NodeId], times: Mapping[str, str] | None = None
    ) -> list[Half]:
        parameters = {"ids": nodes, **(times or {})}
        rows: list[Half] = list(self._session.read(query, parameters, timeout_s=self._timeout_s))
        # The engine's IN has been seen to answer with other rows than those asked for: never pass them on.
        if not {row[0] for row in rows} <= set(nodes):
            raise GraphEngineError(
                "the graph engine answered about nodes it was not asked about; the graph is built anew"
            )
        return rows

    def _neighbourhood(self, halves: Iterable[Half]) -> Neighbourhood:
        halves = list(halves)
        degrees = {half[0]: half[6] for half in halves} | {half[1]: half[8] for half in halves}
        return Neighbourhood(
            links=links_of(row_of(*half[:5]) for half in halves),
            degrees=tuple(sorted((node, count) for node, count in degrees.items() if is_entity(node))),
            engine=self._session.engine,
        )


def _heaviest(halves: Iterable[Half], fanout: int) -> list[Half]:
    """The first `fanout` of each node; heavier first, then by other node, relation, outgoing first, key."""
    by_node: dict[NodeId, list[Half]] = {}
    for half in halves:
        by_node.setdefault(half[0], []).append(half)
    return [
        half
        for some in by_node.values()
        for half in sorted(some, key=lambda half: (-half[4], half[1], half[2], not half[3], half[5]))[:fanout]
    ]
