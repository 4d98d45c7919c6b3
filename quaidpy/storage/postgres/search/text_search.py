"""Which nodes that a filter admits have these words, by the BM25 of the embedded engine over postings?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.storage.indexing.session import WordIndex
from quaidpy.storage.indexing.vectors import INDEX, TEXT
from quaidpy.storage.memory.columns import Admitted
from quaidpy.storage.memory.text_index import Scores, Totals, idf_of, norms_of, worth_of
from quaidpy.storage.memory.vectors import Numbers
from quaidpy.storage.postgres.server.schema import COLUMN
from quaidpy.storage.searching.text_query import Match, is_beginning
from quaidpy.storage.searching.text_search import WordSearch, admitted_of
from quaidpy.storage.sql.engine import ALIKE, SqlSession
from quaidpy.storage.tokenizer import tokens_of

_LAST = chr(0x10FFFF)
_ROWS = "FROM postings p WHERE p.owner = :owner AND p.text_index = :index"
_POSTINGS = (
    f"SELECT p.term, p.number, p.places, p.length {_ROWS} AND p.term = ANY(:terms) ORDER BY p.term, p.number"
)
_BEGINNING = f"SELECT p.number, p.places, p.length {_ROWS} AND p.term >= :first AND p.term < :last"
TOTALS = f"{ALIKE} SELECT t.text_index, t.owner, t.indexed, t.words FROM word_totals t WHERE t.owner = :owner"
_COUNTED = """SELECT p.term, count(*) FROM postings p
WHERE p.owner = :owner AND p.text_index = :index AND p.term = ANY(:terms) GROUP BY p.term"""

_Worth: TypeAlias = tuple[NDArray[np.intp], Scores]
"""Places among the ranked rows, and what a word adds there."""
_Places = Mapping[int, Sequence[int]]
"""By row: where a word stands."""


@dataclass(frozen=True, slots=True)
class _Term:
    """Of a word of the question: the rows that have it, ascending, and what it counts in each."""

    rows: NDArray[np.int64]
    often: Scores


@dataclass(frozen=True, slots=True)
class Postings:
    """A text index of one owner, or of several together, and what a word counts in each of its columns."""

    session: SqlSession
    owner: Owner
    index: WordIndex
    weights: Sequence[float]

    @property
    def bound(self) -> dict[str, str]:
        return {"owner": self.owner, "index": self.index}


def best_by_words(search: WordSearch, match: Match, limit: int) -> list[Hit]:
    """Best first, ties by id."""
    postings = Postings(search.session, search.admission.keep.owner, search.index, search.weights)
    if search.admission.columns is not None or any(map(is_beginning, match.needed)):
        rows, scores = ranked(postings, match)
        return admitted_of(search, rows, scores, limit) if rows.size else []
    named = _admitted_with(search, match.needed)
    search.session.ahead(named, _postings(postings, [*match.needed, *match.others]))
    rows, scores = ranked(postings, match)
    ids = dict(search.session.values(*named))
    is_admitted = np.array([row in ids for row in rows.tolist()], dtype=np.bool_)
    admitted = rows[is_admitted]
    nodes = np.array([ids[row].encode() for row in admitted.tolist()], dtype=np.bytes_)
    return Admitted(admitted, nodes.__getitem__).best(scores[is_admitted], limit)


def _admitted_with(search: WordSearch, words: Sequence[str]) -> tuple[str, Mapping[str, Any]]:
    """Numbers and ids of the rows that the filter admits, with one of the tokens of these words."""
    condition = search.admission.condition
    tokens = sorted({token for word in words for token in tokens_of(word)})
    return (
        f"""SELECT i.number, i.id FROM {INDEX[search.admission.corpus]} i WHERE i.number IN (
  SELECT p.number FROM postings p WHERE p.owner = :owner AND p.text_index = :index AND p.term = ANY(:tokens))
