"""What does a turn mean together with its neighbours? A question and its answer are found as one."""

from collections.abc import Iterable

import numpy as np

from quaidpy.domain.identity import NodeId, Owner, TurnId
from quaidpy.ports import SearchIndex, Vector


def mean_near(
    vector: "Vector[float]", turns: Iterable[NodeId], owner: Owner, search: SearchIndex, share: float
) -> dict[NodeId, float]:
    """Each turn and the cosine of its vector, with `share` of each neighbour's added, to the question's.

    Nothing is embedded twice: neighbours follow from the ids, and their vectors are read. Turns without a vector are
    left out.
    """
    around = search.surroundings(vector, owner, list(dict.fromkeys(map(TurnId, turns))))
    if around is None or not around.turns:
        return {}
    # A window is a sum of three vectors: its product with the question and its length follow from theirs.
    shares = np.array([1.0, share, share])
    squares = np.einsum("i,nij,j->n", shares, around.to_each_other.astype(np.float64), shares)
    cosines = np.vecdot(around.to_question.astype(np.float64), shares) / np.sqrt(squares)
    return dict(zip(around.turns, cosines.tolist(), strict=True))
