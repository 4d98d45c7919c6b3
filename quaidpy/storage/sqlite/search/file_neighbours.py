"""Which nodes that a filter admits mean something near this vector, by the vector tables of the file?"""

from collections.abc import Sequence

import numpy as np

from quaidpy.domain.identity import owners_of
from quaidpy.domain.recall.queries import Hit
from quaidpy.ports.embedding import Vector
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.memory.vectors import InMemoryVectors, Numbers
from quaidpy.storage.searching.neighbours import NeighbourSearch
from quaidpy.storage.sqlite.file.text_indexes import VECTOR

_MOST_NEIGHBOURS = 4096  # the k limit of sqlite-vec
_FEW_SHARE = (
    0.05  # of a corpus: comparing with so many rows one by one costs as much as scanning all in the table
)


def nearest_in_file(
    search: NeighbourSearch, vector: "Vector[float]", limit: int, *, scan_below_rows: int
) -> list[Hit]:
    """By the cheapest of three ways.

    Few rows admitted, or no vector table: compare with each. Else fetch twice as many of all as wanted and filter. Else
    give the vector table the list of admitted rows.
    """
    has_no_table = search.corpus not in VECTOR
    if has_no_table or limit > _MOST_NEIGHBOURS // 2 or _admits_few(search, scan_below_rows):
        return search.hits(search.admission.of_all(), vector, limit)
    hits = _of_all(search, vector, limit)
    return hits if hits is not None else _of_admitted(search, vector, limit)


def _admits_few(search: NeighbourSearch, scan_below_rows: int) -> bool:
    index = INDEX[search.corpus]
    ((size,),) = search.session.values(f"SELECT max(number) FROM {index}")
    few = max(scan_below_rows, int((size or 0) * _FEW_SHARE))
    condition = search.admission.condition
    ((count,),) = search.session.values(
        f"SELECT count(*) FROM (SELECT 1 FROM {index} i WHERE {condition.sql} LIMIT :few)",
        {**condition.bound, "few": few},
    )
    return bool(count < few)


def _of_all(search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit] | None:
    near = _near(search, vector, "", 2 * limit)
    hits = search.hits(_numbers(near), vector, len(near))
    if len(near) < 2 * limit:
        return hits[:limit]  # that was the whole corpus
    # Beyond the last fetched distance nothing is nearer; at it, there may be ties that were cut off.
    certain = [hit for hit in hits if hit.score > 1 - near[-1][1] + InMemoryVectors.EXACT]
    return hits[:limit] if len(certain) >= limit else None


def _of_admitted(search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
    condition = search.admission.condition
    only = f" AND number IN (SELECT i.number FROM {INDEX[search.corpus]} i WHERE {condition.sql})"
    asked = limit + 1
    while asked <= _MOST_NEIGHBOURS:
        near = _near(search, vector, only, asked)
        if len(near) < asked or near[-1][1] > near[limit - 1][1]:
            return search.hits(_numbers(near), vector, limit)
        asked *= 2  # ties at the end: fetch them all, so that ids can decide
    return search.hits(search.admission.of_all(), vector, limit)


def _near(search: NeighbourSearch, vector: "Vector[float]", only: str, count: int) -> list[tuple[int, float]]:
    """By distance; of owners who are read together, whom the table keeps apart, as many of each are looked at."""
    bound = {**search.admission.condition.bound, "vector": vector.tobytes(), "count": count}
    query = (
        f"SELECT number, distance FROM {VECTOR[search.corpus]} WHERE owner = :one AND embedding MATCH :vector"
        f" AND k = :count{only} ORDER BY distance"
    )
    rows = [
        (number, distance)
        for one in owners_of(bound["owner"])
        for number, distance in search.session.values(query, {**bound, "one": one})
    ]
    return sorted(rows, key=lambda row: row[1])[:count]


def _numbers(near: Sequence[tuple[int, float]]) -> Numbers:
    return np.array([number for number, _ in near], dtype=np.int64)