AND {condition.sql}""",
        {**condition.bound, "owner": search.admission.keep.owner, "index": search.index, "tokens": tokens},
    )


def ranked(postings: Postings, match: Match) -> tuple[Numbers, Scores]:
    """Rows with one of the needed words, ascending, and their scores by all words."""
    lengths: dict[int, int] = {}
    terms = _terms(postings, [*match.needed, *match.others], lengths)
    needed, others = terms[: len(match.needed)], terms[len(match.needed) :]
    rows = np.unique(np.concatenate([term.rows for term in needed]))
    if not rows.size:
        return rows, np.zeros(0)
    totals = totals_of(postings.session, postings.owner, postings.index)
    norms = norms_of(np.array([lengths[row] for row in rows.tolist()], dtype=np.int32), totals)
    ours, besides = (_worth(each, rows, norms, totals) for each in (needed, others))
    if not others:
        return rows, _added(ours, rows.size)
    # As if all words stood twice in the query, and halved, in the order of the file's own search.
    return rows, _added([*ours, *ours, *besides, *besides], rows.size) / 2


def counted(session: SqlSession, owner: Owner, terms: Sequence[str], corpus: Corpus) -> dict[str, int]:
    """In how many of the owner's rows each term stands; of a phrase such as don't, its rarest part."""
    tokens = {term: tokens_of(term) for term in terms}
    asked = sorted({token for each in tokens.values() for token in each})
    bound = {"owner": owner, "index": TEXT[corpus], "terms": asked}
    found = dict(session.values(_COUNTED, bound)) if asked else {}
    return {term: min((found.get(token, 0) for token in each), default=0) for term, each in tokens.items()}


def size(session: SqlSession, owner: Owner, corpus: Corpus) -> int:
    """How many rows the owner has in a corpus."""
    return sum(rows_by_owner(session, owner, corpus).values())


def rows_by_owner(session: SqlSession, owner: Owner, corpus: Corpus) -> dict[Owner, int]:
    """Of the owner, or of each of several together."""
    totals = session.once(TOTALS, {"owner": owner})
    return {Owner(whose): int(rows) for index, whose, rows, _ in totals if index == TEXT[corpus]}


def _worth(terms: Sequence[_Term], rows: Numbers, norms: Scores, totals: Totals) -> list[_Worth]:
    worth = []
    for term in terms:
        is_here = np.isin(term.rows, rows, assume_unique=True)
        places = rows.searchsorted(term.rows[is_here])
        worth.append((places, worth_of(idf_of(term.rows.size, totals), term.often[is_here], norms[places])))
    return worth


def _added(worth: Sequence[_Worth], rows: int) -> Scores:
    """One after the other: in another order the last digit of a sum may be another one."""
    scores = np.zeros(rows)
    for places, each in worth:
        scores[places] += each
    return scores


def totals_of(session: SqlSession, owner: Owner, index: WordIndex) -> Totals:
    """How many rows a text index has of the owner, and how many words."""
    own = [row for row in session.once(TOTALS, {"owner": owner}) if row[0] == index]
    return Totals(sum(rows for _, _, rows, _ in own), sum(words for *_, words in own))


def _terms(postings: Postings, words: Sequence[str], lengths: dict[int, int]) -> list[_Term]:
    """In the order of the words, read with one statement; a beginning of words has one of its own.

    `lengths`: of each row that has one of them, put in.
    """
    tokens = {word: tokens_of(word) for word in words}
    found: dict[str, dict[int, Sequence[int]]] = {}
    for term, number, places, length in postings.session.values(*_postings(postings, words)):
        found.setdefault(term, {})[number] = places
        lengths[number] = length
    made = []
    for word in words:
        if is_beginning(word):
            rows = _beginning_with(postings, word, lengths)
        else:
            rows = _in_a_row([found.get(token, {}) for token in tokens[word]])
        made.append(_term(rows, postings.weights))
    return made


def _postings(postings: Postings, words: Sequence[str]) -> tuple[str, Mapping[str, Any]]:
    """Term, row, places in it, and its length, of every token of the words."""
    wanted = sorted({token for word in words for token in tokens_of(word)})
    return _POSTINGS, {**postings.bound, "terms": wanted}


def _term(rows: _Places, weights: Sequence[float]) -> _Term:
    numbers = sorted(rows)
    often = [sum(weights[place // COLUMN] for place in rows[number]) for number in numbers]
    return _Term(np.array(numbers, dtype=np.int64), np.array(often, dtype=np.float64))


def _beginning_with(postings: Postings, word: str, lengths: dict[int, int]) -> _Places:
    bound = {**postings.bound, "first": word, "last": word + _LAST}
    rows: dict[int, list[int]] = {}
    for number, places, length in postings.session.values(_BEGINNING, bound):
        rows.setdefault(number, []).extend(places)
        lengths[number] = length
    return rows


def _in_a_row(tokens: Sequence[_Places]) -> _Places:
    """Where the first of the words stands with all others right behind it, one after the other."""
    if not tokens:
        return {}
    first, *others = tokens
    if not others:
        return first
    rows = {}
    for number, places in first.items():
        behind = [set(each.get(number, ())) for each in others]
        here = [p for p in places if all(p + at in each for at, each in enumerate(behind, start=1))]
        if here:
            rows[number] = here
    return rows
