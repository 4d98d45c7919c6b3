"""How alike are the vectors of a turn and of those said right after it, when that is asked again and again?"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats32 = NDArray[np.float32]
Places = NDArray[np.intp]

NOWHERE = -1
STEPS = 3
"""With itself, the next, the one after that."""
_GROWTH = 1.25


class DotProductCache:
    """Products of rows with rows a few steps on, by the first one's place: made once, until a row is replaced."""

    def __init__(self) -> None:
        self._others = np.full((STEPS, 0), NOWHERE, dtype=np.int32)
        self._products = np.zeros((STEPS, 0), dtype=np.float32)

    def forget(self, places: Places) -> None:
        """What the rows at these places had to do with."""
        within = places[places < self._others.shape[1]]
        self._others[:, within] = NOWHERE
        self._others[np.isin(self._others, within)] = NOWHERE

    def of(
        self, places: Places, others: Places, *, step: int, rows: Callable[[Places], Floats32]
    ) -> Floats32:
        """Of the row at each place with the row at the other place; 0 where there is none of both.

        `step`: how many turns lie between, the same for all. `rows`: those at some places.
        """
        self._make_room(int(places.max(initial=NOWHERE)) + 1)
        are_there = (places != NOWHERE) & (others != NOWHERE)
        fresh = are_there & (self._others[step, places] != others)
        if fresh.any():
            ours, theirs = places[fresh], others[fresh]
            self._products[step, ours] = np.vecdot(rows(ours), rows(theirs))
            self._others[step, ours] = theirs
        return np.where(are_there, self._products[step, places], np.float32(0))

    def _make_room(self, size: int) -> None:
        held = self._others.shape[1]
        if size <= held and held:
            return
        room = max(1, int(size * _GROWTH))
        others = np.full((STEPS, room), NOWHERE, dtype=np.int32)
        products = np.zeros((STEPS, room), dtype=np.float32)
        others[:, :held], products[:, :held] = self._others, self._products
        self._others, self._products = others, products
