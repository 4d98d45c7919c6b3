"""Which values were read already, and still say what the rows say?"""

import threading
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from quaidpy.ports.changes import BEGINNING, Key, Position

_Id = TypeVar("_Id", bound=str)
_KINDS_OF_AN_OWNER = 8  # of rows, and of what leads from one to another
_MOST_CHANGED = 200  # keys that are told of: one statement stored is some ten


@dataclass(slots=True)
class _Kind:
    """Values by id. What is asked for moves from the aged to the fresh; when those are many, the aged are let go."""

    fresh: dict[Key, Any] = field(default_factory=dict)
    aged: dict[Key, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.fresh) + len(self.aged)

    def get(self, ids: Collection[_Id]) -> dict[_Id, Any]:
        if self.fresh.keys() >= set(ids):  # mostly: then no step of Python's for each
            return dict(zip(ids, map(self.fresh.__getitem__, ids), strict=True))
        found: dict[_Id, Any] = {}
        for identity in ids:
            if identity in self.fresh:
                found[identity] = self.fresh[identity]
            elif identity in self.aged:
                found[identity] = self.fresh[identity] = self.aged.pop(identity)
        return found


class RowCache:
    """Values by kind and id, all of them as of one change of the rows; safe for many threads.

    Whoever reads an older or newer state neither gets anything nor leaves anything here.
    """

    def __init__(self, most: int) -> None:
        """`most` values of each kind are kept, and of many owners' kinds together as many as one owner may have."""
        self._most = most
        self._put = 0  # values since kinds were last counted; some of them may be gone
        self._guard = threading.Lock()
        self._kinds: dict[Hashable, _Kind] = {}
        self._seq = BEGINNING
        self._changed: frozenset[Key] = frozenset()
        self.emptied = 0
        """How many times everything was let go."""

    @property
    def seq(self) -> Position:
        """The change up to which it has followed."""
        return self._seq

    def move_on(self, since: Position, until: Position, changed: frozenset[Key] | None) -> None:
        """From change `since` to `until`: values that changed go, all of them when it is None.

        Does nothing when another thread has moved on meanwhile.
        """
        with self._guard:
            if self._seq != since:
                return
            if changed is None:
                self._kinds.clear()
                self.emptied += 1
            for kind in self._kinds.values():
                for identity in changed or ():
                    kind.fresh.pop(identity, None)
                    kind.aged.pop(identity, None)
            self._seq = until
            both = self._changed.union(changed or ())
            self._changed = frozenset() if len(both) > _MOST_CHANGED else both

    def changed(self, seq: Position) -> frozenset[Key]:
        """Of a few changes the keys, until they were read again; for a reader whose rows are as of change `seq`."""
        with self._guard:
            return self._changed if self._seq == seq else frozenset()

    def read_again(self, seq: Position) -> None:
        """All that changed up to `seq` is here again, or was not wanted."""
        with self._guard:
            if self._seq == seq:
                self._changed = frozenset()

    def knows(self, kind: Hashable, identity: str) -> bool:
        """Whether the value is here, of whatever change: mostly it still holds."""
        with self._guard:
            held = self._kinds.get(kind)
            return held is not None and (identity in held.fresh or identity in held.aged)

    def missing(self, seq: Position, kind: Hashable, ids: Sequence[_Id]) -> set[_Id]:
        """Of the ids those that are not here, for a reader whose rows are as of change `seq`."""
        with self._guard:
            held = self._kinds.get(kind)
            if held is None or self._seq != seq:
                return set(ids)
            return set(ids).difference(held.fresh).difference(held.aged)

    def get(self, seq: Position, kind: Hashable, ids: Collection[_Id]) -> dict[_Id, Any]:
        """Of the ids those that are here, for a reader whose rows are as of change `seq`."""
        with self._guard:
            held = self._kinds.get(kind)
            return held.get(ids) if held is not None and self._seq == seq else {}

    def put(self, seq: Position, kind: Hashable, values: Mapping[_Id, Any]) -> None:
        """What was read by a reader whose rows are as of change `seq`; None for what is not there."""
        with self._guard:
            if self._seq != seq or not self._most:
                return
            held = self._kinds.pop(kind) if kind in self._kinds else _Kind()
            self._kinds[kind] = held  # the one that was read last stands last
            held.fresh.update(values.items())
            if len(held.fresh) > self._most // 2:
                held.fresh, held.aged = {}, held.fresh
            self._put += len(values)
            if self._put > _KINDS_OF_AN_OWNER * self._most:
                self._make_room()

    def _make_room(self) -> None:
        """Let kinds go that were not read anew for longest, until half of what there may be is left."""
        self._put = sum(map(len, self._kinds.values()))
        for kind in list(self._kinds)[:-_KINDS_OF_AN_OWNER]:
            if self._put <= _KINDS_OF_AN_OWNER * self._most // 2:
                return
            self._put -= len(self._kinds.pop(kind))
