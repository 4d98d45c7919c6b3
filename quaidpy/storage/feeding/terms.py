"""Which words did the text indexes make of these rows? Read again from the rows, and cut as they cut them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from quaidpy.domain.language.text import spoken_date
from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.indexing.bulk_indexing import NAMES_OF
from quaidpy.storage.memory.text_index import TermOccurrences
from quaidpy.storage.memory.vocabulary import Vocabulary, spoken_of
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import instant_of
from quaidpy.storage.tokenizer import tokens_of

_PIECES_KNOWN = 1024

_MEMORIES = """SELECT i.number, m.text, m.keywords, m.owner, m.id FROM memory_index i
CROSS JOIN memories m WHERE m.owner = i.owner AND m.id = i.id AND {} ORDER BY i.number"""
_TURNS = """SELECT i.number, t.text, t.speaker, t.at FROM turn_index i
CROSS JOIN turns t WHERE t.owner = i.owner AND t.id = i.id AND {} ORDER BY i.number"""
_PASSAGES = """SELECT i.number, substr(t.text, CAST(i.start + 1 AS INTEGER), CAST(i."end" - i.start AS INTEGER)),
  t.speaker, t.at FROM passage_index i
CROSS JOIN turns t WHERE t.owner = i.owner AND t.id = i.id AND {} ORDER BY i.number"""
_WINDOWS = """SELECT i.number, t.text, t.speaker, t.at, b.text, b.speaker, a.text, a.speaker FROM turn_index i
CROSS JOIN turns t
LEFT JOIN turns b ON b.owner = t.owner AND b.episode = t.episode AND b.seq = t.seq - 1
LEFT JOIN turns a ON a.owner = t.owner AND a.episode = t.episode AND a.seq = t.seq + 1
WHERE t.owner = i.owner AND t.id = i.id AND {} ORDER BY i.number"""
_QUERIES = {"memory_text": _MEMORIES, "turn_text": _TURNS, "window_text": _WINDOWS, "passage_text": _PASSAGES}
_NUMBERED = {
    "memory_text": "memory_index",
    "turn_text": "turn_index",
    "window_text": "turn_index",
    "passage_text": "passage_index",
}
Row: TypeAlias = tuple[int, Sequence[Sequence[str]]]
"""A number, and of each column the pieces of its text."""
_AMONG = "i.number = ANY(:numbers)"
_RANGE = "i.number BETWEEN :first AND :last"


class SqlTermRows(SqlChangeLog[SqlSession]):
    """See storage.cached.sources.TermRows; the engine says how much there is in all."""

    def last_number(self, index: TextIndex) -> int:
        ((last,),) = self._session.values(f"SELECT max(number) FROM {_NUMBERED[index]}")
        return int(last or 0)

    def tokens(self, text: str) -> list[str]:
        return tokens_of(text)

    def terms_between(
        self, index: TextIndex, first: int, last: int, vocabulary: Vocabulary
    ) -> TermOccurrences:
        return _spoken(self._session, index, (_RANGE, {"first": first, "last": last}), vocabulary)

    def terms_in(self, index: TextIndex, numbers: Sequence[int], vocabulary: Vocabulary) -> TermOccurrences:
        return _spoken(self._session, index, (_AMONG, {"numbers": list(numbers)}), vocabulary)


def _spoken(
    session: SqlSession, table: TextIndex, which: tuple[str, dict[str, Any]], vocabulary: Vocabulary
) -> TermOccurrences:
    # A turn is read thrice for windows, in a row: by itself, and beside those before and after it.
    @lru_cache(maxsize=_PIECES_KNOWN)
    def terms_in(piece: str) -> list[int]:
        return vocabulary.numbers_of(tokens_of(piece))

    condition, bound = which
    found = session.each(_QUERIES[table].format(condition), bound)
    rows = _of_memories(session, list(found)) if table == "memory_text" else _of_turns(found)
    numbers: list[int] = []
    sizes: list[int] = []
    words: list[int] = []
    for number, columns in rows:
        numbers.append(number)
        for pieces in columns:
            before = len(words)
            for piece in pieces:
                words.extend(terms_in(piece))
            sizes.append(len(words) - before)
    return spoken_of(numbers, sizes, words, vocabulary)


def _of_memories(session: SqlSession, rows: Sequence[tuple[Any, ...]]) -> Iterator[Row]:
    names: dict[tuple[str, str], list[str]] = {}
    ids: dict[str, list[str]] = {}
    for _, _, _, owner, identity in rows:
        ids.setdefault(owner, []).append(identity)
    for owner, own in ids.items():
        for node, name in session.values(NAMES_OF, {"owner": owner, "ids": own}):
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
