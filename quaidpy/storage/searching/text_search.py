"""Which nodes that a filter admits have these words, by BM25?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quaidpy.domain.recall.queries import Hit
from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.cached.text_index import WordsInView
from quaidpy.storage.memory.quantized_vectors import Positions
from quaidpy.storage.memory.text_index import Scores
from quaidpy.storage.memory.vectors import Numbers
from quaidpy.storage.searching.admission import Admission
from quaidpy.storage.searching.text_query import Match, is_beginning
from quaidpy.storage.sql.engine import SqlSession

_TRIED_IN_MEMORY = 1.2  # times as many as wanted are taken of all rows, then filtered
_GROWTH = 8  # of what is taken, when the filter admits few


@dataclass(frozen=True, slots=True)
class WordSearch:
    """A text index to look through, in one read transaction, and what must hold of a node.

    `weights`: what a word counts in each column.
    """

    session: SqlSession
    index: TextIndex
    weights: Sequence[float]
    admission: Admission


def best_in_memory(search: WordSearch, held: WordsInView, match: Match, limit: int) -> list[Hit] | None:
    """Best first, ties by id. None when the engine must be asked, as for most phrases."""
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
        hits = admitted_of(search, held.own_numbers(rows[best]), scores[best], limit)
        if len(hits) >= limit or best.size == rows.size:
            return hits
        tried *= _GROWTH


def _best(scores: Scores, count: int) -> Positions:
    """Places of the best, and of all that equal the last of them: ids decide among those."""
    if scores.size <= count:
        return np.arange(scores.size)
    return np.flatnonzero(scores >= np.partition(scores, scores.size - count)[scores.size - count])


def admitted_of(search: WordSearch, numbers: Numbers, scores: Scores, limit: int) -> list[Hit]:
    order = numbers.argsort()
    admitted = search.admission.of(numbers)
    beside = order[numbers.searchsorted(admitted.numbers, sorter=order)]
    return admitted.best(scores[beside], limit)
