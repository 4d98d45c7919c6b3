"""Which nodes that a filter admits have these words, by FTS5's BM25?"""

from collections.abc import Sequence

import numpy as np

from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.storage.indexing.vectors import INDEX, TEXT
from quaidpy.storage.searching.text_query import Match, is_beginning
from quaidpy.storage.searching.text_search import WordSearch, admitted_of
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.tokenizer import tokens_of

_TRIED = 1.5  # times as many as wanted are taken of all rows, then filtered
_VERSION = "SELECT block FROM {}_data WHERE id = 10"  # FTS5's list of its segments: every commit to it writes another
_MOST_TERMS_KNOWN = 50_000
_TERMS = {Corpus.MEMORIES: "memory_terms", Corpus.TURNS: "turn_terms", Corpus.PASSAGES: "passage_terms"}


def best_by_words(search: WordSearch, match: Match, limit: int) -> list[Hit]:
    """Best first, ties by id.

    Take more than wanted and filter, which is right when enough pass: most filters admit most rows, and asking of each
    row whether it is admitted costs as much as ranking it. Else ask of each.
    """
    tried = int(_TRIED * limit) + 1
    rows = search.session.values(
        f"SELECT rowid, -{_rank(search)} / :counted AS score FROM {search.index} WHERE {search.index} MATCH :match"
        " ORDER BY score DESC LIMIT :limit",
        {"match": query_of(match), "counted": _counted_times(match), "limit": tried},
    )
    numbers = np.array([number for number, _ in rows], dtype=np.int64)
    scores = np.array([score for _, score in rows], dtype=np.float64)
    hits = admitted_of(search, numbers, scores, len(rows))
    if len(rows) < tried:
        return hits[:limit]  # those were all
    # Of rows that score as the last one fetched, some may be missing: ids decide among them.
    certain = sum(hit.score > rows[-1][1] for hit in hits)
    return hits[:limit] if certain >= limit else _best_of_admitted(search, match, limit)


def _best_of_admitted(search: WordSearch, match: Match, limit: int) -> list[Hit]:
    condition, index = search.admission.condition, INDEX[search.admission.corpus]
    rows = search.session.values(
        f"SELECT i.id, -{_rank(search)} / :counted AS score FROM {search.index}"
        f" CROSS JOIN {index} i ON i.number = {search.index}.rowid"
        f" WHERE {search.index} MATCH :match AND {condition.sql} ORDER BY score DESC, i.id LIMIT :limit",
        {**condition.bound, "match": query_of(match), "counted": _counted_times(match), "limit": limit},
    )
    return [Hit(node, score) for node, score in rows]


def _rank(search: WordSearch) -> str:
    return f"bm25({search.index}, {', '.join(map(str, search.weights))})"


def query_of(match: Match) -> str:
    """For MATCH."""
    if not match.others:
        return _any_of(match.needed)
    # FTS5 ranks by all that stands in a query: what is needed stands in it twice, so the others must too.
    return f"({_any_of(match.needed)}) AND ({_any_of([*match.needed, *match.others, *match.others])})"


def _counted_times(match: Match) -> int:
    """How many times each word stands in the query, and so in what FTS5 makes of its rank."""
    return 2 if match.others else 1


def _any_of(terms: Sequence[str]) -> str:
    return " OR ".join(map(_quoted, terms))


def _quoted(term: str) -> str:
    return f'"{term}"' + ("*" if is_beginning(term) else "")


class TermCounts:
    """In how many documents terms stand, remembered until a corpus's text index is written again.

    Counting walks all of a term's rows, and several parts of one recall ask about the same words.
    """

    def __init__(self) -> None:
        self._known: dict[Corpus, tuple[bytes, dict[str, int]]] = {}

    def of(self, session: SqlSession, term: str, corpus: Corpus) -> int:
        """Of a phrase such as don't, of its rarest part."""
        version: bytes = session.values(_VERSION.format(TEXT[corpus]))[0][0]
        known_of, counts = self._known.get(corpus, (b"", {}))
        if known_of != version or len(counts) >= _MOST_TERMS_KNOWN:
            counts = {}
            self._known[corpus] = version, counts
        if term not in counts:
            counts[term] = _counted(session, term, corpus)
        return counts[term]


def _counted(session: SqlSession, term: str, corpus: Corpus) -> int:
    tokens = tokens_of(term)
    counts = [
        session.values(f"SELECT doc FROM {_TERMS[corpus]} WHERE term = :term", {"term": token})
        for token in tokens
    ]
    return min((found[0][0] if found else 0 for found in counts), default=0)
