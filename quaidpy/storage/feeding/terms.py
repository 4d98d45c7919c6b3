"""Which words did the text indexes make of these rows? Read again from the rows, and cut as they cut them."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from quaidpy.domain.identity import EVERYBODY, Owner, owners_of
from quaidpy.domain.language.text import spoken_date
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.storage.cached.sources import Known, TextIndex
from quaidpy.storage.indexing.bulk_indexing import NAMES_OF
from quaidpy.storage.memory.text_index import TermOccurrences
from quaidpy.storage.memory.vocabulary import spoken_of
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import instant_of
from quaidpy.storage.tokenizer import tokens_of

_PIECES_KNOWN = 1024
_READ_AT_ONCE = 50_000  # rows a part

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
_NAMES_BY_NUMBER = NAMES_OF.replace(
    "unnest(:ids) AS wanted(id)",
    "(SELECT i.id FROM memory_index i WHERE i.owner = :owner AND i.number = ANY(:numbers)) wanted",
)
"""Asked with the rows of the numbers, whose ids nobody knows before."""
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

    def __init__(self, session: SqlSession, whose: Owner = EVERYBODY) -> None:
        super().__init__(session)
        self.whose = whose

    def tokens(self, text: str) -> list[str]:
        return tokens_of(text)

    def all_terms(self, index: TextIndex, known: Known) -> Iterator[TermOccurrences]:
        which, bound = self._those
        query = f"SELECT min(i.number), max(i.number) FROM {_NUMBERED[index]} i WHERE {which}"
        ((first, last),) = self._session.values(query, bound)
        while first is not None and first <= last:
            # As many rows as there are at most, in the order of their numbers.
            limits = f"SELECT max(s.number) FROM (SELECT i.number FROM {_NUMBERED[index]} i WHERE {which}"
            limits += " AND i.number >= :first ORDER BY i.number LIMIT :most) s"
            ((upto,),) = self._session.values(limits, {**bound, "first": first, "most": _READ_AT_ONCE})
            if upto is None:
                return
            found = self._session.each(*self._about(index, _RANGE, {"first": first, "last": upto}))
            yield _spoken(self._session, index, found, known)
            first = upto + 1

    def terms_in(self, index: TextIndex, numbers: Sequence[int], known: Known) -> TermOccurrences:
        about = self._about(index, _AMONG, {"numbers": list(numbers)})
        if index == "memory_text" and owners_of(self.whose) == (self.whose,) != (EVERYBODY,):
            names = _NAMES_BY_NUMBER, about[1]
            self._session.ahead(about, names)
            named = {(str(self.whose), node): each for node, each in _grouped(self._session.values(*names))}
            return _put_down(_with_names(self._session.values(*about), named), known)
        return _spoken(self._session, index, self._session.values(*about), known)

    @property
    def _those(self) -> tuple[str, dict[str, object]]:
        """The condition that a row `i` is theirs."""
        return ("1 = 1", {}) if self.whose == EVERYBODY else ("i.owner = :owner", {"owner": self.whose})

    def _about(self, index: TextIndex, which: str, bound: dict[str, object]) -> tuple[str, dict[str, object]]:
        whose, owner = self._those
        return _QUERIES[index].format(f"{which} AND {whose}"), {**bound, **owner}


def _spoken(
    session: SqlSession, table: TextIndex, found: Iterable[tuple[Any, ...]], known: Known
) -> TermOccurrences:
    rows = _of_memories(session, list(found)) if table == "memory_text" else _of_turns(found)
    return _put_down(rows, known)


def _put_down(rows: Iterable[Row], known: Known) -> TermOccurrences:
    vocabulary = known.vocabulary

    # A turn is read thrice for windows, in a row: by itself, and beside those before and after it.
    @lru_cache(maxsize=_PIECES_KNOWN)
    def terms_in(piece: str) -> list[int]:
        return vocabulary.numbers_of(tokens_of(piece))

    if known.numbers is not None:
        small = known.numbers.small
        rows = iter(sorted(((small(number), columns) for number, columns in rows), key=itemgetter(0)))
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
    ids: dict[str, list[str]] = {}
    for _, _, _, owner, identity in rows:
        ids.setdefault(owner, []).append(identity)
    named = {
        (owner, node): names
        for owner, own in ids.items()
        for node, names in _grouped(session.values(NAMES_OF, {"owner": owner, "ids": own}))
    }
    return _with_names(rows, named)


def _grouped(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Rows of a node stand together."""
    return ((node, [name for _, name in some]) for node, some in groupby(rows, key=itemgetter(0)))


def _with_names(
    rows: Iterable[tuple[Any, ...]], named: Mapping[tuple[str, str], Sequence[str]]
) -> Iterator[Row]:
    for number, text, keywords, owner, identity in rows:
        yield number, ((statement_alone(text),), named.get((owner, identity), ()), json.loads(keywords))


def _of_turns(rows: Iterable[Sequence[Any]]) -> Iterator[Row]:
    """As `index_text_of_turn` and `index_text_of_window` put texts together; only words in order count."""
    for number, text, speaker, at, *around in rows:
        pieces = [spoken_date(instant_of(at)) if at else "", speaker or "", text]
        if around:
            before, its_speaker, after, whose = around
            pieces = [its_speaker or "", before or "", *pieces, whose or "", after or ""]
        yield number, (pieces,)
