"""Which edges are there at all, by the graph engine?"""

from collections.abc import Sequence
from typing import Any

from quaidpy.domain.graph.edges import Edge, Neighbourhood
from quaidpy.domain.identity import Owner
from quaidpy.graph.kuzu.engine import GraphSession
from quaidpy.graph.kuzu.schema import EDGE_COLUMNS
from quaidpy.storage.memory.link_arrays import Row
from quaidpy.storage.memory.links import links_of
from quaidpy.storage.sql.rows import edge_of

# Times are fixed-width text in UTC, so that they compare as in SQLite.
_HOLDS = """e.recorded_at <= $now AND (e.retracted_at IS NULL OR e.retracted_at > $now)
AND (e.valid_from IS NULL OR e.valid_from <= $now)
AND (e.valid_to IS NULL OR e.valid_to > $now OR e.closed_at > $now)"""

_FROM_TO = "MATCH (a:Node)-[e:Edge]->(b:Node)"
_RELATIONS = f"{_FROM_TO} WHERE {_HOLDS} RETURN a.id, e.relation, b.id, e.weight"
_ENDS = {"source": "a.id", "target": "b.id"}
_EDGES = f"{_FROM_TO} RETURN " + ", ".join(_ENDS.get(column, f"e.{column}") for column in EDGE_COLUMNS)


def all_relations(session: GraphSession, *, now: str, timeout_s: float) -> Neighbourhood:
    """All edges that hold now: what a table of columns is read for best."""
    rows = session.read(_RELATIONS, {"now": now}, timeout_s=timeout_s)
    return Neighbourhood(links=links_of(map(_row, rows)), degrees=(), engine=session.engine)


def all_edges(session: GraphSession, owner: Owner, *, timeout_s: float) -> tuple[Edge, ...]:
    """By id, history included."""
    rows = session.read(_EDGES, {}, timeout_s=timeout_s)
    rows.sort(key=lambda row: str(row[0]))
    return tuple(edge_of(owner, dict(zip(EDGE_COLUMNS, row, strict=True))) for row in rows)


def _row(values: Sequence[Any]) -> Row:
    source, relation, target, weight = values
    return (source, relation, target, weight)
