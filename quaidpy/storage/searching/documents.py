"""Where are chunks of documents kept? Rows and text index, all of them derived from files."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from quaidpy.domain.documents.chunks import Chunk, ChunkHit, Fingerprint, KnownDocument, Part, StoredChunk
from quaidpy.domain.documents.projects import ProjectId
from quaidpy.domain.identity import Owner
from quaidpy.ports.documents import IndexChange, Within
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.indexing.document_chunks import (
    HEADINGS,
    put_document,
    rename_document,
    take_out,
    touch_document,
)
from quaidpy.storage.indexing.session import ChunkIndex, IndexedBy, IndexSession
from quaidpy.storage.searching.chunk_search import ChunkVectors, nearest_chunks, words_of
from quaidpy.storage.searching.text_query import Match
from quaidpy.storage.sql.engine import SqlDatabase
from quaidpy.storage.sql.rows import identity_text, instant_of, text_hash, vector_of

_PARTS = """SELECT p.chunk, p.first_line, p.last_line, p.text FROM chunk_parts p
    WHERE of_owner(p) AND p.position >= 0 AND p.chunk = ANY(:chunks) ORDER BY p.chunk, p.position"""
_VERSION = (
    "documents_version"  # meta key: goes up with every change of any chunk of the owner, in a file of anybody
)


ChunksByWords: TypeAlias = Callable[[IndexedBy, ChunkIndex, Match, Within, int], list[ChunkHit]]
"""How an engine finds chunks by words: best first, then by number."""


class SqlDocuments(Generic[IndexedBy]):
    """See ports.documents.DocumentIndex."""

    def __init__(self, database: SqlDatabase[IndexedBy], by_words: ChunksByWords[IndexedBy]) -> None:
        self._database = database
        self._chunks_by_words = by_words
        self._parts = ChunkVectors("p.position >= 0")
        self._headings = ChunkVectors(f"p.position = {HEADINGS}")

    def known(self, owner: Owner, project: ProjectId) -> list[KnownDocument]:
        query = """SELECT d.*, (
              SELECT count(*) FROM chunks c WHERE same_owner(c, d) AND c.document = d.number) AS chunks
            FROM documents d WHERE d.owner = :owner AND d.project = :project ORDER BY d.path"""
        with self._database.reading() as session:
            return [_known(row) for row in session.rows(query, {"owner": owner, "project": project})]

    def apply(
        self, owner: Owner, project: ProjectId, change: IndexChange, vectors: "Mapping[str, Vector[float]]"
    ) -> None:
        with self._database.writing(owner) as session:
            for path in change.removed:
                take_out(session, owner, project, path)
            for path, known in change.renamed:
                rename_document(session, (owner, project, path), known)
            for known in change.touched:
                touch_document(session, (owner, project), known)
            for document in change.documents:
                put_document(session, (owner, project), document, change.identity, vectors)
            _mark_changed(session, owner)

    def known_texts(
        self, owner: Owner, identity: EmbedderIdentity, texts: Collection[str]
    ) -> "dict[str, Vector[float]]":
        by_hash = {text_hash(text): text for text in texts}
        query = """SELECT p.text_hash, p.embedding FROM unnest_bytes(:hashes) AS wanted(hash) CROSS JOIN chunk_parts p
            JOIN chunks c ON same_owner(c, p) AND c.number = p.chunk
            JOIN documents d ON same_owner(d, p) AND d.number = c.document
            WHERE of_owner(p) AND p.text_hash = wanted.hash AND p.identity = :identity AND p.embedding IS NOT NULL
            AND d.owner = :owner"""
        bound = {"hashes": sorted(by_hash), "owner": owner, "identity": identity_text(identity)}
        with self._database.reading() as session:
            return {by_hash[hashed]: vector_of(blob) for hashed, blob in session.values(query, bound)}

    def texts_without_vector(self, owner: Owner, identity: EmbedderIdentity, *, limit: int) -> list[str]:
        query = """SELECT min(p.text) FROM chunk_parts p
            JOIN chunks c ON same_owner(c, p) AND c.number = p.chunk
            JOIN documents d ON same_owner(d, p) AND d.number = c.document
            JOIN projects o ON o.owner = d.owner AND o.id = d.project
            WHERE d.owner = :owner AND o.archived = 0 AND (p.identity IS NULL OR p.identity <> :identity)
            GROUP BY p.text_hash ORDER BY min(p.chunk), min(p.position) LIMIT :limit"""
        bound = {"owner": owner, "identity": identity_text(identity), "limit": limit}
        with self._database.reading() as session:
            return [text for (text,) in session.values(query, bound)]

    def put_vectors(
        self, owner: Owner, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]"
    ) -> None:
        rows = [
            {
                "owner": owner,
                "identity": identity_text(identity),
                "embedding": vector.tobytes(),
                "hash": text_hash(text),
            }
            for text, vector in vectors.items()
        ]
        with self._database.writing(owner) as session:
            session.execute_many(
                """UPDATE chunk_parts SET identity = :identity, embedding = :embedding
                WHERE of_owner(chunk_parts) AND text_hash = :hash AND chunk IN (SELECT c.number FROM chunks c
                JOIN documents d ON same_owner(d, c) AND d.number = c.document WHERE d.owner = :owner)""",
                rows,
            )
            _mark_changed(session, owner)

    def forget(self, owner: Owner, projects: Sequence[ProjectId]) -> int:
        query = """SELECT project, path FROM documents WHERE owner = :owner
            AND project = ANY(:projects)"""
        with self._database.writing(owner) as session:
            found = session.values(query, {"owner": owner, "projects": list(projects)})
            for project, path in found:
                take_out(session, owner, project, path)
            _mark_changed(session, owner)
        return len(found)

    def orphans(self, owner: Owner) -> list[ProjectId]:
        query = """SELECT DISTINCT project FROM documents d WHERE owner = :owner AND NOT EXISTS (
            SELECT 1 FROM projects p WHERE p.owner = d.owner AND p.id = d.project AND p.archived = 0)
            ORDER BY project"""
        with self._database.reading() as session:
            return [ProjectId(project) for (project,) in session.values(query, {"owner": owner})]

    def by_words(self, query: str, within: Within, *, limit: int) -> list[ChunkHit]:
        return self._by_words("chunk_text", query, within, limit)

    def by_windows(self, query: str, within: Within, *, limit: int) -> list[ChunkHit]:
        return self._by_words("chunk_window", query, within, limit)

    def _by_words(self, index: ChunkIndex, query: str, within: Within, limit: int) -> list[ChunkHit]:
        match = words_of(query)
        if match is None:
            return []
        with self._database.reading() as session:
            return self._chunks_by_words(session, index, match, within, limit)

    def nearest(
        self, vector: "Vector[float]", identity: EmbedderIdentity, within: Within, *, limit: int
    ) -> list[ChunkHit]:
        with self._database.reading() as session:
            held = self._parts.of(session, within.owner, identity, _version(session, within.owner))
            return nearest_chunks(session, held, vector, within, limit)

    def nearest_headings(
        self, vector: "Vector[float]", identity: EmbedderIdentity, within: Within, *, limit: int
    ) -> list[ChunkHit]:
        with self._database.reading() as session:
            held = self._headings.of(session, within.owner, identity, _version(session, within.owner))
            return nearest_chunks(session, held, vector, within, limit)

    def chunks(self, owner: Owner, numbers: Sequence[int]) -> list[StoredChunk]:
        query = """SELECT c.*, d.project, d.path, d.title FROM unnest(:chunks) AS wanted(number)
            CROSS JOIN chunks c JOIN documents d ON same_owner(d, c) AND d.number = c.document
            WHERE of_owner(c) AND c.number = wanted.number AND d.owner = :owner"""
        with self._database.reading() as session:
            parts: dict[int, list[Part]] = {}
            for row in session.rows(_PARTS, {"owner": owner, "chunks": list(numbers)}):
                found = Part(first_line=row["first_line"], last_line=row["last_line"], text=row["text"])
                parts.setdefault(row["chunk"], []).append(found)
            rows = session.rows(query, {"owner": owner, "chunks": list(numbers)})
        found_by = {row["number"]: _stored(row, parts.get(row["number"], ())) for row in rows}
        return [found_by[number] for number in numbers if number in found_by]

    def counts(self, owner: Owner) -> dict[ProjectId, tuple[int, int]]:
        query = """SELECT d.project, count(DISTINCT d.number), count(c.number) FROM documents d
            LEFT JOIN chunks c ON same_owner(c, d) AND c.document = d.number
            WHERE d.owner = :owner GROUP BY d.project"""
        with self._database.reading() as session:
            return {ProjectId(project): (a, b) for project, a, b in session.values(query, {"owner": owner})}


def _known(row: Mapping[str, Any]) -> KnownDocument:
    return KnownDocument(
        path=row["path"],
        fingerprint=Fingerprint(size=row["size"], mtime_ns=row["mtime_ns"]),
        digest=row["digest"],
        indexed_at=instant_of(row["indexed_at"]),
        title=row["title"],
        chunks=row["chunks"],
        is_settled=bool(row["settled"]),
    )


def _stored(row: Mapping[str, Any], parts: Sequence[Part]) -> StoredChunk:
    return StoredChunk(
        number=row["number"],
        project=ProjectId(row["project"]),
        path=row["path"],
        title=row["title"],
        position=row["position"],
        chunk=Chunk(
            headings=tuple(json.loads(row["headings"])),
            first_line=row["first_line"],
            last_line=row["last_line"],
            text=row["text"],
            lead=row["lead"],
            parts=tuple(parts),
        ),
    )


def _mark_changed(session: IndexSession, owner: Owner) -> None:
    session.execute(
        "INSERT INTO meta(owner, key, value) VALUES (:owner, :key, '1')"
        " ON CONFLICT(owner, key) DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT)",
        {"owner": owner, "key": _VERSION},
    )


def _version(session: IndexSession, owner: Owner) -> int:
    query = "SELECT value FROM meta m WHERE of_owner(m) AND m.key = :key"
    rows = session.values(query, {"owner": owner, "key": _VERSION})
    return int(rows[0][0]) if rows else 0
