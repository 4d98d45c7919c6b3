"""Which number does a word have in memory, and which two words in a row are kept as one?"""

from collections.abc import Sequence
from itertools import islice
from typing import cast

import numpy as np
from numpy.typing import NDArray

from quaidpy.storage.memory.text_index import Keys, TermOccurrences

_PAIR = np.int64(1 << 31)
_CLITICS = frozenset(
    ["ll", "re", "ve"]
)  # with single letters, what stands after an apostrophe: she'll, Ana's
_BEFORE = frozenset(["qu"])  # and before one: qu'il, l'été, O'Brien


class Vocabulary:
    """A whole number for each word that was ever met, and which words make pairs that are kept as one, too."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._is_short = np.zeros(0, dtype=np.bool_)
        self._is_after = np.zeros(0, dtype=np.bool_)
        self._is_before = np.zeros(0, dtype=np.bool_)

    def numbers_of(self, tokens: Sequence[str]) -> list[int]:
        """New words get a number."""
        known = self._numbers
        found = list(map(known.get, tokens))
        if None not in found:
            return cast("list[int]", found)
        return [known.setdefault(token, len(known)) for token in tokens]

    def key_of(self, tokens: Sequence[str]) -> int | None:
        """Of a word, or of two in a row; None where only the text index itself can tell."""
        numbers = [self._numbers.get(token) for token in tokens]
        match tokens, numbers:
            case [], []:
                return -1
            case [_], [number]:
                return -1 if number is None else number
            case [before, after], [first, second] if _is_kept(before, after):
                return -1 if first is None or second is None else _pair(first, second)
        return None

    def pairs(self, words: Keys, is_last: NDArray[np.bool_]) -> tuple[Keys, NDArray[np.intp]]:
        """Of words in a row those that make a pair: its key, and where the first of both stands."""
        self._look_at_new()
        before, after = words[:-1], words[1:]
        kept = (
            self._is_short[before] | self._is_short[after] | self._is_after[after] | self._is_before[before]
        )
        places = np.flatnonzero(kept & ~is_last[:-1])
        return (before[places] + 1) * _PAIR + after[places], places

    def _look_at_new(self) -> None:
        known = self._is_short.size
        if known == len(self._numbers):
            return
        # The last ones, from the end: all of them would be a hundred thousand.
        fresh = [*islice(reversed(self._numbers), len(self._numbers) - known)][::-1]
        self._is_short = np.append(self._is_short, [len(token) == 1 for token in fresh])
        self._is_after = np.append(self._is_after, [token in _CLITICS for token in fresh])
        self._is_before = np.append(self._is_before, [token in _BEFORE for token in fresh])


def _is_kept(before: str, after: str) -> bool:
    return len(before) == 1 or len(after) == 1 or after in _CLITICS or before in _BEFORE


def _pair(first: int, second: int) -> int:
    return (first + 1) * int(_PAIR) + second


def spoken_of(
    numbers: list[int], sizes: list[int], words: list[int], vocabulary: Vocabulary
) -> TermOccurrences:
    """Rows, how many words each of their columns has, and all these words; with their pairs."""
    every = np.array(numbers, dtype=np.int32)
    lengths = np.array(sizes, dtype=np.int64)
    keys = np.array(words, dtype=np.int64)
    width = max(1, lengths.size // max(1, every.size))
    columns = np.repeat(np.tile(np.arange(width, dtype=np.uint8), every.size), lengths)
    rows = np.repeat(np.repeat(every, width), lengths)
    is_last = np.zeros(keys.size, dtype=np.bool_)
    ends = np.cumsum(lengths)[lengths > 0] - 1
    is_last[ends] = True
    pairs, places = vocabulary.pairs(keys, is_last) if keys.size else (keys, np.empty(0, dtype=np.intp))
    # Rows must ascend within each key; the sort by key that follows keeps their order.
    return TermOccurrences(
        keys=np.concatenate([keys, pairs]),
        rows=np.concatenate([rows, rows[places]]),
        columns=np.concatenate([columns, columns[places]]),
        numbers=every,
        lengths=lengths.reshape(-1, width).sum(axis=1).astype(np.int32),
    )
