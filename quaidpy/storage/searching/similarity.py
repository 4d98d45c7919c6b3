"""Which nodes are near many vectors? All rows are read once, and compared with all vectors at once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.identity import NodeId
from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.ports.embedding import Vector
from quaidpy.storage.indexing.vectors import INDEX, identity_in_use
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.filters import Condition
from quaidpy.storage.sql.rows import identity_text

_ROWS_AT_ONCE = 8192  # 12 MB of 384 dimensions: the memory needed does not grow with the corpus


def read_vectors(session: SqlSession, corpus: Corpus, admitted: Condition) -> Iterator[tuple[NodeId, bytes]]:
    """Id and embedding of every admitted node that has one."""
    identity = identity_in_use(session)
    if identity is None:
        return
    yield from session.each(
        f"SELECT i.id, v.embedding FROM {INDEX[corpus]} i CROSS JOIN vectors v"
        " WHERE same_owner(v, i) AND v.identity = :identity AND v.text_hash = i.text_hash"
        f" AND i.has_vector = 1 AND {admitted.sql}",
        {**admitted.bound, "identity": identity_text(identity)},
    )


def near_each(
    rows: Iterable[tuple[NodeId, bytes]], vectors: "Sequence[Vector[float]]", *, limit: int, least: float
) -> list[list[Hit]]:
    """For each vector the rows with a cosine of at least `least`, best first, ties by id. All of unit length."""
    wanted = np.stack([np.frombuffer(vector, dtype=np.float32) for vector in vectors])
    found: list[list[Hit]] = [[] for _ in vectors]
    source = iter(rows)
    while block := list(islice(source, _ROWS_AT_ONCE)):
        joined = np.frombuffer(b"".join(embedding for _, embedding in block), dtype=np.float32)
        cosines = wanted @ joined.reshape(len(block), -1).T
        for hits, near in zip(found, cosines, strict=True):
            hits += [Hit(block[row][0], float(near[row])) for row in _best_rows(near, limit, least)]
    return [sorted(hits, key=lambda hit: (-hit.score, hit.node))[:limit] for hits in found]


def _best_rows(cosines: "NDArray[np.float32]", limit: int, least: float) -> "NDArray[np.intp]":
    """Of at least `least` the `limit` best, and whatever ties with the last of them: ids decide among those."""
    near = np.flatnonzero(cosines >= least)
    if len(near) <= limit:
        return near
    among = cosines[near]
    is_among_the_best: NDArray[np.bool_] = among >= np.partition(among, -limit)[-limit]
    return near[is_among_the_best]
