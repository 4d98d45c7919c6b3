"""How do all links of an owner get from the rows into arrays? Read in the order they lie in, a part at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from quaidpy.adapters.link_arrays import (
    NEVER,
    Forward,
    Ids,
    Instants,
    LinkArrays,
    arrays_of,
    places_of,
)
from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.domain.identity import Owner

_READ_AT_ONCE = 50_000  # rows
_BYTES_A_HALF = 34.0  # 18 of arrays, and of a node's id and place what comes on each of its links
_SHARE_OF_ALL = 0.3  # of the rows; for owners with less, their own are looked up

# Every link has two halves; the forward ones say it all. Each in the order of the table: by an index every row would
# be looked up somewhere else.
_FORWARD = """SELECT node, other, relation, weight, valid_from, valid_to, recorded_at, retracted_at, closed_at
FROM adjacency {how} WHERE owner = ? AND is_forward"""
_TIMES = slice(4, 9)
_RECORDED = 6


def megabytes_needed(connection: apsw.Connection, owner: Owner) -> float:
    return _halves_of(connection, owner) * _BYTES_A_HALF / 1e6


def read_arrays(connection: apsw.Connection, owner: Owner) -> LinkArrays:
    """As of the connection's transaction. A million memories take some 15 s."""
    ids = _ids(connection, owner)
    ((last,),) = fetched(connection, "SELECT max(rowid) FROM adjacency")
    is_most = _halves_of(connection, owner) > _SHARE_OF_ALL * (last or 0)
    rows = connection.execute(_FORWARD.format(how="NOT INDEXED" if is_most else ""), (owner,))
    reading = _Reading(ids)
    while batch := list(islice(rows, _READ_AT_ONCE)):
        reading.take(batch)
    return reading.arrays()


def _halves_of(connection: apsw.Connection, owner: Owner) -> int:
    ((count,),) = fetched(connection, "SELECT count(*) FROM adjacency WHERE owner = ?", (owner,))
    return int(count)


def _ids(connection: apsw.Connection, owner: Owner) -> Ids:
    found = connection.execute("SELECT DISTINCT node FROM adjacency WHERE owner = ? ORDER BY node", (owner,))
    parts = [np.empty(0, dtype="S1")]
    while batch := [node.encode() for (node,) in islice(found, _READ_AT_ONCE)]:
        parts.append(np.array(batch, dtype=np.bytes_))
    return np.concatenate(parts)


@dataclass(slots=True)
class _Reading:
    """What was read so far, a part after the other."""

    ids: Ids
    names: dict[str, int] = field(default_factory=dict)
    links: list[Forward] = field(default_factory=list)
    times: list[Ids] = field(default_factory=list)
    timed: int = 0

    def take(self, rows: Sequence[tuple[Any, ...]]) -> None:
        relations = [self.names.setdefault(row[2], len(self.names)) for row in rows]
        is_timed = np.array([row[_RECORDED] is not None for row in rows], dtype=np.bool_)
        times = np.where(is_timed, np.cumsum(is_timed) - 1 + self.timed, NEVER)
        texts = [(text or "").encode() for row in rows if row[_RECORDED] for text in row[_TIMES]]
        self.times.append(np.array(texts, dtype=np.bytes_))
        self.timed += len(texts) // 5
        self.links.append(
            Forward(
                sources=self._places(row[0] for row in rows),
                targets=self._places(row[1] for row in rows),
                relations=np.array(relations, dtype=np.int16),
                weights=np.array([row[3] for row in rows], dtype=np.float64),
                times=times.astype(np.int32),
            )
        )

    def arrays(self) -> LinkArrays:
        names = sorted(self.names)
        ranks = np.zeros(len(names), dtype=np.int16)
        ranks[[self.names[name] for name in names]] = np.arange(len(names))
        forward = Forward(
            sources=_joined([part.sources for part in self.links], np.int32),
            targets=_joined([part.targets for part in self.links], np.int32),
            relations=ranks[_joined([part.relations for part in self.links], np.int16)],
            weights=_joined([part.weights for part in self.links], np.float64),
            times=_joined([part.times for part in self.links], np.int32),
        )
        return arrays_of(self.ids, names, forward, _instants(self.times))

    def _places(self, nodes: Iterator[str]) -> NDArray[np.int32]:
        return places_of(self.ids, [node.encode() for node in nodes]).astype(np.int32)


def _joined(parts: Sequence[NDArray[Any]], dtype: Any) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype=dtype), *parts])


def _instants(parts: Sequence[Ids]) -> Instants:
    known, codes = np.unique(np.concatenate([np.array([b""]), *parts]), return_inverse=True)
    # The first is the empty text, of no time at all.
    return Instants(known[1:], (codes[1:] - 1).astype(np.int32).reshape(-1, 5))
