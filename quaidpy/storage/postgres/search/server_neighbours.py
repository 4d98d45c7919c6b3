"""Which nodes that a filter admits mean something near this vector, by pgvector?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quaidpy.domain.identity import Owner, owners_of, together
from quaidpy.domain.recall.queries import Hit
from quaidpy.ports.embedding import Vector
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.memory.vectors import InMemoryVectors
from quaidpy.storage.postgres.search.text_search import rows_by_owner
from quaidpy.storage.postgres.search.vector_indexes import LARGE, VectorsOf, has_index
from quaidpy.storage.postgres.server.text_indexes import VECTOR, vector_text
from quaidpy.storage.searching.neighbours import NeighbourSearch
from quaidpy.storage.sql.rows import identity_text

_MOST_TRIED = 1 << 15
_LOOKED_AT = 4  # times as many as wanted are looked at in an index; .99 of the nearest need twice as many
_MOST_LOOKED_AT = 1_000  # of pgvector
_LOOK_CLOSELY = """SELECT set_config('hnsw.ef_search', :looked_at, true),
set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.max_scan_tuples', '50000', true)"""


def nearest_in_server(search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
    """Those that the filter admits, nearest first. All are compared, but of large owners with an index of vectors."""
    whose = search.admission.keep.owner
    found: list[Hit] = []
    compared: list[Owner] = list(owners_of(whose))
    for owner in _with_index(search):
        hits = _by_index(_of(search, owner), vector, limit)
        if hits is not None:
            found += hits
            compared.remove(owner)
    if compared:
        found += _by_comparing(_of(search, together(compared)), vector, limit)
    return sorted(found, key=lambda hit: (-hit.score, hit.node))[:limit]


def _of(search: NeighbourSearch, owner: Owner) -> NeighbourSearch:
    """The same search, of one owner or some of them."""
    admission = search.admission
    return replace(search, admission=replace(admission, keep=replace(admission.keep, owner=owner)))


def _with_index(search: NeighbourSearch) -> list[Owner]:
    corpus, dimension = search.corpus, search.identity.dimension
    counted = rows_by_owner(search.session, search.admission.keep.owner, corpus)
    of_each = (VectorsOf(owner, corpus, rows, dimension) for owner, rows in counted.items() if rows >= LARGE)
    return [each.owner for each in of_each if has_index(search.session, each)]


def _by_index(search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit] | None:
    """Of an owner; None when too few were found, which is so where the filter admits few."""
    asked = 2 * limit
    looked_at = min(_MOST_LOOKED_AT, max(100, _LOOKED_AT * limit))
    distance = f"v.embedding::vector({search.identity.dimension}) <=> CAST(:vector AS vector)"
    near = f"WITH near AS (SELECT i.owner, i.number, {distance} AS distance {{rows}} ORDER BY {distance} LIMIT :asked)"
    nearest = _nearest(search, vector, near, asked)
    closely = _LOOK_CLOSELY, {"looked_at": str(looked_at)}
    search.session.ahead(closely, nearest)
    search.session.values(*closely)
    found = search.session.values(*nearest)
    return search.hits_among([row[:3] for row in found], vector, limit) if len(found) == asked else None


def _by_comparing(search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
    """Until what was cut off can be none of the best.

    The server orders by distances of single floats; the cosines by which rows are ordered in the end are exact.
    """
    asked = limit + 1
    while True:
        # Apart, so that no index is asked.
        near = (
            "WITH own AS MATERIALIZED (SELECT i.owner, i.number, v.embedding <=> CAST(:vector AS vector) AS distance"
            " {rows}), near AS (SELECT * FROM own ORDER BY distance LIMIT :asked)"
        )
        found = search.session.values(*_nearest(search, vector, near, asked))
        hits = search.hits_among([row[:3] for row in found], vector, limit)
        if len(found) < asked or asked >= _MOST_TRIED:
            return hits
        if len(hits) == limit and hits[-1].score > found[-1][3] + InMemoryVectors.EXACT:
            return hits
        asked *= 2  # ties at the end: fetch them all, so that ids can decide


def _nearest(
    search: NeighbourSearch, vector: "Vector[float]", near: str, asked: int
) -> tuple[str, Mapping[str, Any]]:
    """Gives numbers, nodes, embeddings and cosines, nearest first, all of it with one wait.

    `near`: says of `near` its owner, number and distance; with `{rows}` in the place of where they come from.
    """
    condition, corpus = search.admission.condition, search.corpus
    rows = (
        f"FROM {INDEX[corpus]} i JOIN {VECTOR[corpus]} v ON v.owner = i.owner AND v.number = i.number"
        f" WHERE {condition.sql}"
    )
    query = f"""{near.format(rows=rows)}
SELECT n.number, x.id, kept.embedding, 1 - n.distance FROM near n
JOIN {INDEX[corpus]} x ON x.owner = n.owner AND x.number = n.number
JOIN vectors kept ON kept.owner = x.owner AND kept.identity = :identity AND kept.text_hash = x.text_hash
ORDER BY n.distance"""
    bound = {
        "vector": vector_text(vector.tobytes()),
        "asked": asked,
        "identity": identity_text(search.identity),
    }
    return query, {**condition.bound, **bound}
