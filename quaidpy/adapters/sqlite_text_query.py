"""Which FTS5 query does a text make? Any text is fine; nothing in it is an operator."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import apsw

from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.adapters.sqlite_vectors import INDEX, TERMS
from quaidpy.domain.languages import stop_words_of
from quaidpy.domain.queries import Shelf
from quaidpy.domain.text import with_cjk_bigrams, words
from quaidpy.domain.tuning import SearchTuning

_TOKENIZER = ["unicode61", "remove_diacritics", "2"]


@dataclass(frozen=True, slots=True)
class Match:
    """`query`: for MATCH. `counted`: how many times each word stands in it, and so in what FTS5 makes of its rank."""

    query: str
    counted: int = 1


def text_match(connection: apsw.Connection, query: str, shelf: Shelf, tuning: SearchTuning) -> Match | None:
    """The words of the query, quoted, joined by OR; None when there are none.

    Stop words are left out unless there is nothing else. Of too many words, and on large shelves of too common ones,
    the rarest stay: they tell most and cost least. When even those stand in too many rows, only rows with one of the
    rarest are ranked, by all of the words.
    """
    terms: Sequence[str] = list(dict.fromkeys(words(with_cjk_bigrams(query))))
    small = stop_words_of(query)
    terms = [term for term in terms if term not in small] or terms
    if len(terms) > tuning.most_words_read:
        # Both ends: the question may stand before or after something long that was pasted.
        half = tuning.most_words_read // 2
        terms = [*terms[:half], *terms[-half:]]
    needed, others = _most_telling(connection, terms, shelf, tuning)
    if not others:
        return Match(_any_of(needed)) if needed else None
    # FTS5 ranks by all that stands in a query: what is needed stands in it twice, so the others must too.
    return Match(f"({_any_of(needed)}) AND ({_any_of([*needed, *others, *others])})", counted=2)


def _most_telling(
    connection: apsw.Connection, terms: Sequence[str], shelf: Shelf, tuning: SearchTuning
) -> tuple[Sequence[str], Sequence[str]]:
    """The words of which a row must have one, and those that only count besides."""
    ((rows,),) = fetched(connection, f"SELECT max(number) FROM {INDEX[shelf]}")
    is_large = (rows or 0) > tuning.large_shelf_rows
    if not is_large and len(terms) <= tuning.most_terms:
        return terms, ()
    frequency = {term: document_frequency(connection, term, shelf) for term in terms}
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


def document_frequency(connection: apsw.Connection, term: str, shelf: Shelf) -> int:
    """In how many documents the term stands; of a phrase such as don't, its rarest part."""
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
