"""Which chunks hold these words, or have a part that means something near this vector?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quaidpy.domain.documents.chunks import ChunkHit
from quaidpy.domain.identity import Owner
from quaidpy.domain.language.languages import stop_words_of
from quaidpy.domain.language.text import with_cjk_bigrams, words
from quaidpy.errors import UsageError
from quaidpy.ports.documents import Within
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.indexing.session import ChunkIndex
from quaidpy.storage.searching.text_query import Match
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import identity_text

WEIGHTS: Mapping[ChunkIndex, Sequence[float]] = {
    # A word of a heading names what all of the section is about; one of the path names the file.
    "chunk_text": (1.0, 5.0, 1.0),
    "chunk_window": (1.0,),
}
_MOST_TERMS = 40
ADMITTED = """SELECT id FROM projects WHERE owner = :owner AND archived = 0
    AND (:any_project = 1 OR id = ANY(:projects))"""


@dataclass(frozen=True, slots=True)
class CachedChunkVectors:
    """All vectors of an owner's parts, by chunk, then place: matrix rows, and whose each is."""

    matrix: "NDArray[np.float32]"
    chunks: "NDArray[np.int64]"
    places: "NDArray[np.int64]"
    documents: "NDArray[np.int64]"
    projects: "NDArray[np.str_]"


class ChunkVectors:
    """The vectors last searched, kept while nothing about any document changes."""

    def __init__(self, where: str) -> None:
        """`where`: which parts, as a condition on `p`."""
        self._where = where
        self._lock = Lock()
        self._key: tuple[str, str, int] | None = None
        self._held: CachedChunkVectors | None = None

    def of(
        self, session: SqlSession, owner: Owner, identity: EmbedderIdentity, version: int
    ) -> CachedChunkVectors:
        key = (owner, identity_text(identity), version)
        with self._lock:
            if self._held is None or self._key != key:
                self._held, self._key = _read(session, owner, identity, self._where), key
            return self._held


def _read(session: SqlSession, owner: Owner, identity: EmbedderIdentity, where: str) -> CachedChunkVectors:
    rows = session.values(
        f"""SELECT p.chunk, p.position, d.number, d.project, p.embedding FROM documents d
        JOIN chunks c ON same_owner(c, d) AND c.document = d.number
        JOIN chunk_parts p ON same_owner(p, d) AND p.chunk = c.number
        WHERE d.owner = :owner AND p.identity = :identity AND {where} ORDER BY p.chunk, p.position""",
        {"owner": owner, "identity": identity_text(identity)},
    )
    blob = b"".join(row[4] for row in rows)
    return CachedChunkVectors(
        matrix=np.frombuffer(blob, dtype=np.float32).reshape(len(rows), identity.dimension),
        chunks=np.array([row[0] for row in rows], dtype=np.int64),
        places=np.array([row[1] for row in rows], dtype=np.int64),
        documents=np.array([row[2] for row in rows], dtype=np.int64),
        projects=np.array([row[3] for row in rows], dtype=np.str_),
    )


def nearest_chunks(
    session: SqlSession, held: CachedChunkVectors, vector: "Vector[float]", within: Within, limit: int
) -> list[ChunkHit]:
    """Raises UsageError when the vector is not of the same dimension."""
    if not len(held.chunks):
        return []
    if len(vector) != held.matrix.shape[1]:
        raise UsageError(f"a vector of {len(vector)} numbers among those of {held.matrix.shape[1]}")
    # vecdot, not @: what a row scores does not depend on the other rows, and BLAS threads cost more than they save.
    scores = np.vecdot(held.matrix, np.frombuffer(vector, dtype=np.float32))
    admitted = [row[0] for row in session.values(ADMITTED, bound_of(within))]
    scores[~np.isin(held.projects, admitted)] = -2.0
    starts = np.flatnonzero(np.r_[True, held.chunks[1:] != held.chunks[:-1]])
    best = np.maximum.reduceat(scores, starts)
    order = np.lexsort((held.chunks[starts], -best))[:limit]
    ends = np.r_[starts[1:], len(scores)]
    return [
        ChunkHit(
            chunk=int(held.chunks[starts[at]]),
            document=int(held.documents[starts[at]]),
            score=float(best[at]),
            part=int(held.places[starts[at] + int(np.argmax(scores[starts[at] : ends[at]]))]),
        )
        for at in order
        if best[at] > -1.5
    ]


def words_of(query: str) -> Match | None:
    """The words of the query without stop words, unless there is nothing else."""
    small = stop_words_of(query)
    terms = list(dict.fromkeys(words(with_cjk_bigrams(query))))
    terms = [term for term in terms if term not in small] or terms
    return Match(terms[:_MOST_TERMS]) if terms else None


def bound_of(within: Within) -> dict[str, Any]:
    return {
        "owner": within.owner,
        "any_project": int(not within.projects),
        "projects": within.projects,
    }
