"""How does something stop being true? Its interval is closed; nothing is deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.identity import EdgeId
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory, Status


def start_of(edge: Edge) -> datetime:
    return edge.lifetime.valid_from or edge.lifetime.recorded_at


def closed_edge(edge: Edge, *, at: datetime, now: datetime) -> Edge:
    return replace(edge, lifetime=edge.lifetime.closed(valid_to=at, now=now))


def ended_memory(memory: Memory, by: Memory | None, *, at: datetime, now: datetime) -> Memory:
    """History from then on, with what took its place."""
    return replace(
        memory,
        status=Status.SUPERSEDED,
        superseded_by=by.id if by else memory.superseded_by,
        lifetime=memory.lifetime.closed(valid_to=at, now=now),
    )


def archived(memory: Memory, now: datetime) -> Memory:
    """Out of recall, as by `quaid forget`; undo brings it back."""
    return replace(memory, status=Status.ARCHIVED, lifetime=memory.lifetime.retracted(now))


def memories_that_end(
    memories: Sequence[Memory],
    edges: Sequence[Edge],
    ended: Mapping[EdgeId, tuple[datetime, Memory | None]],
    now: datetime,
) -> list[Memory]:
    """Of the memories those whose every relation has ended now; `ended`: edge id → when, and what took its place.

    Args:
        memories: that state some of the ended edges.
        edges: all that these memories state.
        ended: what ends tonight.
        now: when we learn of it.

    """
    found = []
    for memory in memories:
        own = [edge for edge in edges if edge.memory == memory.id and edge.lifetime.retracted_at is None]
        is_over = all(edge.id in ended or edge.lifetime.valid_to is not None for edge in own)
        last = max(
            (ended[edge.id] for edge in own if edge.id in ended), key=lambda each: each[0], default=None
        )
        if (
            is_over
            and last is not None
            and memory.status in LIVE_STATUSES
            and memory.lifetime.valid_to is None
        ):
            found.append(ended_memory(memory, last[1], at=last[0], now=now))
    return found
