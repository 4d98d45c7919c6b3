"""Which text indexes have their words in memory, and do those say what the rows say?

FTS5 takes 0.6 us a row that has one of the words, from memory it is a tenth of that. Reading words in takes seconds per
100,000 rows, so that is left to idle moments (`read_in`); until then the engine answers, and both say the same.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from quaidpy.domain.identity import EVERYBODY
from quaidpy.domain.tuning import SearchTuning
from quaidpy.ports.changes import Position, Topic
from quaidpy.storage.cached.columns import ColumnCache
from quaidpy.storage.cached.sources import TermRows, TextIndex
from quaidpy.storage.memory.text_index import InMemoryTextIndex, Totals
from quaidpy.storage.memory.vocabulary import Vocabulary

_TOPICS: Mapping[TextIndex, Topic] = {
    "memory_text": Topic.MEMORY_WORDS,
    "turn_text": Topic.TURN_WORDS,
    "window_text": Topic.WINDOW_WORDS,
    "passage_text": Topic.PASSAGE_WORDS,
}
_READ_AT_ONCE = 50_000  # rows a part
_MOST_FOLLOWED = 5_000  # changed rows that a search reads again itself; more wait for the next idle moment
_BYTES_A_WORD = 6.0  # 5 a posting, and what a row takes besides
_TERMS_KNOWN = 4_000


@dataclass(slots=True)
class CachedTextIndex:
    """One text index in memory, up to change `seq`."""

    index: TextIndex
    words: InMemoryTextIndex
    vocabulary: Vocabulary
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

    They follow the change log, whoever made the changes: this process, another one, an undo, a purge. Of an engine that
    counts the words of all owners together, and so has one log.
    """

    def __init__(self, tuning: SearchTuning, columns: ColumnCache) -> None:
        """`columns`: share the memory allowed."""
        self._tuning = tuning
        self._columns = columns
        self._guard = threading.RLock()
        self._reading_in = threading.Lock()
        self._held: dict[TextIndex, CachedTextIndex] = {}

    @contextmanager
    def held(self, rows: TermRows, index: TextIndex) -> Iterator[WordsInView | None]:
        """The index as of the view of `rows` or later, for the block alone; None: search where the rows are."""
        with self._guard:
            held = self._followed(rows, index)
            yield None if held is None else WordsInView(rows, held)

    def read_in(self, views: Callable[[], AbstractContextManager[TermRows]]) -> None:
        """Read into memory what is not there, as far as it may; for moments in which nobody waits."""
        with self._reading_in:
            for index in _TOPICS:
                with views() as rows:
                    if self._wants(rows, index):
                        held = self._read(rows, index)
                        with self._guard:
                            self._held[index] = held

    def _wants(self, rows: TermRows, index: TextIndex) -> bool:
        with self._guard:
            if self._followed(rows, index) is not None:
                return False
            taken = sum(held.words.megabytes for held in self._held.values())
        need = rows.totals(index).words * _BYTES_A_WORD / 1e6
        return self._columns.megabytes + taken + need <= self._tuning.words_in_memory_mb

    def _read(self, rows: TermRows, index: TextIndex) -> CachedTextIndex:
        weights = [1.0]
        if index == "memory_text":
            weights = [1.0, self._tuning.name_weight, self._tuning.keyword_weight]
        held = CachedTextIndex(index, InMemoryTextIndex(weights), Vocabulary(), rows.last(EVERYBODY))
        for first in range(0, rows.last_number(index) + 1, _READ_AT_ONCE):
            held.words.put(rows.terms_between(index, first, first + _READ_AT_ONCE - 1, held.vocabulary))
        return held

    def _followed(self, rows: TermRows, index: TextIndex) -> CachedTextIndex | None:
        held = self._held.pop(index, None)  # comes back when it has followed, whatever happens in between
        if held is None:
            return None
        changes = rows.since(EVERYBODY, held.seq, _TOPICS[index])
        if changes.numbers is None or len(changes.numbers) > _MOST_FOLLOWED:
            return None
        if changes.numbers:
            _read_again(rows, held, changes.numbers)
        held.seq = changes.until
        self._held[index] = held
        return held


def _read_again(rows: TermRows, held: CachedTextIndex, numbers: Sequence[int]) -> None:
    spoken = rows.terms_in(held.index, numbers, held.vocabulary)
    held.words.put(spoken)
    gone = sorted(set(numbers).difference(spoken.numbers.tolist()))
    held.words.drop_numbers(gone)
