"""Which vectors of one corpus lie nearest, when all of them are in memory?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quaidpy.ports.embedding import Vector
from quaidpy.storage.memory.dot_products import NOWHERE, DotProductCache
from quaidpy.storage.memory.places import PlacesByNumber
from quaidpy.storage.memory.quantized_vectors import Floats, Positions, QuantizedVectors

Numbers = NDArray[np.int64]
Places = NDArray[np.int32]
Precision = type[np.float32] | type[np.float16]
PRECISIONS: tuple[Precision, ...] = (np.float32, np.float16)
"""The best first."""

_GONE = -1  # in place of the number of a row that was dropped
_BLOCK = 1024  # rows gathered at a time: they stay in the processor's cache
_FAR_APART = 8
"""Numbers a row, mostly of other owners of a server, from which on no array has a place for each number."""
_CODED = 4096  # rows coded at a time, for the same reason
_GROWTH = 1.25  # room made for rows to come, so that a write a recall does not copy everything


def unit(vector: "Vector[float]") -> NDArray[np.float32]:
    """Of length 1."""
    given = np.frombuffer(vector, dtype=np.float32)
    return given / np.linalg.norm(given)


@dataclass(frozen=True, slots=True)
class Near:
    """`numbers` of rows found, best first, and the approximate cosine below which rows may be missing."""

    numbers: Numbers
    complete_above: float


class InMemoryVectors:
    """Unit vectors by the number of their node; one reader or writer at a time.

    Up to `codes_from_rows` rows every row is compared, past it those that two bits a dimension point out. Whole numbers
    (float32) are kept, or halves (float16) where memory is short: then cosines are good to 2e-4 only, `tolerance`.
    """

    EXACT = 2e-6  # how far float32 sums of unit vectors may be off

    def __init__(self, dimension: int, *, dtype: Precision, codes_from_rows: int) -> None:
        self._codes_from_rows = codes_from_rows
        self._numbers: Numbers = np.empty(0, dtype=np.int64)
        self._rows: Floats = np.empty((0, dimension), dtype=dtype)
        self._codes: QuantizedVectors | None = None
        self._known = DotProductCache()
        self._asked = b""  # the last question compared with all rows, and its products
        self._answered: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self._size = 0
        self._place: Places | None = None  # by number
        self._far: PlacesByNumber | None = None  # instead, of numbers far apart
        self._here: Positions = np.empty(0, dtype=np.intp)  # the rows that it has
        self.tolerance = self.EXACT if dtype is np.float32 else 2e-4

    @property
    def size(self) -> int:
        return self._size

    def make_room(self, size: int) -> None:
        """For so many rows in all, so that adding them copies nothing."""
        held, rows = self._numbers, self._rows
        self._numbers = np.empty(size, dtype=np.int64)
        self._rows = np.empty((size, rows.shape[1]), dtype=rows.dtype)
        self._numbers[: self._size] = held[: self._size]
        self._rows[: self._size] = rows[: self._size]
        if self._codes is not None:
            self._codes.make_room(size)

    def put(self, numbers: Numbers, vectors: NDArray[np.float32]) -> None:
        """Add rows, or replace those that are there. Numbers do not repeat."""
        lengths = np.linalg.norm(vectors, axis=1)
        self.tolerance = max(self.tolerance, 2 * float(np.abs(lengths - 1).max(initial=0.0)))
        places = self._places(numbers)
        is_known = places >= 0
        if is_known.any():
            self._replace(places[is_known], vectors[is_known])
        if not is_known.all():
            self._append(numbers[~is_known], vectors[~is_known])

    def drop(self, numbers: Numbers) -> None:
        """Rows that are gone: like nothing from now on, and named by no node."""
        places = self._places(numbers)
        places = places[places >= 0]
        self._replace(places, np.zeros((places.size, self._rows.shape[1]), dtype=np.float32))
        self._numbers[places] = _GONE

    def exact_rows(self, numbers: Numbers) -> NDArray[np.float32] | None:
        """The vectors as they were put, by number; None where only halves are kept, or one is not here."""
        places = self._places(numbers)
        if self._rows.dtype != np.float32 or (places < 0).any():
            return None
        return self._rows_at(places)

    def places_of(self, numbers: Numbers) -> Positions | None:
        """Where the row of each number is, for `products` and `products_between`; None where only halves are kept."""
        return self._places(numbers) if self._rows.dtype == np.float32 else None

    def products(self, query: NDArray[np.float32], places: Positions) -> NDArray[np.float32]:
        """With the row at each place; 0 where there is none."""
        if self._asked == query.tobytes() and self._answered.size == self._size > 0:
            return np.where(places == NOWHERE, np.float32(0), self._answered[places])
        found = np.zeros(places.size, dtype=np.float32)
        is_there = places != NOWHERE  # what lies past the last row was never written, and may be no number
        distinct, beside = np.unique(places[is_there], return_inverse=True)
        found[is_there] = np.vecdot(self._rows_at(distinct), query)[beside]
        return found

    def products_between(self, places: Positions, others: Positions, *, step: int) -> NDArray[np.float32]:
        """See DotProductCache.of."""
        return self._known.of(places, others, step=step, rows=self._rows_at)

    def _rows_at(self, places: Positions) -> NDArray[np.float32]:
        """As they were put; only for whole numbers."""
        rows: NDArray[np.float32] = self._rows.take(places, axis=0)
        return rows

    def nearest(self, query: NDArray[np.float32], count: int, *, among: Numbers | None = None) -> Near:
        """The `count` best of all rows, or of those named; by approximate cosine."""
        places = self._considered(query, count, among)
        cosines = self._cosines(query, places)
        floor = -np.inf
        best = np.arange(cosines.size)
        if cosines.size > count:
            reached = cosines.size - count - 1
            best = (cosines >= np.partition(cosines, reached)[reached]).nonzero()[0]
        best = best[(-cosines[best]).argsort(kind="stable")]
        if cosines.size > count:
            floor = float(cosines[best[count]])
            best = best[:count]
        numbers = self._numbers[best if places is None else places[best]]
        return Near(numbers[numbers != _GONE], floor)

    def _cosines(self, query: NDArray[np.float32], places: Positions | None) -> NDArray[np.float32]:
        # vecdot takes one core; a product by BLAS starts threads, which cost ten times more than they save here.
        if places is None and self._rows.dtype == np.float32:
            whole: NDArray[np.float32] = np.vecdot(self._rows[: self._size], query)
            self._asked, self._answered = query.tobytes(), whole
            return whole
        chosen = np.arange(self._size) if places is None else places
        cosines = np.empty(chosen.size, dtype=np.float32)
        for start in range(0, chosen.size, _BLOCK):
            rows = self._rows.take(chosen[start : start + _BLOCK], axis=0).astype(np.float32, copy=False)
            cosines[start : start + _BLOCK] = np.vecdot(rows, query)
        return cosines

    def _considered(self, query: NDArray[np.float32], count: int, among: Numbers | None) -> Positions | None:
        places = None if among is None else self._places(among)
        if places is not None:
            places = np.sort(places[places >= 0])
        if (self._size if places is None else places.size) <= self._codes_from_rows:
            return places
        if self._codes is None:
            self._codes = QuantizedVectors(self._rows.shape[1])
            self._codes.make_room(self._numbers.size)
            self._code(np.arange(self._size))
        return self._codes.shortlist(query, count, self._size if places is None else places)

    def _places(self, numbers: Numbers) -> Positions:
        """Where each number's row is; -1 for none."""
        if self._size == 0:
            return np.full(numbers.size, -1, dtype=np.intp)
        known = self._numbers[: self._size]
        is_new = self._place is None and self._far is None
        if self._far is not None or (is_new and int(known.max()) > _FAR_APART * (self._size + _CODED)):
            return self._far_places(known, numbers)
        if self._place is None:
            self._place = np.full(max(1, int(known.max()) + 1), -1, dtype=np.int32)
            self._place[known] = np.arange(self._size, dtype=np.int32)
        found = self._place[np.minimum(numbers, self._place.size - 1)].astype(np.intp)
        return np.where((known[found] == numbers) & (numbers != _GONE), found, -1)

    def _far_places(self, known: Numbers, numbers: Numbers) -> Positions:
        """The same, where an array by number would be mostly of rows of others."""
        if self._far is None:
            self._far = PlacesByNumber()
            self._here = np.flatnonzero(known != _GONE)
            self._far.added(known[self._here])
        places = self._far.of(numbers)
        found = self._here[places] if self._here.size else places
        return np.where((places >= 0) & (known[found] == numbers) & (numbers != _GONE), found, -1)

    def _replace(self, places: Positions, vectors: NDArray[np.float32]) -> None:
        self._rows[places] = vectors
        self._known.forget(places)
        self._asked = b""
        self._code(places)

    def _append(self, numbers: Numbers, vectors: NDArray[np.float32]) -> None:
        size = self._size + numbers.size
        if size > self._numbers.size:
            self.make_room(max(size, int(self._numbers.size * _GROWTH)))
        self._numbers[self._size : size] = numbers
        self._rows[self._size : size] = vectors
        self._code(np.arange(self._size, size))
        self._size, self._place, self._far = size, None, None

    def _code(self, places: Positions) -> None:
        if self._codes is not None:
            for start in range(0, places.size, _CODED):
                part = places[start : start + _CODED]
                self._codes.put(part, self._rows.take(part, axis=0))
