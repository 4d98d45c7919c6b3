"""What does a turn mean together with its neighbours? A question and its answer are found as one."""

from collections.abc import Collection, Iterable, Mapping
from typing import cast

import numpy as np

from quaidpy.domain.identity import NodeId, Owner, TurnId, adjacent_turns, episode_of
from quaidpy.ports.embedding import Vector
from quaidpy.ports.search import SearchIndex


def mean_near(
    vector: "Vector[float]", turns: Collection[NodeId], owner: Owner, search: SearchIndex, share: float
) -> dict[NodeId, float]:
    """Each turn and the cosine of its vector, with `share` of each neighbour's added, to the question's.

    `turns` do not repeat.
    Nothing is embedded twice: neighbours follow from the ids, and their vectors are read. Turns without a vector are
    left out.
    """
    around = search.surroundings(vector, owner, cast("list[TurnId]", list(turns)))
    if around is None or not around.turns:
        return {}
    # A window is a sum of three vectors: its product with the question and its length follow from theirs.
    shares = np.array([1.0, share, share])
    squares = np.einsum("i,nij,j->n", shares, around.to_each_other.astype(np.float64), shares)
    cosines = np.vecdot(around.to_question.astype(np.float64), shares) / np.sqrt(squares)
    return dict(zip(around.turns, cosines.tolist(), strict=True))


def own_shares(turns: Iterable[NodeId], owner: Owner, search: SearchIndex) -> dict[NodeId, float]:
    """Of the turns that stand beside longer ones, by what share (under 1) their window still tells of themselves.

    A short remark between two essays has a window of essays. By stored passages; a turn that was not cut is one.
    """
    found = list(turns)
    lengths = search.turns_with_passages(owner, (episode_of(TurnId(turn)) for turn in found))
    if not lengths:
        return {}
    with_long = set(map(episode_of, lengths))
    around = {
        TurnId(turn): adjacent_turns(TurnId(turn))
        for turn in sorted(found)
        if episode_of(TurnId(turn)) in with_long
    }
    shares: dict[NodeId, float] = {
        turn: lengths.get(turn, 1) * len(beside) / sum(lengths.get(near, 1) for near in beside)
        for turn, beside in around.items()
        if beside
    }
    return {turn: share for turn, share in shares.items() if share < 1}


def for_their_own(
    windows: Mapping[NodeId, float], alone: Mapping[NodeId, float], shares: Mapping[NodeId, float]
) -> dict[NodeId, float]:
    """Scores of windows, of which only `shares` are left; the rest is how well the turn answers alone."""
    mixed = {
        turn: share * windows.get(turn, 0.0) + (1 - share) * alone.get(turn, 0.0)
        for turn, share in shares.items()
    }
    return {**windows, **{turn: score for turn, score in mixed.items() if score > 0}}
