"""What lies near what we already found? A beam walk over the graph."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from quaidpy.domain.edges import Link, Neighbourhood
from quaidpy.domain.identity import NodeId
from quaidpy.domain.tuning import GraphTuning

UNKNOWN_SELECTIVITY = 0.5  # of a relation that the map does not grade: neither telling nor idle


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearings:
    """What the question says about where to go; all values 0-1.

    `node_scores`: known similarity of nodes to the question; a node that is not in it counts 0.
    `alignment`: how well each relation fits the intent; a relation that is not in it counts 0.
    `selectivity`: how telling each relation is in itself; `UNKNOWN_SELECTIVITY` when it is not in it.
    """

    node_scores: Mapping[NodeId, float] = field(default_factory=dict[NodeId, float])
    alignment: Mapping[str, float] = field(default_factory=dict[str, float])
    selectivity: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Visited:
    """A node that the walk reached.

    `score`: never above the score of the seed it came from. `path`: the links walked, seed first; a link keeps its
    stored direction, so a step may go against it. `hops` is the length of the path.
    """

    node: NodeId
    score: float
    seed: NodeId
    path: tuple[Link, ...] = ()

    @property
    def hops(self) -> int:
        return len(self.path)


Regrade = Callable[[Sequence[Visited]], Mapping[NodeId, float]]
"""New scores (0-1) for the best candidates of a level that overflows; those left out of the answer keep theirs."""


def walk(
    seeds: Mapping[NodeId, float],
    around: Neighbourhood,
    *,
    bearings: Bearings,
    tuning: GraphTuning,
    regrade: Regrade | None = None,
) -> list[Visited]:
    """Follow the best links from the seeds, level by level, keeping `beam_width` nodes a level.

    A candidate scores parent x hop_decay x edge score; of several ways to it the best counts, never their sum, so that
    a hub does not win by having many ways.

    Args:
        seeds: nodes and their scores, 0-1; they are where the walk starts and never part of its answer.
        around: links that the walk may use; its degrees damp the relations of well-connected nodes.
        bearings: what the question says about nodes and relations.
        tuning: width, depth, decay and the four shares.
        regrade: asked once a level, only when more candidates than `beam_width` were found, about the best 2 x width.

    Returns:
        The nodes reached, each once, best first; ties by id.

    """
    scale = _Scale(bearings=bearings, degrees=dict(around.degrees), tuning=tuning)
    steps = _steps_by_node(around.links)
    frontier = [Visited(node, score, node) for node, score in sorted(seeds.items())]
    seen = set(seeds)
    reached: list[Visited] = []
    for _ in range(tuning.beam_depth):
        candidates = _candidates(frontier, steps, seen, scale)
        frontier = _kept(candidates, tuning.beam_width, regrade)
        seen.update(visit.node for visit in frontier)
        reached.extend(frontier)
    return sorted(reached, key=_rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    bearings: Bearings
    degrees: Mapping[NodeId, int]
    tuning: GraphTuning

    def edge_score(self, link: Link, to: NodeId) -> float:
        """0-1 when the shares sum to 1."""
        shares, bearings = self.tuning, self.bearings
        return math.fsum(
            (
                shares.edge_share * link.weight,
                shares.node_share * bearings.node_scores.get(to, 0.0),
                shares.intent_share * bearings.alignment.get(link.relation, 0.0),
                shares.selectivity_share * self._selectivity(link),
            )
        )

    def _selectivity(self, link: Link) -> float:
        crowd = max(self.degrees.get(link.source, 1), self.degrees.get(link.target, 1), 1)
        return self.bearings.selectivity.get(link.relation, UNKNOWN_SELECTIVITY) / (1 + math.log2(crowd))


_Step = tuple[NodeId, Link]


def _steps_by_node(links: Iterable[Link]) -> dict[NodeId, list[_Step]]:
    steps: dict[NodeId, list[_Step]] = {}
    for link in links:
        steps.setdefault(link.source, []).append((link.target, link))
        steps.setdefault(link.target, []).append((link.source, link))
    return steps


def _candidates(
    frontier: Iterable[Visited], steps: Mapping[NodeId, Sequence[_Step]], seen: set[NodeId], scale: _Scale
) -> list[Visited]:
    """The best way to each node not seen before."""
    best: dict[NodeId, Visited] = {}
    for parent in frontier:
        for node, link in steps.get(parent.node, ()):
            if node in seen:
                continue
            score = parent.score * scale.tuning.hop_decay * scale.edge_score(link, node)
            candidate = Visited(node, score, parent.seed, (*parent.path, link))
            known = best.get(node)
            if known is None or _way_rank(candidate) < _way_rank(known):
                best[node] = candidate
    return sorted(best.values(), key=_rank)


def _kept(candidates: Sequence[Visited], width: int, regrade: Regrade | None) -> list[Visited]:
    if regrade is None or len(candidates) <= width:
        return list(candidates[:width])
    shortlist = candidates[: 2 * width]
    grades = regrade(shortlist)
    graded = [replace(visit, score=grades.get(visit.node, visit.score)) for visit in shortlist]
    return sorted(graded, key=_rank)[:width]


def _rank(visit: Visited) -> tuple[float, NodeId]:
    return (-visit.score, visit.node)


def _way_rank(visit: Visited) -> tuple[float, list[tuple[NodeId, str, NodeId]]]:
    return (-visit.score, [(link.source, link.relation, link.target) for link in visit.path])
