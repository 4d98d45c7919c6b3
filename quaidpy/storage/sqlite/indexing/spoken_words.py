"""Which words did the text indexes make of these rows? Read again from the rows, cut by FTS5's own tokenizer."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias, cast

import apsw
import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.language.text import spoken_date, with_cjk_bigrams
from quaidpy.storage.memory.words import Keys, Spoken
from quaidpy.storage.sqlite.file.rows import fetched, instant_of
from quaidpy.storage.sqlite.indexing.many_at_once import NAMES_OF

_TOKENIZER = ["unicode61", "remove_diacritics", "2"]
_PAIR = np.int64(1 << 31)
_CLITICS = frozenset(
    ["ll", "re", "ve"]
)  # with single letters, what stands after an apostrophe: she'll, Ana's
_BEFORE = frozenset(["qu"])  # and before one: qu'il, l'été, O'Brien
_PIECES_KNOWN = 1024

_MEMORIES = """SELECT i.number, m.text, m.keywords, m.owner, m.id FROM memory_index i
CROSS JOIN memories m ON m.owner = i.owner AND m.id = i.id WHERE {} ORDER BY i.number"""
_TURNS = """SELECT i.number, t.text, t.speaker, t.at FROM turn_index i
CROSS JOIN turns t ON t.owner = i.owner AND t.id = i.id WHERE {} ORDER BY i.number"""
_PASSAGES = """SELECT i.number, substr(t.text, i.start + 1, i."end" - i.start), t.speaker, t.at FROM passage_index i
CROSS JOIN turns t ON t.owner = i.owner AND t.id = i.id WHERE {} ORDER BY i.number"""
_WINDOWS = """SELECT i.number, t.text, t.speaker, t.at, b.text, b.speaker, a.text, a.speaker FROM turn_index i
CROSS JOIN turns t ON t.owner = i.owner AND t.id = i.id
LEFT JOIN turns b ON b.owner = t.owner AND b.episode = t.episode AND b.seq = t.seq - 1
LEFT JOIN turns a ON a.owner = t.owner AND a.episode = t.episode AND a.seq = t.seq + 1
WHERE {} ORDER BY i.number"""
_QUERIES = {"memory_text": _MEMORIES, "turn_text": _TURNS, "window_text": _WINDOWS, "passage_text": _PASSAGES}
Row: TypeAlias = tuple[int, Sequence[Sequence[str]]]
"""A number, and of each column the pieces of its text."""
_AMONG = "i.number IN (SELECT value FROM json_each(?))"
_RANGE = "i.number BETWEEN ? AND ?"


class Vocabulary:
    """A whole number for each word that was ever met, and which words make pairs that are kept as one, too."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._is_short = np.zeros(0, dtype=np.bool_)
        self._is_after = np.zeros(0, dtype=np.bool_)
        self._is_before = np.zeros(0, dtype=np.bool_)

    def numbers_of(self, tokens: Sequence[str]) -> list[int]:
        """New words get a number."""
        known = self._numbers
        found = list(map(known.get, tokens))
        if None not in found:
            return cast("list[int]", found)
        return [known.setdefault(token, len(known)) for token in tokens]

    def key_of(self, tokens: Sequence[str]) -> int | None:
        """Of a word, or of two in a row; None where only the text index itself can tell."""
        numbers = [self._numbers.get(token) for token in tokens]
        match tokens, numbers:
            case [], []:
                return -1
            case [_], [number]:
                return -1 if number is None else number
            case [before, after], [first, second] if _is_kept(before, after):
                return -1 if first is None or second is None else _pair(first, second)
        return None

    def pairs(self, words: Keys, is_last: NDArray[np.bool_]) -> tuple[Keys, NDArray[np.intp]]:
        """Of words in a row those that make a pair: its key, and where the first of both stands."""
        self._look_at_new()
        before, after = words[:-1], words[1:]
        kept = (
            self._is_short[before] | self._is_short[after] | self._is_after[after] | self._is_before[before]
        )
        places = np.flatnonzero(kept & ~is_last[:-1])
        return (before[places] + 1) * _PAIR + after[places], places

    def _look_at_new(self) -> None:
        known = self._is_short.size
        if known == len(self._numbers):
            return
        # The last ones, from the end: all of them would be a hundred thousand.
        fresh = [*islice(reversed(self._numbers), len(self._numbers) - known)][::-1]
        self._is_short = np.append(self._is_short, [len(token) == 1 for token in fresh])
        self._is_after = np.append(self._is_after, [token in _CLITICS for token in fresh])
        self._is_before = np.append(self._is_before, [token in _BEFORE for token in fresh])


