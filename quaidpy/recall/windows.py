"""What does a turn mean together with its neighbours? A question and its answer are found as one."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

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
    pool = sorted(TurnId(turn) for turn in set(turns))
    around = sorted({*pool, *(near for turn in pool for near in adjacent_turns(turn))})
    vectors = {node: np.frombuffer(v, dtype=np.float32) for node, v in search.vectors(owner, around).items()}
    query = np.frombuffer(vector, dtype=np.float32)
    return [
        Hit(turn, _window_cosine(vectors[turn], _beside(turn, vectors), query, share))
        for turn in pool
        if turn in vectors
    ]


def _beside(turn: TurnId, vectors: dict[NodeId, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    return [vectors[near] for near in adjacent_turns(turn) if near in vectors]


def _window_cosine(
    own: NDArray[np.float32], beside: Sequence[NDArray[np.float32]], query: NDArray[np.float32], share: float
) -> float:
    window = own + share * np.sum(beside, axis=0) if beside else own
    return float(window @ query / np.linalg.norm(window))
