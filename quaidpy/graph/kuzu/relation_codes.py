"""Which number stands for a relation and its direction in a graph file?"""

from collections.abc import Iterable, Mapping

from quaidpy.graph.kuzu.engine import GraphSession, GraphTransaction
from quaidpy.graph.kuzu.schema import PUT_RELATION, RELATIONS
from quaidpy.storage.sql.graph_rows import NearestRow

_TIMEOUT_S = 60.0


class RelationCodes:
    """Relations in the order in which the file met them; a code is twice the number, and one more for outgoing.

    `relations`: by code the relation, and whether it goes out.
    """

    def __init__(self, numbers: Mapping[str, int] | None = None) -> None:
        self.numbers = dict(numbers or {})
        self._known = len(self.numbers)
        self.relations: dict[int, tuple[str, bool]] = {}
        for relation, number in self.numbers.items():
            self._put(relation, number)

    def code(self, relation: str, *, is_forward: bool) -> int:
        """A relation never met gets the next number."""
        number = self.numbers.get(relation)
        if number is None:
            number = self.numbers[relation] = len(self.numbers)
            self._put(relation, number)
        return 2 * number + is_forward

    def nearest(self, source: str, target: str, code: int, weight: float, link: str) -> NearestRow:
        """A row of Nearest as the rows would give it."""
        return NearestRow(source, target, *self.relations[code], weight, link)

    def put_new(self, transaction: GraphTransaction) -> None:
        """Write those down that were met since these were read."""
        for relation, number in self.numbers.items():
            if number >= self._known:
                transaction.run(PUT_RELATION, {"name": relation, "number": number})
        self._known = len(self.numbers)

    def _put(self, relation: str, number: int) -> None:
        self.relations |= {2 * number: (relation, False), 2 * number + 1: (relation, True)}


def read_codes(session: GraphSession) -> RelationCodes:
    return _codes(session.read(RELATIONS, {}, timeout_s=_TIMEOUT_S))


def codes_within(transaction: GraphTransaction) -> RelationCodes:
    return _codes(transaction.run(RELATIONS, {}))


def _codes(rows: Iterable[Iterable[object]]) -> RelationCodes:
    return RelationCodes(dict(rows))  # type: ignore[arg-type]  # rows of two: name and number
