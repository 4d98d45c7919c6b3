"""Is there anything here at all? Raw evidence, before and beside every ranking."""

from collections.abc import Iterable, Sequence

from quaidpy.domain.text import words
from quaidpy.domain.tuning import RecallTuning

_SHORTEST_STEM = 4  # letters that must agree


def coverage(terms: Sequence[str], text: str) -> float:
    """The share of the question's content words that the text has, in any ending; 0 without words."""
    if not terms:
        return 0.0
    known = set(words(text))
    return sum(_is_in(term, known) for term in terms) / len(terms)


def evidence_level(cosine: float, covered: float, tuning: RecallTuning) -> float:
    """How far raw evidence goes from nothing (0) to as good as it gets (1); the scale of every score.

    The better of meaning and words: a name alone is enough when all words are there, and a paraphrase shares none.
    """
    meant = (cosine - tuning.cosine_floor) / (tuning.cosine_ceiling - tuning.cosine_floor)
    return min(1.0, max(0.0, meant, covered * tuning.coverage_worth))


def is_relevant(cosine: float, covered: float, tuning: RecallTuning) -> bool:
    """Whether raw evidence passes either threshold of this embedder."""
    return cosine >= tuning.abstain_below_cosine or covered >= tuning.abstain_below_coverage


def shares_stem(one: str, other: str) -> bool:
    """Equal up to a short ending: live, lives, living; short words must be equal but for a plural s."""
    if one == other or one.removesuffix("s") == other.removesuffix("s"):
        return True
    stem = max(_SHORTEST_STEM, max(len(one), len(other)) - 3)
    return min(len(one), len(other)) >= _SHORTEST_STEM - 1 and one[:stem].rstrip("e") == other[:stem].rstrip(
        "e"
    )


def _is_in(term: str, known: Iterable[str]) -> bool:
    return any(shares_stem(term, word) for word in known)
