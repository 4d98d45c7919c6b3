"""Which number has the node of this id, and which the turns beside it, when a whole corpus is in memory?

An id of 36 letters would cost as much as a quarter of its vector, and a dictionary of a million ids as much as all of
it. Kept is a whole number a node: what comes before an id's last point as a hash, plus what comes after it, so that the
keys of neighbouring turns are one apart. Two of ten million nodes share a key by a chance of one in 300,000.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId
from quaidpy.storage.memory.vectors import Numbers

Keys = NDArray[np.uint64]

NONE = -1
"""The number of a node that is not here."""

_MOST_DIGITS = 9  # of a turn's place in its episode
_POINT, _ZERO, _NINE = (np.uint8(ord(letter)) for letter in ".09")
_MIXER = np.uint64(0x9E3779B97F4A7C15)  # odd, without pattern: 2**64 over the golden ratio


class InMemoryNodes:
    """Numbers by node; one reader or writer at a time."""

    def __init__(self) -> None:
        self._keys: Keys = np.empty(0, dtype=np.uint64)  # ascending
        self._numbers: Numbers = np.empty(0, dtype=np.int64)
        self._waiting: list[tuple[Keys, Numbers]] = []

    def put(self, numbers: Numbers, nodes: Sequence[NodeId]) -> None:
        """Add nodes; one whose number is here already takes that number over."""
        self._waiting.append((keys_of(nodes), numbers))

    def drop(self, numbers: Numbers) -> None:
        self._settle()
        stays = ~np.isin(self._numbers, numbers)
        self._keys, self._numbers = self._keys[stays], self._numbers[stays]

    def numbers_of(self, keys: Keys) -> Numbers:
        """In the order asked; NONE for what is not here."""
        return self._at(self._found(keys), keys)

    def numbers_around(self, keys: Keys) -> tuple[Numbers, Numbers, Numbers]:
        """Of turns, of those before them and of those after them; NONE for what is not here."""
        places = self._found(keys)
        # Of keys in order those of neighbours lie side by side, as far as the turn itself is here.
        before, after = (self._at(places + step, keys + np.uint64(step % 2**64)) for step in (-1, 1))
        return self._at(places, keys), before, after

    def in_order(self) -> tuple[Keys, Numbers]:
        """All keys, ascending, with their numbers."""
        self._settle()
        return self._keys, self._numbers

    def _found(self, keys: Keys) -> NDArray[np.intp]:
        self._settle()
        return self._keys.searchsorted(keys)

    def _at(self, places: NDArray[np.intp], keys: Keys) -> Numbers:
        if self._keys.size == 0:
            return np.full(keys.size, NONE, dtype=np.int64)
        places = np.minimum(np.maximum(places, 0), self._keys.size - 1)
        return np.where(self._keys[places] == keys, self._numbers[places], NONE)

    def _settle(self) -> None:
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        numbers = np.concatenate([numbers for _, numbers in waiting])
        keys = np.concatenate([keys for keys, _ in waiting])
        # Of what was put twice the last counts.
        _, last = np.unique(numbers[::-1], return_index=True)
        keys, numbers = keys[::-1][last], numbers[::-1][last]
        stays = ~np.isin(self._numbers, numbers)
        held, theirs = (
            (self._keys, self._numbers) if stays.all() else (self._keys[stays], self._numbers[stays])
        )
        order = np.argsort(keys, kind="stable")
        keys, numbers = keys[order], numbers[order]
        # Few among many, mostly: sorting all of them again would take most of a search.
        places = np.searchsorted(held, keys, side="right")
        self._keys, self._numbers = np.insert(held, places, keys), np.insert(theirs, places, numbers)


def keys_of(nodes: Sequence[NodeId]) -> Keys:
    """One key an id; that of the turn before is one less, that of the turn after one more."""
    if not nodes:
        return np.empty(0, dtype=np.uint64)
    letters = _spelled(nodes)
    point = nodes[0].rfind(".")
    if point > 0 and _are_alike(letters, point):
        last: Keys = np.dot(letters[:, point + 1 :] - _ZERO, _powers(letters.shape[1] - point - 1))
        return _hashed(letters[:, :point], np.array([point], dtype=np.uint64)) + last
    places = np.arange(letters.shape[1])
    points = np.where(letters == _POINT, places, -1).max(axis=1)
    ends = np.where(letters != 0, places, -1).max(axis=1)
    before = np.where(points < 0, ends + 1, points)
    words = np.where(places < before[:, None], letters, 0)
    return _hashed(words, before.astype(np.uint64)) + _last_parts(letters, points, ends)


def _are_alike(letters: NDArray[np.uint8], point: int) -> bool:
    """Whether all ids are turns, with the last point at this place: then all are read at once."""
    last = letters[:, point + 1 :]
    return bool(
        last.shape[1] <= _MOST_DIGITS
        and (letters[:, point] == _POINT).all()
        and ((last >= _ZERO) & (last <= _NINE)).all()
    )


def _powers(digits: int) -> Keys:
    """Of ten, the largest first."""
    return np.array([10**power for power in reversed(range(digits))], dtype=np.uint64)


def _hashed(words: NDArray[np.uint8], lengths: Keys) -> Keys:
    """Of a row of letters each."""
    weights = np.cumprod(np.full(words.shape[1], _MIXER))
    hashed: Keys = np.dot(words.astype(np.uint64), weights) + lengths
    return (hashed ^ (hashed >> np.uint64(29))) * _MIXER


def _spelled(nodes: Sequence[NodeId]) -> NDArray[np.uint8]:
    """A row of letters a node; zeros behind shorter ones."""
    letters = "".join(nodes).encode()
    if len(letters) == len(nodes) * len(nodes[0]) and len(set(map(len, nodes))) == 1:
        return np.frombuffer(letters, dtype=np.uint8).reshape(len(nodes), -1)
    spelled = np.array([node.encode() for node in nodes], dtype=np.bytes_)
    return spelled.view(np.uint8).reshape(len(nodes), -1)


def _last_parts(letters: NDArray[np.uint8], points: NDArray[np.int64], ends: NDArray[np.int64]) -> Keys:
    """The number after each id's last point; 0 without one."""
    found: Keys = np.zeros(len(letters), dtype=np.uint64)
    rows = np.arange(len(letters))
    for power in range(_MOST_DIGITS):
        column = ends - power
        digit = letters[rows, np.maximum(column, 0)].astype(np.uint64) - np.uint64(ord("0"))
        found += np.where((points >= 0) & (column > points), digit * np.uint64(10**power), np.uint64(0))
    return found
