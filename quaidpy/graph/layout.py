"""Where does each node of a picture go, so that everything can be read?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

_ROUNDS = 60  # of stress majorization; past them nothing moves by a pixel
_PUSHES = 400
_GAP = 14.0  # pixels between two boxes
_SEED = 7

Points = NDArray[np.float64]
"""Centres in pixels, one row (x, y) a node."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its centre, in pixels; y grows downward."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Box", gap: float = 0.0) -> bool:
        return (
            abs(self.x - other.x) * 2 < self.width + other.width + 2 * gap
            and abs(self.y - other.y) * 2 < self.height + other.height + 2 * gap
        )


def place(graph: "nx.Graph[str]", sizes: Mapping[str, tuple[float, float]]) -> dict[str, Box]:
    """Give each node a box so that no two overlap; linked nodes are near each other.

    Args:
        graph: undirected; the edge attribute `length` is the wished distance of two centres in pixels.
        sizes: width and height of each node's box.

    Returns:
        A box a node; the upper left corner of all is (0, 0). The same graph gives the same picture.

    Source: stress majorization, Gansner, Koren, North 2004 (networkx's own needs scipy), component by component.

    """
    parts = [sorted(part) for part in nx.connected_components(graph)]
    placed = [_placed_part(graph.subgraph(part), part, sizes) for part in parts]
    return _packed(sorted(placed, key=lambda boxes: (-_area(boxes), min(boxes))))


def _placed_part(
    graph: Any, names: Sequence[str], sizes: Mapping[str, tuple[float, float]]
) -> dict[str, Box]:
    extents = np.array([sizes[name] for name in names], dtype=float)
    points = _pushed_apart(_least_stress(graph, names), extents)
    return {
        name: Box(float(x), float(y), float(width), float(height))
        for name, (x, y), (width, height) in zip(names, points, extents, strict=True)
    }


def _least_stress(graph: Any, names: Sequence[str]) -> Points:
    """Centres whose distances are as near as can be to the shortest ways through the graph."""
    if len(names) == 1:
        return np.zeros((1, 2))
    wished = _distances(graph, names)
    points = _start(graph, names, float(wished.max()))
    weights = np.divide(1.0, wished**2, out=np.zeros_like(wished), where=wished > 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(_ROUNDS):
        apart = np.linalg.norm(points[:, None] - points[None, :], axis=2)
        ratio = np.divide(weights * wished, apart, out=np.zeros_like(apart), where=apart > 1e-9)
        points = inverse @ ((np.diag(ratio.sum(axis=1)) - ratio) @ points)
    # Pictures are wider than high: lay the longest extent along x.
    centred = points - points.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    turned: Points = centred @ axes.T
    return turned * np.where(turned[0] < 0, -1.0, 1.0)


def _distances(graph: Any, names: Sequence[str]) -> Points:
    number = {name: position for position, name in enumerate(names)}
    found = np.zeros((len(names), len(names)))
    for name, ways in nx.all_pairs_dijkstra_path_length(graph, weight="length"):
        for other, length in ways.items():
            found[number[name], number[other]] = length
    return found


def _start(graph: Any, names: Sequence[str], reach: float) -> Points:
    ordered = nx.Graph()
    ordered.add_nodes_from(names)
    ordered.add_edges_from(sorted((min(ends), max(ends)) for ends in graph.edges))
    at = nx.spring_layout(ordered, seed=_SEED, iterations=40, scale=reach / 2)
    return np.array([at[name] for name in names], dtype=float)


def _pushed_apart(points: Points, extents: Points) -> Points:
    """Move overlapping boxes off each other, each pair along the direction in which the way is shorter."""
    points = points.copy()
    needed = (extents[:, None] + extents[None, :]) / 2 + _GAP
    for _ in range(_PUSHES):
        apart = points[:, None] - points[None, :]
        lacking = needed - np.abs(apart)
        np.fill_diagonal(lacking[:, :, 0], 0.0)
        overlap: NDArray[np.bool_] = np.all(lacking > 0, axis=2)
        if not overlap.any():
            break
        along_x = lacking[:, :, 0] <= lacking[:, :, 1]
        # Equal centres part by their order.
        order = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None, :])
        sign = np.where(apart == 0, order[:, :, None], np.sign(apart))
        push = np.where(overlap[:, :, None], sign * (lacking + 0.5) / 2, 0.0)
        push[:, :, 0] *= along_x
        push[:, :, 1] *= ~along_x
        crowd = np.maximum(overlap.sum(axis=1), 1)[:, None]
        points += push.sum(axis=1) / np.sqrt(crowd)
    return points


def _packed(parts: Sequence[Mapping[str, Box]]) -> dict[str, Box]:
    """Set the parts in rows, the largest first, on a sheet somewhat wider than high."""
    row_width = max(
        math.sqrt(math.fsum(_area(part) for part in parts) * 1.7), max(map(_width, parts), default=0.0)
    )
    boxes: dict[str, Box] = {}
    x = y = row_height = 0.0
    for part in parts:
        if x > 0 and x + _width(part) > row_width:
            x, y, row_height = 0.0, y + row_height + 3 * _GAP, 0.0
        left, top, _, bottom = bounds(part)
        for name, box in part.items():
            boxes[name] = Box(box.x - left + x, box.y - top + y, box.width, box.height)
        x += _width(part) + 3 * _GAP
        row_height = max(row_height, bottom - top)
    return boxes


def bounds(boxes: Mapping[str, Box]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of all boxes together; zeros for none."""
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    return (
        min(box.x - box.width / 2 for box in boxes.values()),
        min(box.y - box.height / 2 for box in boxes.values()),
        max(box.x + box.width / 2 for box in boxes.values()),
        max(box.y + box.height / 2 for box in boxes.values()),
    )


def _width(boxes: Mapping[str, Box]) -> float:
    left, _, right, _ = bounds(boxes)
    return right - left


def _area(boxes: Mapping[str, Box]) -> float:
    left, top, right, bottom = bounds(boxes)
    return (right - left + 3 * _GAP) * (bottom - top + 3 * _GAP)
