"""Which way leads from one node to another?"""

from collections.abc import Callable, Mapping, Sequence

from quaidpy.domain.identity import NodeId

Neighbours = Callable[[Sequence[NodeId]], Mapping[NodeId, Sequence[NodeId]]]
"""Nodes one step from each of the given ones, in any order; nodes without neighbours may be left out."""


def shortest_path(source: NodeId, target: NodeId, *, max_steps: int, neighbours: Neighbours) -> list[NodeId]:
    """One shortest path of at most `max_steps` steps, both ends included; of several, the smallest by ids.

    Asks `neighbours` once a level. Empty when there is none; a node's path to itself is the node alone.
    """
    if source == target:
        return [source]
    came_from: dict[NodeId, NodeId] = {source: source}
    frontier = [source]
    for _ in range(max_steps):
        found = neighbours(frontier)
        frontier = _next_level(frontier, found, came_from)
        if target in came_from:
            return _traced(target, came_from)
        if not frontier:
            break
    return []


def _next_level(
    frontier: Sequence[NodeId], found: Mapping[NodeId, Sequence[NodeId]], came_from: dict[NodeId, NodeId]
) -> list[NodeId]:
    # The frontier is in the order of the smallest path to each node, so the first parent that reaches a node gives
    # the smallest path to it, and (parent, id) is again that order.
    level: list[NodeId] = []
    for parent in frontier:
        for node in sorted(found.get(parent, ())):
            if node not in came_from:
                came_from[node] = parent
                level.append(node)
    return level


def _traced(target: NodeId, came_from: Mapping[NodeId, NodeId]) -> list[NodeId]:
    path = [target]
    while came_from[path[-1]] != path[-1]:
        path.append(came_from[path[-1]])
    return path[::-1]
