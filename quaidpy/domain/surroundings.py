"""How do the vectors of turns said in a row lie to a question, and to each other?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quaidpy.domain.identity import TurnId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How the vectors of turns, and of those said right before and after them, lie to a question's and to each other.

    `to_question`: a row of three products a turn, its own, before, after, with the question's at length 1.
    `to_each_other`: the nine products of the three with the three. 0 for a neighbour not there or without a vector.
    """

    turns: Sequence[TurnId]
    to_question: "NDArray[np.float32]"
    to_each_other: "NDArray[np.float32]"
