"""What is around a node of the graph, and which steps lead from one to another?"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.domain.identity import is_entity
from quaidpy.interfaces.json_forms.memories import names_of
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.interfaces.json_forms.times import when

if TYPE_CHECKING:
    from quaidpy.domain.graph.edges import Connection
    from quaidpy.domain.identity import NodeId
    from quaidpy.memory import Memory
    from quaidpy.ports.graph import CypherTable


_SEEN = (
    200  # links of the node itself that are looked at: mentions outweigh relations, and would crowd them out
)


def neighbours_document(memory: "Memory", node: "NodeId", *, depth: int, fanout: int) -> dict[str, Any]:
    """The links around a node, relations before mentions, and which engine found them."""
    found = memory.around([node], depth=depth, fanout=_SEEN if depth == 1 else fanout)
    chosen = sorted(found.links, key=lambda link: (link.relation == MENTIONS, -link.weight))
    chosen = chosen[:fanout] if depth == 1 else chosen
    names = names_of(memory, [node, *(end for link in chosen for end in (link.source, link.target))])
    links = [
        plain(link) | {"source_name": names[link.source], "target_name": names[link.target]}
        for link in chosen
    ]
    return {"node": node, "name": names[node], "engine": found.engine, "links": links}


def path_document(memory: "Memory", found: "Connection") -> dict[str, Any]:
    """The nodes of a path, the step between each two in the direction it is stored, and which engine found it."""
    nodes = found.nodes
    names = names_of(memory, list(nodes))
    return {
        "nodes": [{"id": node, "name": names[node]} for node in nodes],
        "steps": [_between(memory, one, other) for one, other in pairwise(nodes)],
        "engine": found.engine,
    }


def _between(memory: "Memory", one: "NodeId", other: "NodeId") -> dict[str, Any]:
    """The edge that joins two nodes now, else the mention."""
    joined = [
        edge
        for edge in memory.edges([one])
        if {edge.source, edge.target} == {one, other} and not edge.lifetime.valid_to
    ]
    if joined:
        best = max(joined, key=lambda edge: (edge.weight, edge.id))
        return {
            "relation": best.relation,
            "is_forward": best.source == one,
            "when": when(plain(best.lifetime)),
        }
    return {"relation": MENTIONS, "is_forward": not is_entity(one), "when": ""}


def table_document(table: "CypherTable") -> dict[str, Any]:
    """What a query in Cypher gave."""
    return {"columns": list(table.columns), "rows": plain(table.rows)}
