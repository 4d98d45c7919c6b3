"""Did anybody say these words, and where exactly?"""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Evidence

_LEAST_LETTERS = 8  # a shorter quote must be found letter by letter; likeness of few letters says nothing
_ALIKE = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


def find_quote(quote: str, turns: Sequence[Turn], *, least_match: float) -> Evidence | None:
    """Where the words stand in the first of the turns that has them; None when nobody said them.

    Case, white space and the shape of quotation marks and dashes do not matter. Failing that, the stretch of a turn
    that is alike to at least `least_match` percent: models tidy up what they copy. What is returned is always a
    stretch of a turn, never the model's words.
    """
    wanted = quote.translate(_ALIKE).strip(" \"'…").removesuffix("...").strip()
    if not wanted:
        return None
    form = quote_form(wanted)
    for turn in turns:
        found = form.search(turn.text.translate(_ALIKE))
        if found:
            return Evidence(turn.id, found.start(), found.end())
    return _most_alike(wanted, turns, least_match) if len(wanted) >= _LEAST_LETTERS else None


def quote_form(wanted: str) -> re.Pattern[str]:
    """The words in their order, whatever space is between them."""
    return re.compile(r"\s++".join(re.escape(word) for word in wanted.split()), re.IGNORECASE)


def _most_alike(wanted: str, turns: Sequence[Turn], least_match: float) -> Evidence | None:
    best: tuple[float, Evidence] | None = None
    for turn in turns:
        if len(turn.text) < len(wanted) // 2:
            continue
        aligned = fuzz.partial_ratio_alignment(
            wanted.lower(), turn.text.translate(_ALIKE).lower(), score_cutoff=least_match
        )
        if aligned is None or aligned.dest_end - aligned.dest_start < len(wanted) // 2:
            continue
        if best is None or aligned.score > best[0]:
            best = aligned.score, Evidence(turn.id, aligned.dest_start, aligned.dest_end)
    return best[1] if best else None
