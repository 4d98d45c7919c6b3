"""How do other programs get the graph? GraphML for graph tools, node-link JSON for everything else."""

import io
import json
from collections.abc import Iterable, Mapping
from datetime import datetime

import networkx as nx

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity


def to_graphml(entities: Iterable[Entity], edges: Iterable[Edge]) -> str:
    """A directed multigraph as GraphML; an absent value is an absent attribute. The same input gives the same text."""
    written = io.BytesIO()
    nx.write_graphml(_graph(entities, edges), written, encoding="utf-8", named_key_ids=True)
    return written.getvalue().decode("utf-8")


def to_json(entities: Iterable[Entity], edges: Iterable[Edge]) -> str:
    """Node-link JSON (`nodes`, `edges` with `source`, `target` and `key`), as networkx.node_link_graph reads it."""
    return json.dumps(nx.node_link_data(_graph(entities, edges), edges="edges"), ensure_ascii=False, indent=2)


def _graph(entities: Iterable[Entity], edges: Iterable[Edge]) -> "nx.MultiDiGraph[str]":
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for entity in entities:
        aliases = "; ".join(entity.aliases) or None
        told = {"kind": "entity", "type": entity.type.value, "name": entity.name, "aliases": aliases}
        graph.add_node(entity.id, **_known(told))
    for edge in edges:
        graph.add_edge(edge.source, edge.target, key=edge.id, **_known(_of_edge(edge)))
    return graph


def _of_edge(edge: Edge) -> dict[str, str | float | None]:
    times = edge.lifetime
    return {
        "relation": edge.relation,
        "weight": edge.weight,
        "confidence": edge.confidence,
        "memory": edge.memory,
        "valid_from": _written(times.valid_from),
        "valid_to": _written(times.valid_to),
        "recorded_at": _written(times.recorded_at),
        "retracted_at": _written(times.retracted_at),
        "closed_at": _written(times.closed_at),
    }


def _known(values: Mapping[str, str | float | None]) -> dict[str, str | float]:
    # GraphML knows no null.
    known = {name: value for name, value in values.items() if value is not None}
    return {name: _printable(value) if isinstance(value, str) else value for name, value in known.items()}


def _written(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _printable(text: str) -> str:
    # XML has no place for control characters, not even escaped.
    return "".join(letter if letter >= " " or letter in "\t\n" else " " for letter in text)
