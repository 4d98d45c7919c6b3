"""How do a document's chunks become rows that can be found, and how do they go? Inside a write transaction."""

import json
from collections.abc import Iterator, Mapping, Sequence

from quaidpy.domain.documents.chunks import BETWEEN_HEADINGS, Chunk, IndexedDocument, KnownDocument
from quaidpy.domain.identity import Owner
from quaidpy.domain.language.text import with_cjk_bigrams
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.indexing.session import ChunkIndex, IndexSession
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.rows import identity_text, instant_text, text_hash

HEADINGS = -1
"""The place, among the parts of a chunk, of its headings by themselves."""

Named = tuple[Owner, str, str]
"""Owner, project, path."""

CHUNK_INDEXES: Sequence[ChunkIndex] = ("chunk_text", "chunk_window")
_PUT_DOCUMENT = """INSERT INTO documents(owner, project, path, title, size, mtime_ns, settled, digest, indexed_at)
VALUES (:owner, :project, :path, :title, :size, :mtime_ns, :settled, :digest, :indexed_at) RETURNING number"""
_PUT_CHUNK = """INSERT INTO chunks(owner, document, position, headings, first_line, last_line, lead, text)
VALUES (:owner, :document, :position, :headings, :first, :last, :lead, :text) RETURNING number"""
_PUT_PART = """INSERT INTO chunk_parts(owner, chunk, position, first_line, last_line, text, text_hash, identity,
  embedding)
VALUES (:owner, :chunk, :position, :first, :last, :text, :hash, :identity, :embedding)"""
_RENAME = """UPDATE documents SET path = :path, size = :size, mtime_ns = :mtime_ns, settled = :settled
WHERE of_owner(documents) AND number = :number"""
_TOUCH = """UPDATE documents SET size = :size, mtime_ns = :mtime_ns, settled = :settled
WHERE owner = :owner AND project = :project AND path = :path"""


def put_document(
    session: IndexSession,
    of: tuple[Owner, str],
    document: IndexedDocument,
    identity: EmbedderIdentity | None,
    vectors: "Mapping[str, Vector[float]]",
) -> None:
    """In the place of what was known under its path. `of`: owner and project."""
    known, (owner, project) = document.known, of
    take_out(session, owner, project, known.path)
    named = {"owner": owner, "project": project, "title": known.title, "digest": known.digest}
    at = {"indexed_at": instant_text(known.indexed_at)}
    ((number,),) = session.returned(_PUT_DOCUMENT, [{**named, **at, **_seen(known)}])
    chunks = session.returned(
        _PUT_CHUNK,
        [
            {
                "owner": owner,
                "document": number,
                "position": position,
                "headings": json.dumps(chunk.headings, ensure_ascii=False),
                "first": chunk.first_line,
                "last": chunk.last_line,
                "lead": chunk.lead,
                "text": chunk.text,
            }
            for position, chunk in enumerate(document.chunks)
        ],
    )
    numbers = [chunk for (chunk,) in chunks]
    name = identity_text(identity) if identity else None
    parts = [
        {"owner": owner, **part}
        for chunk, text in zip(numbers, document.chunks, strict=True)
        for part in _parts(chunk, text, name, vectors)
    ]
    session.execute_many(_PUT_PART, parts)
    _put_words(session, owner, known.path, numbers, document.chunks)


def touch_document(session: IndexSession, of: tuple[Owner, str], known: KnownDocument) -> None:
    """The same bytes were looked at again."""
    session.execute(_TOUCH, {"owner": of[0], "project": of[1], **_seen(known)})


def _seen(known: KnownDocument) -> dict[str, object]:
    """Where the file is, and how it looks from outside."""
    return {
        "path": AsItIs(known.path),
        "size": known.fingerprint.size,
        "mtime_ns": known.fingerprint.mtime_ns,
        "settled": int(known.is_settled),
    }


def _parts(
    number: int, chunk: Chunk, identity: str | None, vectors: "Mapping[str, Vector[float]]"
) -> Iterator[dict[str, object]]:
    lines = [(part.first_line, part.last_line) for part in chunk.parts]
    places = [*range(len(chunk.parts)), HEADINGS]  # zip leaves the last one out where there are no headings
    for position, text in zip(places, chunk.index_texts, strict=False):
        first, last = (chunk.first_line, chunk.last_line) if position == HEADINGS else lines[position]
        vector = vectors.get(text)
        yield {
            "chunk": number,
            "position": position,
            "first": first,
            "last": last,
            "text": text,
            "hash": text_hash(text),
            "identity": identity if vector is not None else None,
            "embedding": vector.tobytes() if vector is not None else None,
        }


def _put_words(
    session: IndexSession, owner: Owner, path: str, numbers: Sequence[int], chunks: Sequence[Chunk]
) -> None:
    texts = [with_cjk_bigrams("\n".join(filter(None, (chunk.lead, chunk.text)))) for chunk in chunks]
    headings = [with_cjk_bigrams(BETWEEN_HEADINGS.join(chunk.headings)) for chunk in chunks]
    session.put_words(
        "chunk_text",
        owner,
        [
            (number, [path, heading, text])
            for number, heading, text in zip(numbers, headings, texts, strict=True)
        ],
    )
    around = ["", *texts, ""]
    windows = [(number, ["\n".join(around[place : place + 3])]) for place, number in enumerate(numbers)]
    session.put_words("chunk_window", owner, windows)


def take_out(session: IndexSession, owner: Owner, project: str, path: str) -> None:
    """With its chunks, their words and vectors; nothing happens where it is not known."""
    for number in _forget_words(session, (owner, project, path)):
        session.execute(
            "DELETE FROM documents WHERE of_owner(documents) AND number = :number",
            {"owner": owner, "number": number},
        )


def rename_document(session: IndexSession, was: Named, known: KnownDocument) -> None:
    """The same bytes under another path: chunks and vectors stay, only the path is indexed anew."""
    take_out(session, *was[:2], known.path)
    for number in _forget_words(session, was):
        session.execute(_RENAME, {"owner": was[0], "number": number, **_seen(known)})
        rows = session.values(
            "SELECT c.number, c.headings, c.lead, c.text FROM chunks c"
            " WHERE of_owner(c) AND c.document = :number ORDER BY c.position",
            {"owner": was[0], "number": number},
        )
        chunks = [
            Chunk(headings=tuple(json.loads(headings)), first_line=0, last_line=0, text=text, lead=lead)
            for _, headings, lead, text in rows
        ]
        _put_words(session, was[0], known.path, [row[0] for row in rows], chunks)


def _forget_words(session: IndexSession, named: Named) -> list[int]:
    """Takes a document's chunks out of the text index. Returns its number, if there is one."""
    query = "SELECT number FROM documents WHERE owner = :owner AND project = :project AND path = :path"
    found = session.values(query, dict(zip(("owner", "project", "path"), named, strict=True)))
    for (number,) in found:
        chunks = session.values(
            "SELECT c.number FROM chunks c WHERE of_owner(c) AND c.document = :number",
            {"owner": named[0], "number": number},
        )
        for index in CHUNK_INDEXES:
            session.drop_words(index, named[0], [chunk for (chunk,) in chunks])
    return [number for (number,) in found]
