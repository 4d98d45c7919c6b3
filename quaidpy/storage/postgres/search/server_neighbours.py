"""Which nodes that a filter admits mean something near this vector, by pgvector?"""

import numpy as np

from quaidpy.domain.recall.queries import Hit
from quaidpy.ports.embedding import Vector
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.memory.vectors import InMemoryVectors
from quaidpy.storage.postgres.server.text_indexes import VECTOR, vector_text
from quaidpy.storage.searching.neighbours import NeighbourSearch

_MOST_TRIED = 1 << 15


def nearest_in_server(search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
    """Those that the filter admits, nearest first, until what was cut off can be none of the best.

    The server orders by distances of single floats; the cosines by which rows are ordered in the end are exact.
    """
    condition, corpus = search.admission.condition, search.corpus
    asked = limit + 1
    while True:
        near = search.session.values(
            f"SELECT i.number, CAST(1 - (v.embedding <=> CAST(:vector AS vector)) AS DOUBLE PRECISION) AS cosine"
            f" FROM {INDEX[corpus]} i JOIN {VECTOR[corpus]} v ON v.owner = i.owner AND v.number = i.number"
            f" WHERE {condition.sql} ORDER BY v.embedding <=> CAST(:vector AS vector) LIMIT :asked",
            {**condition.bound, "vector": vector_text(vector.tobytes()), "asked": asked},
        )
        hits = search.hits(np.array([number for number, _ in near], dtype=np.int64), vector, limit)
        if len(near) < asked or asked >= _MOST_TRIED:
            return hits
        if len(hits) == limit and hits[-1].score > near[-1][1] + InMemoryVectors.EXACT:
            return hits
        asked *= 2  # ties at the end: fetch them all, so that ids can decide
