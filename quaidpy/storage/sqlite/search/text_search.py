"""Which nodes that a filter admits have these words, by BM25?"""

from dataclasses import dataclass

import numpy as np

from quaidpy.domain.recall.queries import Hit
from quaidpy.storage.cached.text_index import WordsInView
from quaidpy.storage.memory.quantized_vectors import Positions
from quaidpy.storage.memory.text_index import Scores
from quaidpy.storage.memory.vectors import Numbers
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.vectors import INDEX
from quaidpy.storage.sqlite.search.admission import Admission
from quaidpy.storage.sqlite.search.text_query import Match, is_beginning

_TRIED = 1.5  # times as many as wanted are taken of all rows, then filtered


_TRIED_IN_MEMORY = 1.2  # less, because trying more costs no new search
_GROWTH = 8  # of what is taken, when the filter admits few


@dataclass(frozen=True, slots=True)
class WordSearch:
    """A text index to look through, in one read transaction: its table, how it ranks, and what must hold of a node."""

    connection: SqliteSession
    table: str
    rank: str
    admission: Admission


def best_by_words(search: WordSearch, match: Match, limit: int) -> list[Hit]:
    """Best first, ties by id.

    Take more than wanted and filter, which is right when enough pass: most filters admit most rows, and asking of each
    row whether it is admitted costs as much as ranking it. Else ask of each.
    """
    tried = int(_TRIED * limit) + 1
    rows = search.connection.values(
        f"SELECT rowid, -{search.rank} / :counted AS score FROM {search.table} WHERE {search.table} MATCH :match"
        " ORDER BY score DESC LIMIT :limit",
        {"match": match.query, "counted": match.counted, "limit": tried},
    )
    numbers = np.array([number for number, _ in rows], dtype=np.int64)
    scores = np.array([score for _, score in rows], dtype=np.float64)
    hits = _admitted_of(search, numbers, scores, len(rows))
    if len(rows) < tried:
        return hits[:limit]  # those were all
    # Of rows that score as the last one fetched, some may be missing: ids decide among them.
    certain = sum(hit.score > rows[-1][1] for hit in hits)
    return hits[:limit] if certain >= limit else _best_of_admitted(search, match, limit)


def best_in_memory(search: WordSearch, held: WordsInView, match: Match, limit: int) -> list[Hit] | None:
    """Like `best_by_words`, and the same to the last bit. None when the file must be asked, as for most phrases."""
    if any(is_beginning(term) for term in (*match.needed, *match.others)):
        return None
    needed, others = ([held.key_of(term) for term in terms] for terms in (match.needed, match.others))
    if None in needed or None in others:
        return None
    rows, scores = held.words.ranked(
        [key for key in needed if key is not None],
        [key for key in others if key is not None],
        held.totals(),
    )
    tried = int(_TRIED_IN_MEMORY * limit) + 1
    while True:
        best = _best(scores, tried)
        hits = _admitted_of(search, rows[best].astype(np.int64), scores[best], limit)
        if len(hits) >= limit or best.size == rows.size:
            return hits
        tried *= _GROWTH


def _best(scores: Scores, count: int) -> Positions:
    """Places of the best, and of all that equal the last of them: ids decide among those."""
    if scores.size <= count:
        return np.arange(scores.size)
    return np.flatnonzero(scores >= np.partition(scores, scores.size - count)[scores.size - count])


def _admitted_of(search: WordSearch, numbers: Numbers, scores: Scores, limit: int) -> list[Hit]:
    order = numbers.argsort()
    admitted = search.admission.of(numbers)
    beside = order[numbers.searchsorted(admitted.numbers, sorter=order)]
    return admitted.best(scores[beside], limit)


def _best_of_admitted(search: WordSearch, match: Match, limit: int) -> list[Hit]:
    condition, index = search.admission.condition, INDEX[search.admission.corpus]
    rows = search.connection.execute(
        f"SELECT i.id, -{search.rank} / :counted AS score FROM {search.table}"
        f" CROSS JOIN {index} i ON i.number = {search.table}.rowid"
        f" WHERE {search.table} MATCH :match AND {condition.sql} ORDER BY score DESC, i.id LIMIT :limit",
        {**condition.bound, "match": match.query, "counted": match.counted, "limit": limit},
    )
    return [Hit(node, score) for node, score in rows]
