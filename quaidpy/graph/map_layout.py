"""Where does each node of a map go, so that what belongs together lies together?"""

import math
from collections.abc import Iterable, Mapping, Sequence

import networkx as nx

from quaidpy.domain.identity import NodeId
from quaidpy.graph.layout import place

_MOST_BY_RELATIONS = 150  # past them laying out by relations takes longer than a second
_LINK_LENGTH, _LABEL_HEIGHT, _LETTER = 130.0, 44.0, 7.0  # pixels
_GAP = 26.0  # pixels between two neighbours within a group
_SLACK = 1.3  # how much wider than its discs the whole is: at 1 they touch
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))

Point = tuple[float, float]
"""Pixels from the middle of the map; y grows downward."""


def map_places(
    groups: Sequence[Sequence[NodeId]],
    ends: Iterable[tuple[NodeId, NodeId]],
    names: Mapping[NodeId, str],
) -> Mapping[NodeId, Point]:
    """Few nodes by their relations, so that no two names overlap; many by their groups.

    Args:
        groups: all nodes, each in one group, the largest group and its most central member first.
        ends: the two ends of each relation.
        names: what is written at each node.

    """
    if len(names) > _MOST_BY_RELATIONS:
        return spread(groups)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    graph.add_edges_from(ends, length=_LINK_LENGTH)
    boxes = place(graph, {node: (_LETTER * len(name) + 16, _LABEL_HEIGHT) for node, name in names.items()})
    return {node: (boxes[node].x, boxes[node].y) for node in names}


def spread(groups: Sequence[Sequence[NodeId]]) -> dict[NodeId, Point]:
    """Give each group a disc, the largest in the middle, and each member a place in it, the first in its middle.

    In time that grows with the nodes alone: five thousand take some milliseconds. The same groups give the same map.

    Source: sunflower heads, Vogel 1979, for the members of a disc, and again for the discs by their areas.
    """
    places: dict[NodeId, Point] = {}
    area = 0.0
    for number, group in enumerate(groups):
        radius = _GAP * (math.sqrt(len(group)) + 0.8)
        share = math.pi * radius**2
        distance = math.sqrt((area + share / 2) / math.pi) * _SLACK if number else 0.0
        area += share
        centre_x, centre_y = _turned(distance, number)
        for number_in_group, node in enumerate(group):
            x, y = _turned(_GAP * math.sqrt(number_in_group), number_in_group)
            places[node] = (centre_x + x, centre_y + y)
    return places


def _turned(distance: float, number: int) -> Point:
    return distance * math.cos(number * _GOLDEN_ANGLE), distance * math.sin(number * _GOLDEN_ANGLE)
