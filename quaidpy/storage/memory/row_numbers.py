"""Which small number stands for a row whose own may be anywhere? Arrays by number have room for rows of one owner."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


class RowNumbers:
    """Numbers from 0 on, in the order in which rows were met first; a row keeps its number."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}
        self._own: NDArray[np.int64] = np.empty(0, dtype=np.int64)

    def small(self, own: int) -> int:
        return self._known.setdefault(own, len(self._known))

    def known(self, own: Iterable[int]) -> list[int]:
        """Of those that were met before."""
        return [self._known[each] for each in own if each in self._known]

    def own(self, small: NDArray[np.integer]) -> NDArray[np.int64]:
        if self._own.size < len(self._known):
            self._own = np.fromiter(self._known, dtype=np.int64, count=len(self._known))
        found: NDArray[np.int64] = self._own[small]
        return found