def _is_kept(before: str, after: str) -> bool:
    return len(before) == 1 or len(after) == 1 or after in _CLITICS or before in _BEFORE


def _pair(first: int, second: int) -> int:
    return (first + 1) * int(_PAIR) + second


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts texts into words as the text indexes of this connection do."""

    tokenize: Any

    def words(self, text: str) -> list[str]:
        # CJK bigrams first, as what is indexed has them.
        cut: list[str] = self.tokenize(
            with_cjk_bigrams(text).encode(),
            apsw.FTS5_TOKENIZE_DOCUMENT,
            None,
            include_offsets=False,
            include_colocated=False,
        )
        return cut


def cutter(connection: apsw.Connection) -> Cutter:
    return Cutter(connection.fts5_tokenizer("porter", _TOKENIZER))


def read_numbers(
    connection: apsw.Connection, table: str, numbers: Sequence[int], vocabulary: Vocabulary
) -> Spoken:
    return _spoken(connection, table, (_AMONG, [json.dumps(numbers)]), vocabulary)


def read_range(
    connection: apsw.Connection, table: str, first: int, last: int, vocabulary: Vocabulary
) -> Spoken:
    """Rows from `first` to `last`, both included."""
    return _spoken(connection, table, (_RANGE, [first, last]), vocabulary)


def _spoken(
    connection: apsw.Connection, table: str, which: tuple[str, list[Any]], vocabulary: Vocabulary
) -> Spoken:
    cut = cutter(connection)

    # A turn is read thrice for windows, in a row: by itself, and beside those before and after it.
    @lru_cache(maxsize=_PIECES_KNOWN)
    def spoken_in(piece: str) -> list[int]:
        return vocabulary.numbers_of(cut.words(piece))

    condition, bound = which
    found = connection.execute(_QUERIES[table].format(condition), bound)
    rows = _of_memories(connection, found.fetchall()) if table == "memory_text" else _of_turns(found)
    numbers: list[int] = []
    sizes: list[int] = []
    words: list[int] = []
    for number, columns in rows:
        numbers.append(number)
        for pieces in columns:
            before = len(words)
            for piece in pieces:
                words.extend(spoken_in(piece))
            sizes.append(len(words) - before)
    return _with_pairs(numbers, sizes, words, vocabulary)


def _with_pairs(numbers: list[int], sizes: list[int], words: list[int], vocabulary: Vocabulary) -> Spoken:
    every = np.array(numbers, dtype=np.int32)
    lengths = np.array(sizes, dtype=np.int64)
    keys = np.array(words, dtype=np.int64)
    width = max(1, lengths.size // max(1, every.size))
    columns = np.repeat(np.tile(np.arange(width, dtype=np.uint8), every.size), lengths)
    rows = np.repeat(np.repeat(every, width), lengths)
    is_last = np.zeros(keys.size, dtype=np.bool_)
    ends = np.cumsum(lengths)[lengths > 0] - 1
    is_last[ends] = True
    pairs, places = vocabulary.pairs(keys, is_last) if keys.size else (keys, np.empty(0, dtype=np.intp))
    # Rows must ascend within each key; the sort by key that follows keeps their order.
    return Spoken(
        keys=np.concatenate([keys, pairs]),
        rows=np.concatenate([rows, rows[places]]),
        columns=np.concatenate([columns, columns[places]]),
        numbers=every,
        lengths=lengths.reshape(-1, width).sum(axis=1).astype(np.int32),
    )


def _of_memories(connection: apsw.Connection, rows: Sequence[tuple[Any, ...]]) -> Iterator[Row]:
    names: dict[tuple[str, str], list[str]] = {}
    ids: dict[str, list[str]] = {}
    for _, _, _, owner, identity in rows:
        ids.setdefault(owner, []).append(identity)
    for owner, own in ids.items():
        for node, name in fetched(connection, NAMES_OF, {"owner": owner, "ids": json.dumps(own)}):
            names.setdefault((owner, node), []).append(name)
    for number, text, keywords, owner, identity in rows:
        yield number, ((text,), names.get((owner, identity), ()), json.loads(keywords))


def _of_turns(rows: Iterable[Sequence[Any]]) -> Iterator[Row]:
    """As `index_text_of_turn` and `index_text_of_window` put texts together; only words in order count."""
    for number, text, speaker, at, *around in rows:
        pieces = [spoken_date(instant_of(at)) if at else "", speaker or "", text]
        if around:
            before, its_speaker, after, whose = around
            pieces = [its_speaker or "", before or "", *pieces, whose or "", after or ""]
        yield number, (pieces,)
