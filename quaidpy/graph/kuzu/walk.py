"""What is linked to what, by the graph engine?"""

from collections.abc import Iterable, Sequence
from typing import Any

from quaidpy.domain.graph.edges import Neighbourhood
from quaidpy.domain.identity import NodeId
from quaidpy.graph.kuzu.engine import GraphEngineError, GraphSession
from quaidpy.graph.kuzu.places import Places
from quaidpy.storage.memory.link_arrays import Row
from quaidpy.storage.memory.links import links_of

# Of nodes nothing but their places: for any property of `b` or `c` the engine reads the whole column.
_HERE = "WHERE offset(id(a)) IN $places"
_ENDS = "offset(id(a)), offset(id(b))"
_NEAREST = f"MATCH (a:Node)-[e:Nearest]->(b:Node) {_HERE} RETURN {_ENDS}, e.code, e.weight"

# Two steps, the usual depth, in one query: its fixed cost, a look at each node for its place, is most of it.
_NEAREST_TWICE = f"""MATCH (a:Node)-[e:Nearest]->(b:Node)-[f:Nearest]->(c:Node) {_HERE}
RETURN {_ENDS}, e.code, e.weight, offset(id(c)), f.code, f.weight"""

Half = tuple[NodeId, NodeId, str, bool, float]
"""A link as one end sees it: node, other, relation, is_forward, weight."""


class Walk:
    """One walk over the heaviest links that hold now. Each step is one query for the whole frontier.

    Raises KeyError when the engine answers with a place that `places` do not know.
    """

    def __init__(self, session: GraphSession, places: Places, *, timeout_s: float) -> None:
        self._session = session
        self._places = places
        self._timeout_s = timeout_s

    def around(
        self, seeds: Sequence[NodeId], *, depth: int, fanout: int, nearest_links: int
    ) -> Neighbourhood:
        """By the links kept ready, `nearest_links` a node; no fanout above that."""
        if depth == 2 and fanout == nearest_links:
            return self._neighbourhood(self._nearest_twice(seeds))
        return self._neighbourhood(self._gathered(seeds, depth, fanout))

    def _nearest_twice(self, seeds: Sequence[NodeId]) -> list[Half]:
        """Of seeds and their neighbours all that is kept ready: nothing to choose, so a row may come twice."""
        rows = self._rows(_NEAREST_TWICE, seeds)
        first = {(a, b, code, weight) for a, b, code, weight, _, _, _ in rows}
        return self._named(first | {(b, c, code, weight) for _, b, _, _, c, code, weight in rows})

    def _gathered(self, seeds: Sequence[NodeId], depth: int, fanout: int) -> list[Half]:
        frontier, seen, gathered = sorted(set(seeds)), set(seeds), list[Half]()
        for _ in range(depth):
            if not frontier:
                break
            taken = _heaviest(self._nearest(frontier), fanout)
            gathered.extend(taken)
            frontier = sorted({half[1] for half in taken} - seen)
            seen.update(frontier)
        return gathered

    def _nearest(self, nodes: Sequence[NodeId]) -> list[Half]:
        return self._named(self._rows(_NEAREST, nodes))

    def _named(self, rows: Iterable[Sequence[Any]]) -> list[Half]:
        nodes, relations = self._places.nodes, self._places.codes.relations
        return [(nodes[node], nodes[other], *relations[code], weight) for node, other, code, weight in rows]

    def _rows(self, query: str, nodes: Sequence[NodeId]) -> list[list[Any]]:
        places = self._places.of(nodes)
        if not places:
            return []
        rows = self._session.read(query, {"places": places}, timeout_s=self._timeout_s)
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
