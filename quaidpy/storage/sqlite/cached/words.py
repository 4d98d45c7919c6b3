"""Which text indexes have their words in memory, and do those say what the file says?

FTS5 takes 0.6 us a row that has one of the words, from memory it is a tenth of that. Reading words in takes seconds per
100,000 rows, so that is left to idle moments (`read_in`); until then the file answers, and both say the same.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import apsw

from quaidpy.domain.tuning import SearchTuning
from quaidpy.ports.changes import Topic
from quaidpy.storage.memory.words import ResidentWords, Totals
from quaidpy.storage.sqlite.cached.columns import HeldColumns
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.rows import fetched
from quaidpy.storage.sqlite.indexing.spoken_words import Vocabulary, cutter, read_numbers, read_range

_TABLES = {
    "memory_text": ("memory_index", Topic.MEMORY_WORDS),
    "turn_text": ("turn_index", Topic.TURN_WORDS),
    "window_text": ("turn_index", Topic.WINDOW_WORDS),
    "passage_text": ("passage_index", Topic.PASSAGE_WORDS),
}
_READ_AT_ONCE = 50_000  # rows a part
_MOST_FOLLOWED = 5_000  # changed rows that a search reads again itself; more wait for the next idle moment
_BYTES_A_WORD = 6.0  # 5 a posting, and what a row takes besides
_TERMS_KNOWN = 4_000
_AVERAGES = 1  # FTS5's row of totals


@dataclass(slots=True)
class HeldWords:
    """One text index in memory, up to change `seq`."""

    table: str
    words: ResidentWords
    vocabulary: Vocabulary
    seq: int
    cut: dict[str, list[str]] = field(default_factory=dict)

    def key_of(self, connection: apsw.Connection, term: str) -> int | None:
        """Of a term of a query, which may be a phrase such as don't; None: only the text index can tell."""
        return self.vocabulary.key_of(self._tokens(connection, term))

    def count(self, connection: apsw.Connection, term: str) -> int:
        """In how many rows a term stands; of a phrase, its rarest part."""
        tokens = self._tokens(connection, term)
        keys = (self.vocabulary.key_of([token]) for token in tokens)
        return min((self.words.count(-1 if key is None else key) for key in keys), default=0)

    def _tokens(self, connection: apsw.Connection, term: str) -> list[str]:
        """Several lanes ask for the words of one question."""
        if term not in self.cut:
            if len(self.cut) >= _TERMS_KNOWN:
                self.cut.clear()
            self.cut[term] = cutter(connection).words(term)
        return self.cut[term]

    def totals(self, connection: apsw.Connection) -> Totals:
        return _totals(connection, self.table)


class HeldTexts:
    """The words of the text indexes, as far as the memory allowed for them goes; safe for many threads.

    They follow the file by its list of changes, whoever made them: this process, another one, an undo, a purge.
    """

    def __init__(self, tuning: SearchTuning, columns: HeldColumns) -> None:
        """`columns`: share the memory allowed."""
        self._tuning = tuning
        self._columns = columns
        self._guard = threading.RLock()
        self._reading_in = threading.Lock()
        self._held: dict[str, HeldWords] = {}

    @contextmanager
    def held(self, connection: apsw.Connection, table: str) -> Iterator[HeldWords | None]:
        """The index as of the connection's transaction or later, for the block alone; None: search the file."""
        with self._guard:
            yield self._followed(connection, table)

    def read_in(self, database: Database) -> None:
        """Read into memory what is not there, as far as it may; for moments in which nobody waits."""
        with self._reading_in:
            for table in _TABLES:
                with database.snapshot() as connection:
                    if self._wants(connection, table):
                        held = self._read(connection, table)
                        with self._guard:
                            self._held[table] = held

    def _wants(self, connection: apsw.Connection, table: str) -> bool:
        with self._guard:
            if self._followed(connection, table) is not None:
                return False
            taken = sum(held.words.megabytes for held in self._held.values())
        need = _totals(connection, table).words * _BYTES_A_WORD / 1e6
        return self._columns.megabytes + taken + need <= self._tuning.words_in_memory_mb

    def _read(self, connection: apsw.Connection, table: str) -> HeldWords:
        index, _ = _TABLES[table]
        weights = [1.0]
        if table == "memory_text":
            weights = [1.0, self._tuning.name_weight, self._tuning.keyword_weight]
        held = HeldWords(table, ResidentWords(weights), Vocabulary(), SqliteChangeLog(connection).last())
        ((last,),) = fetched(connection, f"SELECT max(number) FROM {index}")
        for first in range(0, (last or 0) + 1, _READ_AT_ONCE):
            until = first + _READ_AT_ONCE - 1
            held.words.put(read_range(connection, table, first, until, held.vocabulary))
        return held

    def _followed(self, connection: apsw.Connection, table: str) -> HeldWords | None:
        held = self._held.pop(table, None)  # comes back when it has followed, whatever happens in between
        if held is None:
            return None
        changes = SqliteChangeLog(connection).since(held.seq, _TABLES[table][1])
        if changes.numbers is None or len(changes.numbers) > _MOST_FOLLOWED:
            return None
        if changes.numbers:
            _read_again(connection, held, changes.numbers)
        held.seq = changes.until
        self._held[table] = held
        return held


def _read_again(connection: apsw.Connection, held: HeldWords, numbers: Sequence[int]) -> None:
    spoken = read_numbers(connection, held.table, numbers, held.vocabulary)
    held.words.put(spoken)
    gone = sorted(set(numbers).difference(spoken.numbers.tolist()))
    held.words.drop_numbers(gone)


def _totals(connection: apsw.Connection, table: str) -> Totals:
    ((block,),) = fetched(connection, f"SELECT block FROM {table}_data WHERE id = {_AVERAGES}")
    rows, *words = _numbers_of(block) or [0]
    return Totals(rows, sum(words))


def _numbers_of(block: bytes) -> list[int]:
    """SQLite's numbers of variable length, of at most eight bytes each."""
    found, number = [], 0
    for byte in block:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(number)
            number = 0
    return found
