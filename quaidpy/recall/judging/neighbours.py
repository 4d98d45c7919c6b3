"""How much do the turns right before and after it speak for a turn? Who answers repeats little of what was asked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.identity import NodeId, TurnId, adjacent_turns, is_turn
from quaidpy.recall.judging.scoring import Scored


def with_neighbours(scored: Sequence[Scored], long: Collection[NodeId], *, share: float) -> list[Scored]:
    """The candidates; where the turn beside one scores more, it is raised by `share` of what it lacks of that.

    Nothing falls: what stands alone is cut off no sooner than before. A long turn neither lends nor borrows: of a page
    little is about what stands beside it.
    """
    lent = {found.candidate.key: found.score for found in scored if found.candidate.key not in long}
    return [
        _raised(found, share * (_better_beside(found.candidate.key, lent) - found.score)) for found in scored
    ]


def _raised(found: Scored, lacking: float) -> Scored:
    if lacking <= 0:
        return found
    return replace(found, score=found.score + lacking, parts=(*found.parts, ("neighbours", lacking)))


def _better_beside(key: NodeId, lent: Mapping[NodeId, float]) -> float:
    if key not in lent or not is_turn(key):
        return 0.0
    return max((lent.get(turn, 0.0) for turn in adjacent_turns(TurnId(key))), default=0.0)
