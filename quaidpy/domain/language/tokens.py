"""How many tokens will a model count? An estimate that errs on the safe side."""

from itertools import islice

from quaidpy.regex import regex

_TOKEN = regex(r"[A-Za-z]{1,5}|[^\sA-Za-z]")
"""Five letters of a word; common tokenizers average 4.5 to 6 on English."""


def count_tokens(text: str) -> int:
    """Tokens, rather too many than too few on ordinary text: words by length, digits and signs singly."""
    return len(_TOKEN.findall(text))


def exceeds(text: str, most_tokens: int) -> bool:
    """Whether it has more tokens; no more is read of it than that takes."""
    return any(islice(_TOKEN.finditer(text), max(0, most_tokens), None))
