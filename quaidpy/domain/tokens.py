"""How many tokens will a model count? An estimate that errs on the safe side."""

import re
from itertools import accumulate

_PIECE = re.compile(r"[A-Za-z]+|\d|[^\sA-Za-z\d]")
_LETTERS_PER_TOKEN = 5  # of a word; common tokenizers average 4.5 to 6 on English


def count_tokens(text: str) -> int:
    """Tokens, rather too many than too few on ordinary text: words by length, digits and signs singly."""
    return sum(map(_tokens_of, _PIECE.findall(text)))


def exceeds(text: str, most_tokens: int) -> bool:
    """Whether it has more tokens; no more is read of it than that takes."""
    counted = accumulate(_tokens_of(piece[0]) for piece in _PIECE.finditer(text))
    return any(tokens > most_tokens for tokens in counted)


def _tokens_of(piece: str) -> int:
    return 1 + (len(piece) - 1) // _LETTERS_PER_TOKEN if piece.isascii() else 1 + len(piece) // 2
