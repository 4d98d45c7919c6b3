"""Which node stands at which place of the engine's table?

The engine finds a place at once. A text it looks for by reading a whole column, once for each step and each property.
So walks ask for places and numbers alone, and the words are here.
"""

from collections.abc import Iterable

from quaidpy.domain.identity import EntityId, NodeId, is_entity
from quaidpy.graph.kuzu.apply import Applied
from quaidpy.graph.kuzu.engine import GraphSession
from quaidpy.graph.kuzu.relation_codes import RelationCodes, read_codes

_TIMEOUT_S = 60.0
_ALL = "MATCH (n:Node) RETURN offset(id(n)), n.id, n.degree"
_ONE = "MATCH (n:Node {id: $id}) RETURN offset(id(n))"


class Places:
    """Of one open graph file. The follower tells what has changed; some 300 bytes a node.

    `nodes`: by place. `codes`: the relations as that file numbers them.
    """

    def __init__(self, session: GraphSession) -> None:
        self._session = session
        self.nodes: dict[int, NodeId] = {}
        self._places: dict[NodeId, int] = {}
        self._degrees: dict[NodeId, int] = {}
        with session.cursor(_ALL, {}, timeout_s=_TIMEOUT_S) as result:
            while result.has_next():
                self._put(*result.get_next())
        self.codes: RelationCodes = read_codes(session)

    def __len__(self) -> int:
        return len(self._places)

    def refresh(self, changed: Applied) -> None:
        """Follow what was committed. Where a new node stands the engine tells, but only then."""
        for identity in changed.gone:
            self._forget(EntityId(identity))
        for row in changed.alive:
            node = EntityId(row.id)
            if node in self._places:
                self._put(self._places[node], node, row.degree)
            else:
                ((place,),) = self._session.read(_ONE, {"id": node}, timeout_s=_TIMEOUT_S)
                self._put(place, node, row.degree)
        self.codes = changed.codes

    def of(self, nodes: Iterable[NodeId]) -> list[int]:
        """Of those that are in the graph, each once."""
        return sorted({self._places[node] for node in nodes if node in self._places})

    def degrees(self, nodes: Iterable[NodeId]) -> tuple[tuple[NodeId, int], ...]:
        """Of those that are entities, by id, how many links they have of any time, up to the cap."""
        known = self._degrees
        return tuple((node, known[node]) for node in sorted(known.keys() & set(nodes)))

    def _forget(self, node: NodeId) -> None:
        left = self._places.pop(node, None)
        if left is not None:
            del self.nodes[left]
            self._degrees.pop(node, None)

    def _put(self, place: int, node: str, degree: int) -> None:
        known = EntityId(node)
        self._places[known], self.nodes[place] = place, known
        if is_entity(known):
            self._degrees[known] = degree
