"""What does a turn mean together with its neighbours? A question and its answer are found as one."""

from collections.abc import Iterable

import numpy as np

from quaidpy.domain.identity import NodeId, Owner, TurnId, adjacent_turns
from quaidpy.domain.queries import Hit
from quaidpy.ports import SearchIndex, Vector


def mean_near(
    vector: "Vector[float]", turns: Iterable[NodeId], owner: Owner, search: SearchIndex, share: float
) -> list[Hit]:
    """Each turn by the cosine of its vector, with `share` of each neighbour's added, to the question's.

    Nothing is embedded twice: neighbours follow from the ids, and their vectors are read. Turns without a vector are
    left out.
    """
    beside = {turn: adjacent_turns(turn) for turn in sorted(TurnId(turn) for turn in set(turns))}
    around = sorted({*beside, *(near for both in beside.values() for near in both)})
    vectors = search.vectors(owner, around)
    pool = [turn for turn in beside if turn in vectors]
    if not pool:
        return []
    query = np.frombuffer(vector, dtype=np.float32)
    place = {node: number for number, node in enumerate(vectors)}
    nothing = len(place)  # a row of zeros stands for a neighbour that is not there
    stacked = np.frombuffer(b"".join([*vectors.values(), bytes(query.nbytes)]), dtype=np.float32)
    rows = stacked.reshape(nothing + 1, query.size)
    near = np.full((2, len(pool)), nothing)
    for column, turn in enumerate(pool):
        for side, other in enumerate(beside[turn]):
            near[side, column] = place.get(other, nothing)
    windows = rows[[place[turn] for turn in pool]] + np.float32(share) * (rows[near[0]] + rows[near[1]])
    cosines = np.vecdot(windows, query) / np.sqrt(np.vecdot(windows, windows))
    return [Hit(turn, cosine) for turn, cosine in zip(pool, cosines.tolist(), strict=True)]
