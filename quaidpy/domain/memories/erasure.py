"""What was erased for ever, where, and what of the user's own still says it?"""

from collections.abc import Iterable
from dataclasses import dataclass

from quaidpy.regex import regex

ERASED = "(erased)"
"""Stands in the place of words that were erased, where something must stand."""

_SHORTEST = 12
"""Characters of a text that is looked for inside of others: who said “yes” is in every log."""
_SENTENCE_END = regex(r"(?<=[.!?…])\s|\n")
_CUT_AT = (79, 200, 500)
"""Where logs and notes cut what they quote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged:
    """`rows` of the database; files of the home that were `rewritten` or `deleted`; files `left`, which are the user's.

    Paths as text, sorted. `is_off_disk`: False where a server takes the rows off its disk later.
    """

    rows: int
    words: tuple[str, ...]
    rewritten: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    is_off_disk: bool = True

    def plus(self, other: "Purged") -> "Purged":
        """What went in several spaces."""
        return Purged(
            rows=self.rows + other.rows,
            words=looked_for({*self.words, *other.words}),
            rewritten=tuple(sorted({*self.rewritten, *other.rewritten})),
            deleted=tuple(sorted({*self.deleted, *other.deleted})),
            left=tuple(sorted({*self.left, *other.left})),
            is_off_disk=self.is_off_disk and other.is_off_disk,
        )


def looked_for(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts as they may stand in logs and copies: whole, by sentence, and cut. Longest first, none too short."""
    given = {text.strip() for text in texts}
    whole = given | {sentence.strip() for text in given for sentence in _SENTENCE_END.split(text)}
    cut = {text[:length] for text in whole for length in _CUT_AT if len(text) > length}
    found = {text for text in (*whole, *cut) if len(text) >= _SHORTEST}
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


def without_words(value: object, words: Iterable[str]) -> object:
    """JSON-like data with `ERASED` in the place of the words."""
    if isinstance(value, str):
        for text in words:
            value = value.replace(text, ERASED)
        return value
    if isinstance(value, dict):
        return {key: without_words(each, words) for key, each in value.items()}
    if isinstance(value, list):
        return [without_words(each, words) for each in value]
    return value
