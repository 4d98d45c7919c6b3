"""What lies near what we already found? A beam walk over the graph."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from quaidpy.domain.graph.edges import Link
from quaidpy.domain.identity import NodeId
from quaidpy.domain.tuning import GraphTuning


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


Step: TypeAlias = tuple[NodeId, Link]
"""Where a link leads from one of its ends, and the link."""

Steps: TypeAlias = Mapping[NodeId, Sequence[Step]]

Worth = Callable[[Visited, Link, NodeId], float]
"""What a step is worth, 0-1: from where the walk stands, over a link, to a node. A step worth 0 is not taken."""


def walk_from_each(
    seeds: Mapping[NodeId, float], steps: Steps, *, worth: Worth, tuning: GraphTuning
) -> list[Visited]:
    """From every seed by itself, in order of seeds: so one seed may be what another reaches.

    Follows the best links level by level, keeping `beam_width` nodes a level. A candidate scores parent x hop_decay x
    worth; of several ways to it the best counts, never their sum, so that a hub does not win by having many ways.

    Args:
        seeds: nodes and their scores, 0-1; none is part of its own walk's answer.
        steps: from each node over each of its links; may leave out what is worth nothing.
        worth: what the question makes of a step.
        tuning: width, depth and decay.

    Returns:
        For each seed the nodes reached, each once, best first; ties by id.

    """
    return [
        visit
        for seed, score in sorted(seeds.items())
        for visit in _walk(Visited(seed, score, seed), steps, worth, tuning)
    ]


def _walk(seed: Visited, steps: Steps, worth: Worth, tuning: GraphTuning) -> list[Visited]:
    frontier = [seed]
    seen = {seed.node}
    reached: list[Visited] = []
    for _ in range(tuning.beam_depth):
        frontier = _candidates(frontier, steps, seen, worth, tuning.hop_decay)[: tuning.beam_width]
        seen.update(visit.node for visit in frontier)
        reached.extend(frontier)
    return sorted(reached, key=_rank)


def _candidates(
    frontier: Iterable[Visited],
    steps: Steps,
    seen: set[NodeId],
    worth: Worth,
    hop_decay: float,
) -> list[Visited]:
    """The best way to each node not seen before."""
    best: dict[NodeId, Visited] = {}
    for parent in frontier:
        for node, link in steps.get(parent.node, ()):
            if node in seen:
                continue
            score = parent.score * hop_decay * worth(parent, link, node)
            known = best.get(node)
            if score <= 0 or (known is not None and score < known.score):
                continue
            candidate = Visited(node, score, parent.seed, (*parent.path, link))
            if known is None or _way_rank(candidate) < _way_rank(known):
                best[node] = candidate
    return sorted(best.values(), key=_rank)


def _rank(visit: Visited) -> tuple[float, NodeId]:
    return (-visit.score, visit.node)


def _way_rank(visit: Visited) -> tuple[float, list[tuple[NodeId, str, NodeId, float]]]:
    return (-visit.score, [(link.source, link.relation, link.target, -link.weight) for link in visit.path])
