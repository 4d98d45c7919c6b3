"""Which relations end when a new one begins? One target at a time on exclusive relations; history stays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.relations import RelationMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Succession:
    """What a new edge does to the others.

    `added` is None when the same triple already holds. `closed`: earlier edges, now ended; of two that begin at the
    same instant nobody can say which came first, and neither ends the other.
    """

    added: Edge | None
    closed: tuple[Edge, ...] = ()


MayEnd: TypeAlias = Callable[[Edge, Edge], bool]
"""Whether the first edge, should it come later, ends the second."""


def _always(_by: Edge, _ended: Edge) -> bool:
    return True


def succeed(
    new: Edge,
    existing: Sequence[Edge],
    relations: RelationMap,
    *,
    now: datetime,
    may_end: MayEnd = _always,
) -> Succession:
    """Fit a new edge among the known, not retracted ones of the same source and relation.

    Also right when old news arrives late: an edge that began before a known one ends where that one begins.
    """
    known = [edge for edge in existing if edge.lifetime.retracted_at is None]
    joined = join(new, known)
    if joined.added is None or not relations.is_exclusive(new.relation):
        return joined
    rivals = [edge for edge in known if edge.target != new.target]
    start = _start(new)
    earlier = [
        edge for edge in rivals if _start(edge) < start and _is_open_at(edge, start) and may_end(new, edge)
    ]
    later = sorted((edge for edge in rivals if _start(edge) > start and may_end(edge, new)), key=_start)
    closed = tuple(replace(e, lifetime=e.lifetime.closed(valid_to=start, now=now)) for e in earlier)
    if later and new.lifetime.valid_to is None:
        new = replace(new, lifetime=new.lifetime.closed(valid_to=_start(later[0]), now=now))
    return Succession(added=new, closed=closed)


def end(new: Edge, existing: Sequence[Edge], *, now: datetime, may_end: MayEnd = _always) -> Succession:
    """Close what is told to be over; where nothing told that it held, the edge is kept as one that has ended."""
    over = new.lifetime.valid_to
    if over is None:
        raise ValueError(f"edge {new.id} is told as over, but not when it ended; give its draft a valid_to")
    same = [edge for edge in existing if edge.lifetime.retracted_at is None and _is_same(edge, new)]
    closed = tuple(
        replace(edge, lifetime=edge.lifetime.closed(valid_to=over, now=now))
        for edge in same
        if _is_open_at(edge, over) and _start(edge) <= over and may_end(new, edge)
    )
    return Succession(added=None if same else new, closed=closed)


def join(new: Edge, existing: Sequence[Edge]) -> Succession:
    """Put a new edge beside the others: it ends none of them."""
    is_known = any(_continues(edge, new) for edge in existing if edge.lifetime.retracted_at is None)
    return Succession(added=None if is_known else new)


def _start(edge: Edge) -> datetime:
    return edge.lifetime.valid_from or edge.lifetime.recorded_at


def _is_open_at(edge: Edge, at: datetime) -> bool:
    return edge.lifetime.valid_to is None or edge.lifetime.valid_to > at


def _continues(edge: Edge, new: Edge) -> bool:
    """The same triple, and the new statement falls into the time it is known to hold."""
    return _is_same(edge, new) and _start(edge) <= _start(new) and _is_open_at(edge, _start(new))


def _is_same(edge: Edge, other: Edge) -> bool:
    return (edge.source, edge.relation, edge.target) == (other.source, other.relation, other.target)
