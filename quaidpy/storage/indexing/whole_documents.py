"""What was put into the index of a document, so that it can be put into another one? Nothing is embedded again."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.documents.chunks import Chunk, IndexedDocument, KnownDocument, Part, StoredChunk
from quaidpy.domain.identity import Owner
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.rows import identity_of, vector_of

_NUMBERS = """SELECT c.number FROM chunks c JOIN documents d ON same_owner(d, c) AND d.number = c.document
WHERE d.owner = :owner AND d.project = :project AND d.path = :path ORDER BY c.position"""
_EMBEDDED = """SELECT text, identity, embedding FROM chunk_parts p
WHERE of_owner(p) AND chunk = ANY(:chunks) AND embedding IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A document as it was put; `vectors` by the text that was embedded, all of one embedder: `identity`."""

    document: IndexedDocument
    identity: EmbedderIdentity | None
    vectors: "Mapping[str, Vector[float]]"


def chunk_numbers(session: SqlSession, owner: Owner, project: str, path: str) -> list[int]:
    """Of a document's chunks, in order."""
    found = session.values(_NUMBERS, {"owner": owner, "project": project, "path": path})
    return [number for (number,) in found]


def whole_document(
    session: SqlSession, owner: Owner, known: KnownDocument, chunks: Sequence[StoredChunk]
) -> WholeDocument:
    """`chunks`: all of it, in order."""
    rows = session.values(_EMBEDDED, {"owner": owner, "chunks": [chunk.number for chunk in chunks]})
    # After an interrupted change of the embedder there are two: what the other one made is made again when it is due.
    ((name, _),) = Counter(identity for _, identity, _ in rows).most_common(1) or [(None, 0)]
    return WholeDocument(
        document=IndexedDocument(known=known, chunks=tuple(_as_cut(stored.chunk) for stored in chunks)),
        identity=identity_of(name) if name else None,
        vectors={text: vector_of(blob) for text, identity, blob in rows if identity == name},
    )


def _as_cut(chunk: Chunk) -> Chunk:
    """Its parts without what is put before each for the embedder."""
    return Chunk(
        headings=chunk.headings,
        first_line=chunk.first_line,
        last_line=chunk.last_line,
        text=chunk.text,
        lead=chunk.lead,
        parts=tuple(_cut(part, chunk) for part in chunk.parts),
    )


def _cut(part: Part, chunk: Chunk) -> Part:
    before = Part(first_line=part.first_line, last_line=part.last_line, text="").index_text(
        chunk.headings, chunk.lead
    )
    text = part.text.removeprefix(f"{before}\n") if before else part.text
    return Part(first_line=part.first_line, last_line=part.last_line, text=text)
