"""Which entities belong together, and which of them is the graph about?"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np

from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import NodeId, is_entity

_SEED = 1  # of the order in which Louvain looks at nodes: the same graph gives the same communities
_DAMPING = 0.85  # of PageRank, as published
_ROUNDS, _NEAR_ENOUGH = 100, 1e-9


@dataclass(frozen=True, slots=True)
class Community:
    """Entities that relate to one another more than to the rest, the most central first; `links` among them."""

    members: tuple[NodeId, ...]
    links: int


def centralities(links: Iterable[Link]) -> dict[NodeId, float]:
    """Of each entity that a link joins to another its share of all attention, most first, ties by id; they sum to 1.

    Source: PageRank, Page, Brin, Motwani, Winograd 1999; links count in both directions, by their weight (networkx's
    own needs scipy).
    """
    graph = _joined(links)
    if not graph:
        return {}
    nodes = list(graph)
    places = {node: place for place, node in enumerate(nodes)}
    ends = [(places[a], places[b], weight) for a, b, weight in graph.edges(data="weight")]
    one, other, weights = (np.array(column) for column in zip(*ends, strict=True))
    sources, targets = np.concatenate([one, other]), np.concatenate([other, one])
    weights = np.concatenate([weights, weights])
    flow = weights / np.bincount(sources, weights, len(nodes))[sources]
    ranks = np.full(len(nodes), 1 / len(nodes))
    for _ in range(_ROUNDS):
        before = ranks
        ranks = (1 - _DAMPING) / len(nodes) + _DAMPING * np.bincount(
            targets, before[sources] * flow, len(nodes)
        )
        if float(np.abs(ranks - before).sum()) < _NEAR_ENOUGH:
            break
    found = zip(nodes, ranks.tolist(), strict=True)
    return dict(sorted(found, key=lambda pair: (-pair[1], pair[0])))


def communities(links: Sequence[Link]) -> list[Community]:
    """All entities that links join, in groups, the largest first, ties by the most central member.

    Source: Blondel, Guillaume, Lambiotte, Lefebvre 2008 (Louvain).
    """
    graph = _joined(links)
    order = {node: place for place, node in enumerate(centralities(links))}
    groups = nx.community.louvain_communities(graph, weight="weight", seed=_SEED) if graph else []
    found = [
        Community(tuple(sorted(group, key=order.__getitem__)), graph.subgraph(group).number_of_edges())
        for group in groups
    ]
    return sorted(found, key=lambda each: (-len(each.members), order[each.members[0]]))


def _joined(links: Iterable[Link]) -> "nx.Graph[NodeId]":
    """Entities and how strongly each two are joined, whatever the relation and its direction."""
    weights: dict[tuple[NodeId, NodeId], list[float]] = {}
    for link in links:
        if link.source != link.target and is_entity(link.source) and is_entity(link.target):
            one, other = sorted((link.source, link.target))
            weights.setdefault((one, other), []).append(link.weight)
    graph: nx.Graph[NodeId] = nx.Graph()
    graph.add_nodes_from(sorted({end for pair in weights for end in pair}))
    for (one, other), several in sorted(weights.items()):
        graph.add_edge(one, other, weight=math.fsum(several))
    return graph
