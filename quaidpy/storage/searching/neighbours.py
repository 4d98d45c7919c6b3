"""Which nodes that a filter admits mean something near this vector?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.memory.columns import Admitted
from quaidpy.storage.memory.vectors import InMemoryVectors, Near, Numbers, unit
from quaidpy.storage.searching.admission import Admission
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import identity_text

_TRIES_IN_MEMORY = (1.2, 3, 16)  # times as many as wanted are taken of all rows, then filtered


_FEW = 0.25  # of all rows


@dataclass(frozen=True, slots=True)
class NeighbourSearch:
    """A corpus to look through, in one read transaction, and what must hold of a row."""

    session: SqlSession
    identity: EmbedderIdentity
    admission: Admission

    @property
    def corpus(self) -> Corpus:
        return self.admission.corpus

    def hits(
        self,
        numbers: Numbers,
        vector: "Vector[float]",
        limit: int,
        in_memory: InMemoryVectors | None = None,
    ) -> list[Hit]:
        """Those of the rows that the filter admits, with their exact cosines, best first, ties by id.

        Whatever way rows were found, this alone scores them: equal rows score equal to the last bit.
        """
        admitted = self.admission.of(numbers)
        if admitted.numbers.size == 0:
            return []
        rows = in_memory.exact_rows(admitted.numbers) if in_memory else None
        return admitted.best(_cosines(self._rows(admitted.numbers) if rows is None else rows, vector), limit)

    def hits_among(
        self, found: Sequence[tuple[int, str, bytes]], vector: "Vector[float]", limit: int
    ) -> list[Hit]:
        """The same of rows that the filter has admitted: numbers, nodes, embeddings."""
        if not found:
            return []
        numbers, nodes, embeddings = zip(*found, strict=True)
        admitted = Admitted(
            np.array(numbers, dtype=np.int64),
            np.array([node.encode() for node in nodes], dtype=np.bytes_).__getitem__,
        )
        rows = np.frombuffer(b"".join(embeddings), dtype=np.float32).reshape(len(found), -1)
        return admitted.best(_cosines(rows, vector), limit)

    def _rows(self, numbers: Numbers) -> NDArray[np.float32]:
        """From the file; rows that have a vector, in order."""
        bound = {"owner": self.admission.keep.owner, "identity": identity_text(self.identity)}
        found = dict(
            self.session.values(
                "SELECT i.number, v.embedding FROM unnest(:numbers) AS wanted(number)"
                f" CROSS JOIN {INDEX[self.corpus]} i CROSS JOIN vectors v"
                " WHERE of_owner(i) AND i.number = wanted.number"
                " AND same_owner(v, i) AND v.identity = :identity AND v.text_hash = i.text_hash",
                {**bound, "numbers": numbers.tolist()},
            )
        )
        blobs = b"".join(found[number] for number in numbers.tolist())
        return np.frombuffer(blobs, dtype=np.float32).reshape(numbers.size, -1)


def nearest_in_memory(
    search: NeighbourSearch, in_memory: InMemoryVectors, vector: "Vector[float]", limit: int
) -> list[Hit]:
    """Take more than wanted and filter, which is right when enough pass: most filters admit most rows.

    Else compare with what the filter admits, and nothing beside. Where the file has to be asked for that, more is tried
    before: how many passed tells how many to take.
    """
    if not in_memory.size:
        return []
    query, hopeful = unit(vector), 0.0
    few = _few_of_kinds(search.admission, in_memory.size)
    for factor in () if few is not None else _tries(search.admission):
        if factor < hopeful:
            continue
        near = in_memory.nearest(query, math.ceil(factor * limit) + 1)
        hits = search.hits(near.numbers, vector, limit, in_memory)
        if near.complete_above == -np.inf or _are_certain(hits, near, in_memory, limit):
            return hits
        hopeful = factor * limit / max(1, len(hits))
    admitted = search.admission.of_all() if few is None else few
    count = math.ceil(_TRIES_IN_MEMORY[0] * limit) + 1
    while True:
        near = in_memory.nearest(query, count, among=admitted)
        hits = search.hits(near.numbers, vector, limit, in_memory)
        if near.complete_above == -np.inf or _are_certain(hits, near, in_memory, limit):
            return hits
        count *= 2  # ties at the end: fetch them all, so that ids can decide


def _tries(admission: Admission) -> tuple[float, ...]:
    return _TRIES_IN_MEMORY if admission.columns is None else _TRIES_IN_MEMORY[:1]


def _few_of_kinds(admission: Admission, size: int) -> Numbers | None:
    """The rows that are admitted, where kinds are asked for and memory tells at once that few of all are of them."""
    if admission.columns is None or not admission.keep.kinds:
        return None
    admitted = admission.of_all()
    return admitted if admitted.size < size * _FEW else None


def _are_certain(hits: Sequence[Hit], near: Near, in_memory: InMemoryVectors, limit: int) -> bool:
    """Whether as many as wanted are better than anything that was not looked at."""
    return len(hits) == limit and hits[-1].score > near.complete_above + in_memory.tolerance


def _cosines(rows: NDArray[np.float32], vector: "Vector[float]") -> NDArray[np.float64]:
    """Row by row: a product of matrices would add up equal rows differently."""
    wide = rows.astype(np.float64)
    query = np.frombuffer(vector, dtype=np.float32).astype(np.float64)
    dots = np.vecdot(wide, query)
    lengths = np.sqrt(np.vecdot(wide, wide) * np.vecdot(query, query))
    cosines: NDArray[np.float64] = dots / lengths
    return cosines
