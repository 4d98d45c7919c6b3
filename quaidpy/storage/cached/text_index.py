"""Which text indexes have their words in memory, and do those say what the rows say?

FTS5 takes 0.6 us a row that has one of the words, from memory it is a tenth of that. Reading words in takes seconds per
100,000 rows, so that is left to idle moments (`read_in`); until then the engine answers, and both say the same.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import Owner
from quaidpy.domain.tuning import SearchTuning
from quaidpy.ports.changes import Position, Topic
from quaidpy.storage.cached.columns import ColumnCache
from quaidpy.storage.cached.sources import TermRows, TextIndex
from quaidpy.storage.memory.row_numbers import RowNumbers
from quaidpy.storage.memory.text_index import InMemoryTextIndex, Numbers, TermOccurrences, Totals
from quaidpy.storage.memory.vocabulary import Vocabulary

_TOPICS: Mapping[TextIndex, Topic] = {
    "memory_text": Topic.MEMORY_WORDS,
    "turn_text": Topic.TURN_WORDS,
    "window_text": Topic.WINDOW_WORDS,
    "passage_text": Topic.PASSAGE_WORDS,
}
_MOST_FOLLOWED = 5_000  # changed rows that a search reads again itself; more wait for the next idle moment
_BYTES_A_WORD = 6.0  # 5 a posting, and what a row takes besides
_TERMS_KNOWN = 4_000
OwnNumbers: TypeAlias = NDArray[np.int64]
_Kept: TypeAlias = tuple[tuple[Owner, ...], TextIndex]
"""Whose logs tell of the rows, and which index they are of."""


@dataclass(slots=True)
class CachedTextIndex:
    """One text index in memory, up to change `seq`. `numbers`: those of its rows, where the engine's are others."""

    index: TextIndex
    words: InMemoryTextIndex
    vocabulary: Vocabulary
    numbers: RowNumbers | None
    seq: Position
    cut: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WordsInView:
    """One text index in memory, as of the read transaction of `rows`."""

    rows: TermRows
    held: CachedTextIndex

    @property
    def words(self) -> InMemoryTextIndex:
        return self.held.words

    def key_of(self, term: str) -> int | None:
        """Of a term of a query, which may be a phrase such as don't; None: only the text index can tell."""
        return self.held.vocabulary.key_of(self._tokens(term))

    def count(self, term: str) -> int:
        """In how many rows a term stands; of a phrase, its rarest part."""
        vocabulary = self.held.vocabulary
        keys = (vocabulary.key_of([token]) for token in self._tokens(term))
        return min((self.words.count(-1 if key is None else key) for key in keys), default=0)

    def totals(self) -> Totals:
        return self.rows.totals(self.held.index)

    def own_numbers(self, rows: Numbers) -> OwnNumbers:
        """Of rows in memory, those that they have in the engine."""
        return rows.astype(np.int64) if self.held.numbers is None else self.held.numbers.own(rows)

    def _tokens(self, term: str) -> list[str]:
        """Several lanes ask for the words of one question."""
        cut = self.held.cut
        if term not in cut:
            if len(cut) >= _TERMS_KNOWN:
                cut.clear()
            cut[term] = self.rows.tokens(term)
        return cut[term]


class TextIndexCache:
    """The words of the text indexes, as far as the memory allowed for them goes; safe for many threads.

    They follow the change log, whoever made the changes: this process, another one, an undo, a purge. A file counts the
    words of all owners together, a server those of each: when there is no room, whoever was asked for longest ago gives
    way.
    """

    def __init__(self, tuning: SearchTuning, columns: ColumnCache) -> None:
        """`columns`: share the memory allowed."""
        self._tuning = tuning
        self._columns = columns
        self._guard = threading.Lock()
        self._reading_in = threading.Lock()
        self._held: dict[_Kept, CachedTextIndex] = {}
        self._locks: dict[_Kept, threading.RLock] = {}

    @contextmanager
    def held(self, rows: TermRows, index: TextIndex) -> Iterator[WordsInView | None]:
        """The index as of the view of `rows` or later, for the block alone; None: search where the rows are."""
        kept = _kept(rows, index)
        if kept not in self._held:
            yield None
            return
        with self._lock_of(kept):
            held = self._followed(rows, kept)
            yield None if held is None else WordsInView(rows, held)

    def follow(self, rows: TermRows, index: TextIndex) -> None:
        """Bring the index up to date, if it is here."""
        with self.held(rows, index):
            pass  # it is as of this view now

    def read_in(self, views: Callable[[], AbstractContextManager[TermRows]]) -> None:
        """Read into memory what is not there, as far as it may; for moments in which nobody waits."""
        with self._reading_in:
            for index in _TOPICS:
                with views() as rows:
                    kept = _kept(rows, index)
                    if self._wants(rows, kept):
                        held = self._read(rows, index)
                        with self._lock_of(kept):
                            self._held[kept] = held

    def _lock_of(self, kept: _Kept) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(kept, threading.RLock())

    def _wants(self, rows: TermRows, kept: _Kept) -> bool:
        with self._lock_of(kept):
            if self._followed(rows, kept) is not None:
                return False
        logs, index = kept
        need = rows.totals(index).words * _BYTES_A_WORD / 1e6
        for other in list(self._held):
            if self._has_room(need):
                return True
            if other[0] != logs and need <= self._tuning.words_in_memory_mb:
                self._held.pop(other, None)
        return self._has_room(need)

    def _has_room(self, need: float) -> bool:
        taken = sum(held.words.megabytes for held in list(self._held.values()))
        return self._columns.megabytes + taken + need <= self._tuning.words_in_memory_mb

    def _read(self, rows: TermRows, index: TextIndex) -> CachedTextIndex:
        weights = [1.0]
        if index == "memory_text":
            weights = [1.0, self._tuning.name_weight, self._tuning.keyword_weight]
        words, last = InMemoryTextIndex(weights), rows.last(rows.whose)
        held = CachedTextIndex(index, words, Vocabulary(), rows.row_numbers(), last)
        for some in rows.all_terms(index, held):
            held.words.put(some)
        return held

    def _followed(self, rows: TermRows, kept: _Kept) -> CachedTextIndex | None:
        held = self._held.get(kept)
        if held is None:
            return None
        changes = rows.since(rows.whose, held.seq, _TOPICS[held.index])
        numbers = changes.numbers
        is_few = numbers is not None and len(numbers) <= _MOST_FOLLOWED
        # All is read before anything is changed: who asks a server may have to ask once more.
        spoken = rows.terms_in(held.index, numbers, held) if numbers and is_few else None
        self._held.pop(kept, None)  # comes back when it has followed, whatever happens in between
        if numbers is None or not is_few:
            return None
        if spoken is not None:
            _change(held, numbers, spoken)
        held.seq = changes.until
        self._held[kept] = held
        return held


def _kept(rows: TermRows, index: TextIndex) -> _Kept:
    return rows.logs(rows.whose), index


def _change(held: CachedTextIndex, numbers: Sequence[int], spoken: TermOccurrences) -> None:
    """`spoken`: what is there now of the rows of these numbers."""
    held.words.put(spoken)
    known = numbers if held.numbers is None else held.numbers.known(numbers)
    held.words.drop_numbers(sorted(set(known).difference(spoken.numbers.tolist())))
