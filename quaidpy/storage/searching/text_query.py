"""Which words of a question are looked for? Any text is fine; nothing in it is an operator."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from quaidpy.domain.language.languages import stop_words_of
from quaidpy.domain.language.text import with_cjk_bigrams, words
from quaidpy.domain.recall.queries import Corpus
from quaidpy.domain.tuning import SearchTuning
from quaidpy.storage.cached.text_index import WordsInView


@dataclass(frozen=True, slots=True)
class Match:
    """A row must have one of the `needed` words; the `others` only count besides."""

    needed: Sequence[str]
    others: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Counting:
    """Where terms are counted (in memory, where the corpus's words are there), and from where on they are left out.

    `size`: of a corpus, in rows.
    """

    counted: Callable[[Sequence[str], Corpus], Mapping[str, int]]
    size: Callable[[Corpus], int]
    tuning: SearchTuning
    held: WordsInView | None = None

    def frequencies(self, terms: Sequence[str], corpus: Corpus) -> Mapping[str, int]:
        if self.held is not None:
            return {term: self.held.count(term) for term in terms}
        return self.counted(terms, corpus)


def text_match(counting: Counting, query: str, corpus: Corpus) -> Match | None:
    """The words of the query, quoted, joined by OR; None when there are none.

    Stop words are left out unless there is nothing else. Of too many words, and on large corpora of too common ones,
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
    needed, others = _most_telling(counting, terms, corpus)
    return Match(needed, others) if needed else None


def _most_telling(
    counting: Counting, terms: Sequence[str], corpus: Corpus
) -> tuple[Sequence[str], Sequence[str]]:
    """The words of which a row must have one, and those that only count besides."""
    tuning = counting.tuning
    rows = counting.size(corpus)
    if not rows:
        return (), ()
    is_large = rows > tuning.large_shelf_rows
    if not is_large and len(terms) <= tuning.most_terms:
        return terms, ()
    frequency = counting.frequencies(terms, corpus)
    # A lone ideograph is searched as a beginning and has no frequency of its own.
    found = [term for term in terms if frequency[term] or is_beginning(term)]
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


def is_beginning(term: str) -> bool:
    """A lone character of a script written without spaces is indexed only as the beginning of a bigram."""
    return len(term) == 1 and ord(term) >= 0x3040
