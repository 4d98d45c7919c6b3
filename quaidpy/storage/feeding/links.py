"""Which links do nodes have? How many each, or all of an owner in arrays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.errors import StorageError
from quaidpy.storage.cached.sources import LinksAround
from quaidpy.storage.memory.edge_arrays import NEVER, Edges, Ids, Places, coded, places_of
from quaidpy.storage.memory.link_arrays import Forward, LinkArrays, arrays_of
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import SqlSession

_DEGREES = """
SELECT n.id, (SELECT count(*) FROM (
  SELECT 1 FROM adjacency a WHERE a.owner = :owner AND a.node = n.id LIMIT :cap) counted)
FROM unnest(:nodes) AS n(id)
"""

_READ_AT_ONCE = 50_000  # rows
_BYTES_A_HALF = 38.0  # 18 of arrays; of edges and of a node's id and place what comes on each link

# Every link has two halves; the forward ones say it all. Each in the order of the table: by an index every row would
# be looked up somewhere else.
FORWARD = """SELECT node, other, relation, weight, valid_from, valid_to, recorded_at, retracted_at, closed_at, link
FROM adjacency {how} WHERE owner = :owner AND is_forward = 1"""
_TIMES = slice(4, 9)
_RECORDED, _LINK = 6, 9


class SqlLinkRows(SqlChangeLog[SqlSession]):
    """See storage.cached.sources.LinkRows; the engine says which are the heaviest."""

    def around(
        self, owner: Owner, nodes: Sequence[NodeId], *, hops: int, most: int, cap: int
    ) -> LinksAround | None:
        del owner, nodes, hops, most, cap
        return None

    def degrees(self, owner: Owner, nodes: Sequence[NodeId], *, cap: int) -> dict[NodeId, int]:
        return dict(self._session.values(_DEGREES, {"owner": owner, "nodes": list(nodes), "cap": cap}))

    def megabytes_needed(self, owner: Owner) -> float:
        return self.halves_of(owner) * _BYTES_A_HALF / 1e6

    def all_links(self, owner: Owner) -> LinkArrays:
        """A million memories take some 18 s of processor time."""
        rows = self._session.each(FORWARD.format(how=self.hint(owner)), {"owner": owner})
        reading = _Reading(_ids(self._session, owner))
        while batch := list(islice(rows, _READ_AT_ONCE)):
            reading.take(batch)
        return reading.arrays(_stated(self._session, owner))

    def halves_of(self, owner: Owner) -> int:
        ((count,),) = self._session.values(
            "SELECT count(*) FROM adjacency WHERE owner = :owner", {"owner": owner}
        )
        return int(count)

    def hint(self, owner: Owner) -> str:
        """For the engine, of reading all links of an owner."""
        del owner
        return ""


def _ids(session: SqlSession, owner: Owner) -> Ids:
    found = session.each(
        "SELECT DISTINCT node FROM adjacency WHERE owner = :owner ORDER BY node", {"owner": owner}
    )
    parts = [np.empty(0, dtype="S1")]
    while batch := [node.encode() for (node,) in islice(found, _READ_AT_ONCE)]:
        parts.append(np.array(batch, dtype=np.bytes_))
    return np.concatenate(parts)


@dataclass(slots=True)
class _Reading:
    """What was read so far, a part after the other. `edges`, `times`: of links that have them, in order."""

    ids: Ids
    names: dict[str, int] = field(default_factory=dict)
    links: list[Forward] = field(default_factory=list)
    edges: list[Ids] = field(default_factory=list)
    times: list[Ids] = field(default_factory=list)
    timed: int = 0

    def take(self, rows: Sequence[tuple[Any, ...]]) -> None:
        relations = [self.names.setdefault(row[2], len(self.names)) for row in rows]
        timed = [row for row in rows if row[_RECORDED] is not None]
        is_timed = np.array([row[_RECORDED] is not None for row in rows], dtype=np.bool_)
        numbers = np.where(is_timed, np.cumsum(is_timed) - 1 + self.timed, NEVER)
        texts = [(text or "").encode() for row in timed for text in row[_TIMES]]
        self.edges.append(np.array([row[_LINK].encode() for row in timed], dtype=np.bytes_))
        self.times.append(np.array(texts, dtype=np.bytes_))
        self.timed += len(timed)
        self.links.append(
            Forward(
                sources=self._places(row[0] for row in rows),
                targets=self._places(row[1] for row in rows),
                relations=np.array(relations, dtype=np.int16),
                weights=np.array([row[3] for row in rows], dtype=np.float64),
                numbers=numbers.astype(np.int32),
            )
        )

    def arrays(self, stated: "_Stated") -> LinkArrays:
        names = sorted(self.names)
        ranks = np.zeros(len(names), dtype=np.int16)
        ranks[[self.names[name] for name in names]] = np.arange(len(names))
        ids, order = np.unique(_joined(self.edges, "S1"), return_index=True)
        instants, codes = coded(_joined(self.times, "S1"))
        ranks_of_edges = np.full(self.timed + 1, NEVER, dtype=np.int32)  # the last is that of NEVER
        ranks_of_edges[order] = np.arange(order.size)
        forward = Forward(
            sources=_joined([part.sources for part in self.links], np.int32),
            targets=_joined([part.targets for part in self.links], np.int32),
            relations=ranks[_joined([part.relations for part in self.links], np.int16)],
            weights=_joined([part.weights for part in self.links], np.float64),
            numbers=ranks_of_edges[_joined([part.numbers for part in self.links], np.int32)],
        )
        memories, confidences = stated.of(ids)
        return arrays_of(self.ids, names, forward, Edges(ids, memories, confidences, instants, codes[order]))

    def _places(self, nodes: Iterator[str]) -> Places:
        return places_of(self.ids, [node.encode() for node in nodes])


@dataclass(frozen=True, slots=True)
class _Stated:
    """By which memory each edge is stated, and how surely; edges ascend by id."""

    ids: Ids
    memories: Ids
    confidences: NDArray[np.float64]

    def of(self, edges: Ids) -> tuple[Ids, NDArray[np.float64]]:
        """Raises StorageError for an edge that is none of the rows."""
        places = places_of(self.ids, edges.tolist())
        if (places == NEVER).any():
            raise StorageError("the adjacency has edges that are no rows; `quaid rebuild` makes it anew")
        return self.memories[places], self.confidences[places]


def _stated(session: SqlSession, owner: Owner) -> _Stated:
    found = session.each(
        "SELECT id, memory, confidence FROM edges WHERE owner = :owner ORDER BY id", {"owner": owner}
    )
    parts = [_Stated(np.empty(0, dtype="S1"), np.empty(0, dtype="S1"), np.empty(0))]
    while batch := list(islice(found, _READ_AT_ONCE)):
        parts.append(
            _Stated(
                np.array([row[0].encode() for row in batch], dtype=np.bytes_),
                np.array([(row[1] or "").encode() for row in batch], dtype=np.bytes_),
                np.array([row[2] for row in batch], dtype=np.float64),
            )
        )
    return _Stated(
        np.concatenate([part.ids for part in parts]),
        np.concatenate([part.memories for part in parts]),
        np.concatenate([part.confidences for part in parts]),
    )


def _joined(parts: Sequence[NDArray[Any]], dtype: Any) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype=dtype), *parts])
