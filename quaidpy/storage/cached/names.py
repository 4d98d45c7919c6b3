"""Which entities bear these names, of all that are in use?"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from quaidpy.domain.identity import EntityId
from quaidpy.storage.sql.rows import beginning_of_names


class NamesInUse:
    """All names and aliases of an owner, folded. Never changed: who gives a name makes them anew."""

    __slots__ = ("_bearing", "_in_order")

    def __init__(self, bearing: Mapping[str, Sequence[EntityId]]) -> None:
        """`bearing`: of each name the entities that have it."""
        self._bearing = bearing
        self._in_order = sorted(bearing)

    def of(self, names: Iterable[str]) -> set[EntityId]:
        return {entity for name in names for entity in self._bearing.get(name, ())}

    def beginning(self, beginnings: Iterable[str]) -> set[EntityId]:
        found: set[EntityId] = set()
        for low, high in map(beginning_of_names, beginnings):
            first, last = bisect_left(self._in_order, low), bisect_left(self._in_order, high)
            found |= self.of(self._in_order[first:last])
        return found
