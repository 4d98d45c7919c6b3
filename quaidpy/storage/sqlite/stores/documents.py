"""Where are chunks of documents kept? Rows and text index, all of them derived from files."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from quaidpy.domain.documents.chunks import Chunk, ChunkHit, Fingerprint, KnownDocument, Part, StoredChunk
from quaidpy.domain.documents.projects import ProjectId
from quaidpy.domain.identity import Owner
from quaidpy.ports.documents import IndexChange, Within
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.sql.rows import identity_text, instant_of, text_hash, vector_of
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.document_chunks import HEADINGS, put_document, rename_document, take_out
from quaidpy.storage.sqlite.search.chunk_search import ChunkVectors, best_by_words, nearest_chunks

_PARTS = """SELECT chunk, first_line, last_line, text FROM chunk_parts
    WHERE position >= 0 AND chunk = ANY(:chunks) ORDER BY chunk, position"""
_VERSION = "documents_version"  # meta key: goes up with every change of any chunk


class SqliteDocuments:
    """See ports.documents.DocumentIndex."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._parts = ChunkVectors("p.position >= 0")
        self._headings = ChunkVectors(f"p.position = {HEADINGS}")

    def known(self, owner: Owner, project: ProjectId) -> list[KnownDocument]:
        query = """SELECT d.*, (SELECT count(*) FROM chunks c WHERE c.document = d.number) AS chunks
            FROM documents d WHERE d.owner = :owner AND d.project = :project ORDER BY d.path"""
        with self._database.reading() as connection:
            return [_known(row) for row in connection.rows(query, {"owner": owner, "project": project})]

    def apply(
        self, owner: Owner, project: ProjectId, change: IndexChange, vectors: "Mapping[str, Vector[float]]"
    ) -> None:
        with self._database.writing() as connection:
            for path in change.removed:
                take_out(connection, owner, project, path)
            for path, known in change.renamed:
                rename_document(connection, (owner, project, path), known)
            for known in change.touched:
                connection.execute(
                    "UPDATE documents SET size = ?, mtime_ns = ?, settled = ?"
                    " WHERE owner = ? AND project = ? AND path = ?",
                    (
                        known.fingerprint.size,
                        known.fingerprint.mtime_ns,
                        int(known.is_settled),
                        owner,
                        project,
                        known.path,
                    ),
                )
            for document in change.documents:
                put_document(connection, (owner, project), document, change.identity, vectors)
            _mark_changed(connection)

    def known_texts(
        self, owner: Owner, identity: EmbedderIdentity, texts: Collection[str]
    ) -> "dict[str, Vector[float]]":
        by_hash = {text_hash(text): text for text in texts}
        query = """SELECT p.text_hash, p.embedding FROM unnest_bytes(:hashes) AS wanted(hash) CROSS JOIN chunk_parts p
            JOIN chunks c ON c.number = p.chunk JOIN documents d ON d.number = c.document
            WHERE p.text_hash = wanted.hash AND p.identity = :identity AND p.embedding IS NOT NULL
            AND d.owner = :owner"""
        bound = {"hashes": sorted(by_hash), "owner": owner, "identity": identity_text(identity)}
        with self._database.reading() as connection:
            return {by_hash[hashed]: vector_of(blob) for hashed, blob in connection.values(query, bound)}

    def texts_without_vector(self, owner: Owner, identity: EmbedderIdentity, *, limit: int) -> list[str]:
        query = """SELECT p.text FROM chunk_parts p JOIN chunks c ON c.number = p.chunk
            JOIN documents d ON d.number = c.document JOIN projects o ON o.owner = d.owner AND o.id = d.project
            WHERE d.owner = :owner AND o.archived = 0 AND (p.identity IS NULL OR p.identity <> :identity)
            GROUP BY p.text_hash ORDER BY min(p.chunk), min(p.position) LIMIT :limit"""
        bound = {"owner": owner, "identity": identity_text(identity), "limit": limit}
        with self._database.reading() as connection:
            return [text for (text,) in connection.values(query, bound)]

    def put_vectors(
        self, owner: Owner, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]"
    ) -> None:
        rows = [
            (identity_text(identity), vector.tobytes(), text_hash(text), owner)
            for text, vector in vectors.items()
        ]
        with self._database.writing() as connection:
            connection.executemany(
                """UPDATE chunk_parts SET identity = ?, embedding = ? WHERE text_hash = ? AND chunk IN (
                SELECT c.number FROM chunks c JOIN documents d ON d.number = c.document WHERE d.owner = ?)""",
                rows,
            )
            _mark_changed(connection)

    def forget(self, owner: Owner, projects: Sequence[ProjectId]) -> int:
        query = """SELECT project, path FROM documents WHERE owner = :owner
            AND project = ANY(:projects)"""
        with self._database.writing() as connection:
            found = connection.values(query, {"owner": owner, "projects": list(projects)})
            for project, path in found:
                take_out(connection, owner, project, path)
            _mark_changed(connection)
        return len(found)

    def orphans(self, owner: Owner) -> list[ProjectId]:
        query = """SELECT DISTINCT project FROM documents d WHERE owner = :owner AND NOT EXISTS (
            SELECT 1 FROM projects p WHERE p.owner = d.owner AND p.id = d.project AND p.archived = 0)
            ORDER BY project"""
        with self._database.reading() as connection:
            return [ProjectId(project) for (project,) in connection.values(query, {"owner": owner})]

    def by_words(self, query: str, within: Within, *, limit: int) -> list[ChunkHit]:
        with self._database.reading() as connection:
            return best_by_words(connection, "chunk_text", query, within, limit)

    def by_windows(self, query: str, within: Within, *, limit: int) -> list[ChunkHit]:
        with self._database.reading() as connection:
            return best_by_words(connection, "chunk_window", query, within, limit)

    def nearest(
        self, vector: "Vector[float]", identity: EmbedderIdentity, within: Within, *, limit: int
    ) -> list[ChunkHit]:
        with self._database.reading() as connection:
            held = self._parts.of(connection, within.owner, identity, _version(connection))
            return nearest_chunks(connection, held, vector, within, limit)

    def nearest_headings(
        self, vector: "Vector[float]", identity: EmbedderIdentity, within: Within, *, limit: int
    ) -> list[ChunkHit]:
        with self._database.reading() as connection:
            held = self._headings.of(connection, within.owner, identity, _version(connection))
            return nearest_chunks(connection, held, vector, within, limit)

    def chunks(self, owner: Owner, numbers: Sequence[int]) -> list[StoredChunk]:
        query = """SELECT c.*, d.project, d.path, d.title FROM unnest(:chunks) AS wanted(number)
            CROSS JOIN chunks c JOIN documents d ON d.number = c.document
            WHERE c.number = wanted.number AND d.owner = :owner"""
        with self._database.reading() as connection:
            parts: dict[int, list[Part]] = {}
            for row in connection.rows(_PARTS, {"chunks": list(numbers)}):
                found = Part(first_line=row["first_line"], last_line=row["last_line"], text=row["text"])
                parts.setdefault(row["chunk"], []).append(found)
            rows = connection.rows(query, {"owner": owner, "chunks": list(numbers)})
        found_by = {row["number"]: _stored(row, parts.get(row["number"], ())) for row in rows}
        return [found_by[number] for number in numbers if number in found_by]

    def counts(self, owner: Owner) -> dict[ProjectId, tuple[int, int]]:
        query = """SELECT d.project, count(DISTINCT d.number), count(c.number) FROM documents d
            LEFT JOIN chunks c ON c.document = d.number WHERE d.owner = :owner GROUP BY d.project"""
        with self._database.reading() as connection:
            return {
                ProjectId(project): (a, b) for project, a, b in connection.values(query, {"owner": owner})
            }


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


def _mark_changed(connection: SqliteSession) -> None:
    connection.execute(
        "INSERT INTO meta(key, value) VALUES (?, '1') ON CONFLICT(key) DO UPDATE SET value = value + 1",
        (_VERSION,),
    )


def _version(connection: SqliteSession) -> int:
    rows = connection.values("SELECT value FROM meta WHERE key = :key", {"key": _VERSION})
    return int(rows[0][0]) if rows else 0
