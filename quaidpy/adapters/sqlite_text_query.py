"""Which FTS5 query does a text make? Any text is fine; nothing in it is an operator."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import apsw

from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.adapters.sqlite_vectors import INDEX, TERMS, TEXT
from quaidpy.domain.languages import stop_words_of
from quaidpy.domain.queries import Shelf
from quaidpy.domain.text import with_cjk_bigrams, words
from quaidpy.domain.tuning import SearchTuning

_TOKENIZER = ["unicode61", "remove_diacritics", "2"]
_VERSION = "SELECT block FROM {}_data WHERE id = 10"  # FTS5's list of its segments: every commit to it writes another
_MOST_TERMS_KNOWN = 50_000


@dataclass(frozen=True, slots=True)
class Match:
    """`query`: for MATCH. `counted`: how many times each word stands in it, and so in what FTS5 makes of its rank."""

    query: str
    counted: int = 1


@dataclass(frozen=True, slots=True)
class Counting:
    """Where terms are counted, and from which counts on they are left out."""

    connection: apsw.Connection
    counts: "TermCounts"
    tuning: SearchTuning

    def frequency(self, term: str, shelf: Shelf) -> int:
        return self.counts.of(self.connection, term, shelf)


def text_match(counting: Counting, query: str, shelf: Shelf) -> Match | None:
    """The words of the query, quoted, joined by OR; None when there are none.

    Stop words are left out unless there is nothing else. Of too many words, and on large shelves of too common ones,
    the rarest stay: they tell most and cost least. When even those stand in too many rows, only rows with one of the
    rarest are ranked, by all of the words.
    """
    tuning = counting.tuning
    terms: Sequence[str] = list(dict.fromkeys(words(with_cjk_bigrams(query))))
    small = stop_words_of(query)
    terms = [term for term in terms if term not in small] or terms
    if len(terms) > tuning.most_words_read:
        # Both ends: the question may stand before or after something long that was pasted.
        half = tuning.most_words_read // 2
        terms = [*terms[:half], *terms[-half:]]
    needed, others = _most_telling(counting, terms, shelf)
    if not others:
        return Match(_any_of(needed)) if needed else None
    # FTS5 ranks by all that stands in a query: what is needed stands in it twice, so the others must too.
    return Match(f"({_any_of(needed)}) AND ({_any_of([*needed, *others, *others])})", counted=2)


def _most_telling(
    counting: Counting, terms: Sequence[str], shelf: Shelf
) -> tuple[Sequence[str], Sequence[str]]:
    """The words of which a row must have one, and those that only count besides."""
    tuning = counting.tuning
    ((rows,),) = fetched(counting.connection, f"SELECT max(number) FROM {INDEX[shelf]}")
    is_large = (rows or 0) > tuning.large_shelf_rows
    if not is_large and len(terms) <= tuning.most_terms:
        return terms, ()
    frequency = {term: counting.frequency(term, shelf) for term in terms}
    # A lone ideograph is searched as a beginning and has no frequency of its own.
    found = [term for term in terms if frequency[term] or _is_single_ideograph(term)]
    rarest = sorted(found, key=lambda term: (frequency[term], term))
    if is_large:
        limit = tuning.common_term_share * rows
        rarest = [term for term in rarest if frequency[term] <= limit] or rarest[:1]
    rarest = rarest[: tuning.most_terms]
    needed = len(rarest)
    if is_large:
        ranked = accumulate(frequency[term] for term in rarest)
        needed = max(1, sum(count <= tuning.most_rows_ranked for count in ranked))
    return rarest[:needed], rarest[needed:]


class TermCounts:
    """In how many documents terms stand, remembered until a shelf's text index is written again.

    Counting walks all of a term's rows, and several parts of one recall ask about the same words.
    """

    def __init__(self) -> None:
        self._known: dict[Shelf, tuple[bytes, dict[str, int]]] = {}

    def of(self, connection: apsw.Connection, term: str, shelf: Shelf) -> int:
        """Of a phrase such as don't, of its rarest part."""
        version: bytes = fetched(connection, _VERSION.format(TEXT[shelf]))[0][0]
        known_of, counts = self._known.get(shelf, (b"", {}))
        if known_of != version or len(counts) >= _MOST_TERMS_KNOWN:
            counts = {}
            self._known[shelf] = version, counts
        if term not in counts:
            counts[term] = _counted(connection, term, shelf)
        return counts[term]


def _counted(connection: apsw.Connection, term: str, shelf: Shelf) -> int:
    tokenize = connection.fts5_tokenizer("porter", _TOKENIZER)
    tokens = tokenize(
        term.encode(), apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
    )
    counts = [
        fetched(connection, f"SELECT doc FROM {TERMS[shelf]} WHERE term = ?", (token,)) for token in tokens
    ]
    return min((found[0][0] if found else 0 for found in counts), default=0)


def _any_of(terms: Sequence[str]) -> str:
    return " OR ".join(map(_quoted, terms))


def _quoted(term: str) -> str:
    return f'"{term}"' + ("*" if _is_single_ideograph(term) else "")


def _is_single_ideograph(term: str) -> bool:
    """A lone character of a script written without spaces is indexed only as the beginning of a bigram."""
    return len(term) == 1 and ord(term) >= 0x3040
