"""Which nodes does the walk reach, and which had to stay behind because a level was too crowded?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.graph.beam import Regrade, Steps, Visited, Worth, walk_from_each
from quaidpy.domain.graph.edges import Neighbourhood
from quaidpy.domain.identity import NodeId
from quaidpy.domain.tuning import GraphTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """All that a walk needs, so that it can be taken again.

    `steps`: those that may be worth something. `texts`: of the turns and memories it may come by. `relevances`: of the
    candidates before any walk.
    """

    seeds: Mapping[NodeId, float]
    around: Neighbourhood
    steps: Steps
    worth: Worth
    texts: Mapping[NodeId, str]
    relevances: Mapping[NodeId, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """What was reached, and of the levels that overflowed the best that were looked at, best first, each once."""

    ground: Ground
    visited: Sequence[Visited]
    crowded: Sequence[Visited]


def take(ground: Ground, tuning: GraphTuning, regrade: Regrade | None = None) -> Walked:
    """From each seed by itself: the best may speak for each other."""
    crowded: dict[NodeId, Visited] = {}

    def noted(visits: Sequence[Visited]) -> Mapping[NodeId, float]:
        for visit in visits:
            known = crowded.get(visit.node)
            if known is None or visit.score > known.score:
                crowded[visit.node] = visit
        return regrade(visits) if regrade else {}

    visited = walk_from_each(ground.seeds, ground.steps, worth=ground.worth, tuning=tuning, regrade=noted)
    ordered = sorted(crowded.values(), key=lambda visit: (-visit.score, visit.node))
    return Walked(ground=ground, visited=visited, crowded=ordered)
