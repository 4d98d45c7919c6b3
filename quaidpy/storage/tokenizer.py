"""Which words does a text index make of a text? Those of FTS5's own tokenizer, whatever engine keeps the rows."""

import threading
from typing import Any

import apsw

from quaidpy.domain.language.text import with_cjk_bigrams

_TOKENIZER = ["unicode61", "remove_diacritics", "2"]
_of_thread = threading.local()


def tokens_of(text: str) -> list[str]:
    """In order, stemmed; CJK bigrams first, as what is indexed has them."""
    cut: list[str] = _tokenize()(
        with_cjk_bigrams(text).encode(),
        apsw.FTS5_TOKENIZE_DOCUMENT,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    return cut


def _tokenize() -> Any:
    found = getattr(_of_thread, "tokenize", None)
    if found is None:
        _of_thread.connection = apsw.Connection(":memory:")
        found = _of_thread.tokenize = _of_thread.connection.fts5_tokenizer("porter", _TOKENIZER)
    return found
