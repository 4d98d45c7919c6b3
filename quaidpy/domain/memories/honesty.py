"""Does a text of a model say more than what it was made of? Names and figures that nobody gave are inventions."""

from collections.abc import Iterable

from quaidpy.domain.language.text import words
from quaidpy.regex import regex

_NUMBER = regex(r"\d+(?:[.,:]\d+)*")
_NAME = regex(r"(?<![.!?:\n]\s)(?<!^)\b[A-ZÀ-ÖØ-Þ][\w'’-]+")
_OFTEN = frozenset({"i", "i'm", "i've", "i'd", "i'll"})


def says_no_more(text: str, sources: Iterable[str]) -> bool:
    """No figure, and no word with a capital inside a sentence, that no source has."""
    whole = "\n".join(sources)
    known = set(words(whole)) | _OFTEN
    if not set(_NUMBER.findall(text)) <= set(_NUMBER.findall(whole)):
        return False
    return all(set(words(name)) <= known for name in _NAME.findall(text.strip()))
