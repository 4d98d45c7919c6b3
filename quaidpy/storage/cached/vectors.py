"""Which corpora have their vectors in memory, and do those say what the rows say?

Reading all vectors of a corpus from the file is what a search costs (100,000: 70 ms); from memory it is 3 ms. Reading
them once costs 0.5 s per 100,000, so a corpus comes into memory only when it is searched again.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.domain.tuning import SearchTuning
from quaidpy.ports.changes import VECTORS, Position
from quaidpy.ports.embedding import EmbedderIdentity
from quaidpy.storage.cached.sources import OwnedCorpus, VectorRow, VectorRows
from quaidpy.storage.memory.dot_products import STEPS
from quaidpy.storage.memory.nodes import InMemoryNodes
from quaidpy.storage.memory.vectors import PRECISIONS, InMemoryVectors, Numbers, Precision

_MEGABYTE = 1_000_000
_BATCH = 4096  # rows read at a time
_ROOM = 1.25  # for rows to come: memory not yet written to costs nothing, and copying all of it 200 ms per 100,000
_IDLE_SEARCHES = 200  # of other corpora, after which a corpus may give way to another


@dataclass(slots=True)
class CachedCorpus:
    """What is in memory of a corpus: the vectors by number, the numbers by node, both of nodes that have a vector."""

    vectors: InMemoryVectors
    nodes: InMemoryNodes
    identity: EmbedderIdentity
    seq: Position
    cost: int


@dataclass(slots=True)
class _Asked:
    searches: int = 0
    last: int = 0
    view: int | None = None
    held: CachedCorpus | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class CorpusCache:
    """The vectors of the corpora that are searched often, as far as the memory allowed for them goes.

    They follow the change log, whoever made the changes: this process, another one, an undo, a purge.
    """

    def __init__(self, tuning: SearchTuning) -> None:
        self._tuning = tuning
        self._guard = threading.Lock()
        self._asked: dict[tuple[Owner, Corpus], _Asked] = {}
        self._searches = 0

    @contextmanager
    def searched(self, rows: VectorRows, corpus: OwnedCorpus) -> Iterator[CachedCorpus | None]:
        """The corpus as of the view of `rows` or later, for the block alone; None: search the file."""
        with self._guard:
            asked = self._asked.setdefault((corpus.owner, corpus.corpus), _Asked())
        is_counted = rows.view is not None and rows.view == asked.view
        if asked.searches + (not is_counted) <= self._tuning.searches_before_memory:
            yield None
        else:
            with asked.lock:
                yield self._followed(rows, corpus, asked)
        with self._guard:  # a search that did not come to its end is made again
            self._searches += 1
            asked.searches += not is_counted
            asked.last, asked.view = self._searches, rows.view

    @contextmanager
    def if_here(self, rows: VectorRows, corpus: OwnedCorpus) -> Iterator[CachedCorpus | None]:
        """Like `searched`, but never reads a corpus into memory."""
        asked = self._asked.get((corpus.owner, corpus.corpus))
        if asked is None or asked.held is None:
            yield None
            return
        with asked.lock:
            yield self._followed(rows, corpus, asked)

    def _followed(self, rows: VectorRows, corpus: OwnedCorpus, asked: _Asked) -> CachedCorpus | None:
        self._follow(rows, corpus, asked)
        return asked.held

    def _follow(self, rows: VectorRows, corpus: OwnedCorpus, asked: _Asked) -> None:
        held = asked.held
        if held is not None and held.identity == corpus.identity:
            changes = rows.since(corpus.owner, held.seq, VECTORS[corpus.corpus])
            if changes.numbers is not None:
                if changes.numbers:
                    _read_again(rows, corpus, held, changes.numbers)
                held.seq = changes.until  # not before: who asks a server may have to ask once more
                return
        asked.held = None
        asked.held = self._loaded(rows, corpus)

    def _loaded(self, rows: VectorRows, corpus: OwnedCorpus) -> CachedCorpus | None:
        count = rows.count(corpus)
        kept_as = self._precision(corpus, count)
        if kept_as is None:
            return None
        vectors = InMemoryVectors(
            corpus.identity.dimension, dtype=kept_as, codes_from_rows=self._tuning.codes_from_rows
        )
        vectors.make_room(int(count * _ROOM) + _BATCH)
        held = CachedCorpus(
            vectors,
            InMemoryNodes(),
            corpus.identity,
            rows.last(corpus.owner),
            _bytes(count, corpus.identity, kept_as),
        )
        found = rows.all_vectors(corpus)
        while batch := list(islice(found, _BATCH)):
            _put(held, batch)
        if corpus.corpus is Corpus.TURNS:
            _compare_neighbours(held)
        return held

    def _precision(self, corpus: OwnedCorpus, rows: int) -> Precision | None:
        """How exact the rows can be kept in what is left of the memory allowed.

        Whole numbers only where the owner's other corpus, mostly as large, has room as halves: every question searches
        both, and one of them in the file costs more than halves of both.
        """
        allowed = self._tuning.vectors_in_memory_mb * _MEGABYTE
        others = (self._asked.get((corpus.owner, other)) for other in Corpus if other is not corpus.corpus)
        spare = (
            0 if any(other and other.held for other in others) else _bytes(rows, corpus.identity, np.float16)
        )
        for dtype in PRECISIONS:
            need = _bytes(rows, corpus.identity, dtype)
            wanted = need + spare if dtype is np.float32 else need
            if wanted <= allowed - self._taken():
                return dtype
            self._let_idle_go(wanted, allowed)
            if wanted <= allowed - self._taken():
                return dtype
        return None

    def _taken(self) -> int:
        with self._guard:
            return sum(asked.held.cost for asked in self._asked.values() if asked.held)

    def _let_idle_go(self, need: int, allowed: int) -> None:
        with self._guard:
            idle = [a for a in self._asked.values() if a.held and self._searches - a.last > _IDLE_SEARCHES]
        for asked in sorted(idle, key=lambda each: each.last):
            if need <= allowed - self._taken():
                return
            asked.held, asked.searches = None, 0


def _read_again(rows: VectorRows, corpus: OwnedCorpus, held: CachedCorpus, numbers: Sequence[int]) -> None:
    found = rows.vectors_of(corpus, numbers)
    gone = np.array(sorted(set(numbers).difference(number for number, _, _ in found)), dtype=np.int64)
    held.vectors.drop(gone)
    held.nodes.drop(gone)
    if found:
        _put(held, found)


def _put(held: CachedCorpus, rows: Sequence[VectorRow]) -> None:
    """Numbers, nodes, and blobs as one matrix."""
    numbers: Numbers = np.array([number for number, _, _ in rows], dtype=np.int64)
    blobs = b"".join(blob for _, _, blob in rows)
    held.vectors.put(numbers, np.frombuffer(blobs, dtype=np.float32).reshape(len(rows), -1))
    held.nodes.put(numbers, [node for _, node, _ in rows])


def _compare_neighbours(held: CachedCorpus) -> None:
    """Of all turns, so that no question has to: a tenth of what reading them takes."""
    keys, numbers = held.nodes.in_order()
    places = held.vectors.places_of(numbers)
    if places is None:
        return
    for step in range(STEPS):
        is_beside = keys[step:] == keys[: keys.size - step] + np.uint64(step)
        ours, theirs = places[: keys.size - step][is_beside], places[step:][is_beside]
        for start in range(0, ours.size, _BATCH):
            held.vectors.products_between(
                ours[start : start + _BATCH], theirs[start : start + _BATCH], step=step
            )


def _bytes(rows: int, identity: EmbedderIdentity, kept_as: Precision) -> int:
    """The rows, three bits a dimension, a number and its place in order, a key and its number, products."""
    dimension = identity.dimension
    return rows * (dimension * np.dtype(kept_as).itemsize + 3 * dimension // 8 + 56)
