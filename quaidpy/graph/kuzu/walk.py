"""What is linked to what, by the graph engine?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quaidpy.domain.graph.edges import MENTIONS, Neighbourhood
from quaidpy.domain.identity import NodeId
from quaidpy.graph.kuzu.engine import GraphEngineError, GraphSession
from quaidpy.graph.kuzu.places import Places
from quaidpy.storage.memory.link_arrays import Row
from quaidpy.storage.memory.links import links_of

# Times are fixed-width text in UTC, so that they compare as in SQLite.
HOLDS = """e.recorded_at <= $now AND (e.retracted_at IS NULL OR e.retracted_at > $now)
AND (e.valid_from IS NULL OR e.valid_from <= $now)
AND (e.valid_to IS NULL OR e.valid_to > $now OR e.closed_at > $now)"""

# Of nodes nothing but their places: for any property of `b` or `c` the engine reads the whole column.
_HERE = "WHERE offset(id(a)) IN $places"
_ENDS = "offset(id(a)), offset(id(b))"
_NEAREST = f"MATCH (a:Node)-[e:Nearest]->(b:Node) {_HERE} RETURN {_ENDS}, e.code, e.weight"

# Two steps, the usual depth, in one query: its fixed cost, a look at each node for its place, is most of it.
_NEAREST_TWICE = f"""MATCH (a:Node)-[e:Nearest]->(b:Node)-[f:Nearest]->(c:Node) {_HERE}
RETURN {_ENDS}, e.code, e.weight, offset(id(c)), f.code, f.weight"""

_EDGES = tuple(
    f"MATCH {pattern} {_HERE} AND {HOLDS} RETURN {_ENDS}, e.relation, {is_forward}, e.weight"
    for pattern, is_forward in (
        ("(a:Node)-[e:Edge]->(b:Node)", "true"),
        ("(a:Node)<-[e:Edge]-(b:Node)", "false"),
    )
)
_MENTIONS = tuple(
    f"MATCH {pattern} {_HERE} RETURN {_ENDS}, '{MENTIONS}', {is_forward}, e.weight"
    for pattern, is_forward in (
        ("(a:Node)-[e:Mentions]->(b:Node)", "true"),
        ("(a:Node)<-[e:Mentions]-(b:Node)", "false"),
    )
)

Half = tuple[NodeId, NodeId, str, bool, float]
"""A link as one end sees it: node, other, relation, is_forward, weight."""

_Reader = Callable[[Sequence[NodeId]], list[Half]]


class Walk:
    """One walk over what holds now. Each step is one query for the whole frontier.

    Raises KeyError when the engine answers with a place that `places` do not know.
    """

    def __init__(self, session: GraphSession, places: Places, *, now: str, timeout_s: float) -> None:
        self._session = session
        self._places = places
        self._times = {"now": now}
        self._timeout_s = timeout_s

    def around_now(
        self, seeds: Sequence[NodeId], *, depth: int, fanout: int, nearest_links: int
    ) -> Neighbourhood:
        """By the links kept ready, `nearest_links` a node; no fanout above that."""
        if depth == 2 and fanout == nearest_links:
            return self._neighbourhood(self._nearest_twice(seeds))
        return self._neighbourhood(_gathered(self._nearest, seeds, depth, fanout))

    def around(self, seeds: Sequence[NodeId], *, depth: int, fanout: int) -> Neighbourhood:
        """By the full tables: any fanout."""
        return self._neighbourhood(_gathered(self._all, seeds, depth, fanout))

    def _nearest_twice(self, seeds: Sequence[NodeId]) -> list[Half]:
        """Of seeds and their neighbours all that is kept ready: nothing to choose, so a row may come twice."""
        rows = self._rows(_NEAREST_TWICE, seeds)
        first = {(a, b, code, weight) for a, b, code, weight, _, _, _ in rows}
        return self._named(first | {(b, c, code, weight) for _, b, _, _, c, code, weight in rows})

    def _nearest(self, nodes: Sequence[NodeId]) -> list[Half]:
        return self._named(self._rows(_NEAREST, nodes))

    def _named(self, rows: Iterable[Sequence[Any]]) -> list[Half]:
        nodes, relations = self._places.nodes, self._places.codes.relations
        return [(nodes[node], nodes[other], *relations[code], weight) for node, other, code, weight in rows]

    def _all(self, nodes: Sequence[NodeId]) -> list[Half]:
        edges = (self._rows(query, nodes, self._times) for query in _EDGES)
        mentions = (self._rows(query, nodes) for query in _MENTIONS)
        named = self._places.nodes
        return [(named[row[0]], named[row[1]], *row[2:]) for rows in (*edges, *mentions) for row in rows]

    def _rows(
        self, query: str, nodes: Sequence[NodeId], times: Mapping[str, str] | None = None
    ) -> list[list[Any]]:
        places = self._places.of(nodes)
        if not places:
            return []
        rows = self._session.read(query, {"places": places, **(times or {})}, timeout_s=self._timeout_s)
        # The engine's IN has been seen to answer with other rows than those asked for: never pass them on.
        if not {row[0] for row in rows} <= set(places):
            raise GraphEngineError(
                "the graph engine answered about nodes it was not asked about; the graph is built anew"
            )
        return rows

    def _neighbourhood(self, halves: Iterable[Half]) -> Neighbourhood:
        rows: set[Row] = {
            (node, relation, other, weight) if is_forward else (other, relation, node, weight)
            for node, other, relation, is_forward, weight in halves
        }
        ends = {row[0] for row in rows} | {row[2] for row in rows}
        return Neighbourhood(
            links=links_of(rows), degrees=self._places.degrees(ends), engine=self._session.engine
        )


def _gathered(read: _Reader, seeds: Sequence[NodeId], depth: int, fanout: int) -> list[Half]:
    frontier, seen, gathered = sorted(set(seeds)), set(seeds), list[Half]()
    for _ in range(depth):
        if not frontier:
            break
        taken = _heaviest(read(frontier), fanout)
        gathered.extend(taken)
        frontier = sorted({half[1] for half in taken} - seen)
        seen.update(frontier)
    return gathered


def _heaviest(halves: Iterable[Half], fanout: int) -> list[Half]:
    """The first `fanout` of each node; heavier first, then by other node, relation, outgoing first.

    Edges that are alike in all of this (the contract goes by their ids then) are one link in the end.
    """
    by_node: dict[NodeId, list[Half]] = {}
    for half in halves:
        by_node.setdefault(half[0], []).append(half)
    return [
        half
        for some in by_node.values()
        for half in sorted(some, key=lambda half: (-half[4], half[1], half[2], not half[3]))[:fanout]
    ]
