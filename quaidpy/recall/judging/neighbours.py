"""How much do the turns right before and after it speak for a turn? Who answers repeats little of what was asked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from quaidpy.domain.identity import NodeId, TurnId, adjacent_turns, is_turn
from quaidpy.recall.judging.scoring import Scored


def with_neighbours(scored: Sequence[Scored], long: Collection[NodeId], *, share: float) -> list[Scored]:
    """The candidates with `share` of their scores that of the better turn beside each, 0 where that is no candidate.

    The best keeps its score, so that scores mean what they meant. A long turn neither lends nor borrows: of a page
    little is about what stands beside it.
    """
    lent = {found.candidate.key: found.score for found in scored if found.candidate.key not in long}
    mixed = [
        (1 - share) * found.score + share * _better_beside(found.candidate.key, lent) for found in scored
    ]
    highest = max(mixed, default=0.0)
    if highest <= 0:
        return list(scored)
    scale = max(found.score for found in scored) / highest
    return [
        replace(found, score=scale * value, parts=(*found.parts, ("neighbours", scale * value - found.score)))
        for found, value in zip(scored, mixed, strict=True)
    ]


def _better_beside(key: NodeId, lent: Mapping[NodeId, float]) -> float:
    if key not in lent or not is_turn(key):
        return 0.0
    return max((lent.get(turn, 0.0) for turn in adjacent_turns(TurnId(key))), default=0.0)
