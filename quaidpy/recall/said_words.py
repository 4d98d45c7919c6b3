"""Which of a few words does each of many texts have, without a look at every word of every text?

Of a text that was met before its words are known by their hashes alone, side by side: a third of what the words take,
and compared all at once. Two of a million words have the same 64 bits in one process of forty million.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Hashes: TypeAlias = NDArray[np.int64]


def hashes_of(words: Iterable[str]) -> Hashes:
    """Of this process: not to be stored."""
    return np.array(list(map(hash, words)), dtype=np.int64)


def found_in(texts: Sequence[Sequence[Hashes]], words: Iterable[str]) -> list[frozenset[str]]:
    """Of each text, which may have several parts, the words that stand in it."""
    found: list[set[str]] = [set() for _ in texts]
    parts = [part for text in texts for part in text]
    if parts:
        said = np.concatenate(parts)
        text_of = np.repeat(np.arange(len(texts)), [sum(part.size for part in text) for text in texts])
        for word in words:
            for place in text_of[said == hash(word)].tolist():
                found[place].add(word)
    return list(map(frozenset, found))
