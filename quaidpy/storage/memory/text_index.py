"""Which rows of a text index have these words, by BM25, when all of its words are in memory?

The same arithmetic as FTS5's bm25 in the same order, so that scores are equal to the last bit. A row is known by its
number; a word by a key: what the vocabulary calls it, or of two words in a row both, where such pairs are kept.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Keys: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]
Scores: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.unsignedinteger]

_K1, _B = 1.2, 0.75  # of FTS5
_LEAST_IDF = 1e-6  # FTS5's, of a word that more than half of the rows have
_MERGED = 4  # a part is merged with one less than this many times as large: parts stay few, rows move seldom
_LARGEST = 60_000  # rows; merging larger parts would be felt
_GROWTH = 1.25
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class TermOccurrences:
    """The words of some rows, one after the other: of each its key, its row and its column. Rows ascend.

    `numbers`, `lengths`: the rows and how many words each has, all columns together.
    """

    keys: Keys
    rows: Numbers
    columns: NDArray[np.uint8]
    numbers: Numbers
    lengths: Numbers


@dataclass(frozen=True, slots=True)
class Totals:
    """What FTS5 knows of the whole index: `rows`, and `words` of all of them."""

    rows: int
    words: int


@dataclass(frozen=True, slots=True)
class _Part:
    """Some rows as postings: the rows of `keys[i]` are `rows[bounds[i] : bounds[i + 1]]`, ascending.

    `counts`: how often, one array a column.
    """

    keys: Keys
    bounds: NDArray[np.int64]
    rows: Numbers
    counts: tuple[Counts, ...]
    size: int

    def span(self, key: int) -> slice | None:
        place = int(self.keys.searchsorted(key))  # the method: numpy's function costs four times as much
        if place == self.keys.size or self.keys[place] != key:
            return None
        return slice(int(self.bounds[place]), int(self.bounds[place + 1]))

    @property
    def megabytes(self) -> float:
        postings = self.rows.nbytes + sum(counts.nbytes for counts in self.counts)
        return (self.keys.nbytes + self.bounds.nbytes + postings) / 1e6


@dataclass(frozen=True, slots=True)
class _Postings:
    """Of some words, one after the other: in how many rows each stands, in which, and how often, an array a column."""

    keys: Sequence[int]
    sizes: Sequence[int]
    rows: Numbers
    counts: Sequence[Counts]

    def chosen(self, marked: NDArray[np.bool_]) -> "_Postings":
        """Of marked rows alone."""
        chosen = marked[self.rows]
        words = np.repeat(np.arange(len(self.keys)), self.sizes)[chosen]
        sizes = np.bincount(words, minlength=len(self.keys)).tolist()
        return _Postings(self.keys, sizes, self.rows[chosen], [each[chosen] for each in self.counts])


class InMemoryTextIndex:
    """Postings of rows by number; one reader or writer at a time."""

    def __init__(self, weights: Sequence[float]) -> None:
        """`weights`: what a word counts in each column."""
        self._weights = tuple(weights)
        self._parts: dict[int, _Part] = {}
        self._next = 0
        self._home = np.full(0, _NOWHERE, dtype=np.int32)  # by number: the part that has the row as it is now
        self._lengths = np.zeros(0, dtype=np.int32)
        self._marked = np.zeros(0, dtype=np.bool_)
        self._place = np.zeros(0, dtype=np.int32)
        self._has_stale: set[int] = set()
        self._counts: dict[int, int] = {}  # of words that were asked for, until rows change

    @property
    def megabytes(self) -> float:
        per_row = (self._home.nbytes + self._lengths.nbytes + self._marked.nbytes + self._place.nbytes) / 1e6
        return per_row + sum(part.megabytes for part in self._parts.values())

    def put(self, spoken: TermOccurrences) -> None:
        """Add rows, or replace those that are there."""
        if spoken.numbers.size == 0:
            return
        self._make_room(int(spoken.numbers.max()) + 1)
        self.drop(spoken.numbers)
        self._lengths[spoken.numbers] = spoken.lengths
        self._add(_part_of(spoken, len(self._weights)), spoken.numbers)
        self._merge()

    def drop(self, numbers: Numbers) -> None:
        numbers = numbers[numbers < self._home.size]
        homes = self._home[numbers]
        self._counts.clear()
        self._has_stale.update(np.unique(homes[homes != _NOWHERE]).tolist())
        self._home[numbers] = _NOWHERE

    def drop_numbers(self, numbers: Sequence[int]) -> None:
        self.drop(np.array(numbers, dtype=np.int32))

    def count(self, key: int) -> int:
        """How many rows have it."""
        found = self._counts.get(key)
        if found is None:
            found = self._counts[key] = sum(rows.size for _, _, rows in self._spans(key))
        return found

    def ranked(self, needed: Sequence[int], others: Sequence[int], totals: Totals) -> tuple[Numbers, Scores]:
        """Rows with one of the needed words, in no order, and their scores by all words; more is better.

        With `others`, as if all words stood twice in the query, and halved: see `Match`.
        """
        ours = self._postings(needed)
        self._marked[ours.rows] = True
        rows = self._marked.nonzero()[0].astype(np.int32)
        if rows.size == 0:
            return rows, np.zeros(0)
        self._place[rows] = np.arange(rows.size, dtype=np.int32)
        norm = norms_of(self._lengths[rows], totals)
        places, worth = self._worth(ours, norm, totals)
        if others:
            more, besides = self._worth(self._postings(others).chosen(self._marked), norm, totals)
            places, worth = (
                np.concatenate([places, places, more, more]),
                np.concatenate([worth, worth, besides, besides]),
            )
        # Adds in the order given, as FTS5 does.
        scores: Scores = np.bincount(places, weights=worth, minlength=rows.size).astype(
            np.float64, copy=False
        )
        self._marked[rows] = False
        return rows, scores / 2 if others else scores

    def _worth(self, postings: "_Postings", norm: Scores, totals: Totals) -> tuple[NDArray[np.int32], Scores]:
        """Places among the ranked rows, and what each word adds there, word by word."""
        idfs = [idf_of(self.count(key), totals) for key in postings.keys]
        idf = np.array(idfs).repeat(postings.sizes)
        often = postings.counts[0] * np.float64(self._weights[0])
        for counts, weight in zip(postings.counts[1:], self._weights[1:], strict=True):
            often += counts * np.float64(weight)
        places = self._place[postings.rows]
        return places, worth_of(idf, often, norm[places])

    def _postings(self, keys: Sequence[int]) -> "_Postings":
        found = [list(self._spans(key)) for key in keys]
        spans = [span for each in found for span in each]
        if not spans:
            return _Postings(
                keys,
                [0] * len(keys),
                np.zeros(0, dtype=np.int32),
                [np.zeros(0, dtype=np.uint8)] * len(self._weights),
            )
        return _Postings(
            keys,
            [sum(rows.size for _, _, rows in each) for each in found],
            np.concatenate([rows for _, _, rows in spans]),
            [
                np.concatenate([part.counts[column][chosen] for part, chosen, _ in spans])
                for column in range(len(self._weights))
            ],
        )

    def _spans(self, key: int) -> Iterator[tuple[_Part, slice | NDArray[np.intp], Numbers]]:
        """Of each part that has the key: which of its postings are not stale, and their rows."""
        for name, part in self._parts.items():
            span = part.span(key)
            if span is None:
                continue
            rows = part.rows[span]
            if name not in self._has_stale:
                yield part, span, rows
                continue
            here = np.flatnonzero(self._home[rows] == name)
            yield part, here + span.start, rows[here]

    def _add(self, part: _Part, numbers: Numbers) -> None:
        self._parts[self._next] = part
        self._home[numbers] = self._next
        self._next += 1

    def _merge(self) -> None:
        """The last part with those before it, until each is many times larger than the next."""
        while len(self._parts) > 1:
            before, last = sorted(self._parts)[-2:]
            sizes = self._parts[before].size, self._parts[last].size
            if sizes[0] >= _MERGED * sizes[1] or sum(sizes) > _LARGEST:
                return
            pair = [self._live(name) for name in (before, last)]
            numbers = np.flatnonzero((self._home == before) | (self._home == last)).astype(np.int32)
            for name in (before, last):
                del self._parts[name]
                self._has_stale.discard(name)
            self._add(_joined(pair, numbers.size), numbers)

    def _live(self, name: int) -> _Part:
        """The part without rows that are elsewhere now; its bounds become those of the keys repeated."""
        part = self._parts[name]
        keys = np.repeat(part.keys, np.diff(part.bounds))
        is_here = self._home[part.rows] == name
        counts = tuple(each[is_here] for each in part.counts)
        return _Part(keys[is_here], part.bounds, part.rows[is_here], counts, part.size)

    def _make_room(self, size: int) -> None:
        if size <= self._home.size:
            return
        room = int(size * _GROWTH)
        self._home = _longer(self._home, room, _NOWHERE)
        self._lengths = _longer(self._lengths, room, 0)
        self._marked = np.zeros(room, dtype=np.bool_)
        self._place = np.zeros(room, dtype=np.int32)


def norms_of(lengths: Numbers, totals: Totals) -> Scores:
    """What the lengths of rows, in words, take from a word that stands in them."""
    norms: Scores = _K1 * (1 - _B + _B * lengths.astype(np.float64) / (totals.words / max(totals.rows, 1)))
    return norms


def worth_of(idf: Scores | float, often: Scores, norms: Scores) -> Scores:
    """What a word adds to the score of each row: how rare it is, and how often it stands in the row."""
    return idf * (often * (_K1 + 1.0) / (often + norms))


def idf_of(having: int, totals: Totals) -> float:
    """Of a word that so many of all rows have."""
    idf = math.log((totals.rows - having + 0.5) / (having + 0.5)) if having < totals.rows else 0.0
    return idf if idf > 0 else _LEAST_IDF


def _longer(array: Numbers, size: int, filler: int) -> Numbers:
    longer = np.full(size, filler, dtype=array.dtype)
    longer[: array.size] = array
    return longer


def _part_of(spoken: TermOccurrences, columns: int) -> _Part:
    order = np.argsort(spoken.keys, kind="stable")
    keys, rows = spoken.keys[order], spoken.rows[order]
    starts = _starts((keys[1:] != keys[:-1]) | (rows[1:] != rows[:-1]), keys.size)
    column = spoken.columns[order]
    counts = tuple(
        _small(np.add.reduceat(column == each, starts, dtype=np.int64) if starts.size else starts)
        for each in range(columns)
    )
    return _bounded(keys[starts], rows[starts], counts, spoken.numbers.size)


def _joined(parts: Sequence[_Part], size: int) -> _Part:
    """Of parts whose `keys` are repeated for each row."""
    keys = np.concatenate([part.keys for part in parts])
    rows = np.concatenate([part.rows for part in parts])
    order = np.lexsort((rows, keys))
    counts = tuple(np.concatenate(each)[order] for each in zip(*(part.counts for part in parts), strict=True))
    return _bounded(keys[order], rows[order], counts, size)


def _bounded(keys: Keys, rows: Numbers, counts: tuple[Counts, ...], size: int) -> _Part:
    starts = _starts(keys[1:] != keys[:-1], keys.size)
    return _Part(keys[starts], np.append(starts, keys.size), rows, counts, size)


def _starts(differs: NDArray[np.bool_], size: int) -> NDArray[np.int64]:
    """Where a run begins, from whether each but the first differs from the one before."""
    if size == 0:
        return np.empty(0, dtype=np.int64)
    return np.concatenate([[0], np.flatnonzero(differs) + 1]).astype(np.int64)


def _small(counts: NDArray[np.int64]) -> Counts:
    return counts.astype(np.min_scalar_type(int(counts.max(initial=0))))
