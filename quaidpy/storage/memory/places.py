"""At which place in memory is the row of each number, when numbers of others lie between?

An array by number would have room for all rows of a server, and not for those of one owner.
"""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Positions = NDArray[np.intp]

NO_PLACE = -1


class PlacesByNumber:
    """Places from 0 on, in the order in which numbers came; a number keeps its place."""

    def __init__(self) -> None:
        self._ascending: Numbers = np.empty(0, dtype=np.int64)
        self._places: Positions = np.empty(0, dtype=np.intp)
        self._numbers: Numbers = np.empty(0, dtype=np.int64)  # by place

    def of(self, numbers: Numbers) -> Positions:
        """In the order asked; NO_PLACE for what is not here."""
        if self._ascending.size == 0:
            return np.full(numbers.size, NO_PLACE, dtype=np.intp)
        found = np.minimum(self._ascending.searchsorted(numbers), self._ascending.size - 1)
        return np.where(self._ascending[found] == numbers, self._places[found], NO_PLACE)

    def added(self, numbers: Numbers) -> Positions:
        """The same, with places for those that have none yet. Numbers do not repeat."""
        fresh = numbers[self.of(numbers) == NO_PLACE]
        if fresh.size:
            order = fresh.argsort(kind="stable")
            beside = self._ascending.searchsorted(fresh[order])
            self._ascending = np.insert(self._ascending, beside, fresh[order])
            self._places = np.insert(self._places, beside, order + self._numbers.size)
            self._numbers = np.concatenate([self._numbers, fresh])
        return self.of(numbers)

    def numbers(self, places: Positions) -> Numbers:
        found: Numbers = self._numbers[places]
        return found
