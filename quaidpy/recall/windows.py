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
    around = search.surroundings(owner, list(dict.fromkeys(map(TurnId, turns))))
    if around is None or not around.turns:
        return {}
    query = np.frombuffer(vector, dtype=np.float32)
    windows = around.own + np.float32(share) * (around.before + around.after)
    cosines = np.vecdot(windows, query) / np.sqrt(np.vecdot(windows, windows))
    return dict(zip(around.turns, cosines.tolist(), strict=True))
