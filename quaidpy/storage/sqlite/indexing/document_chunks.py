"""How do a document's chunks become rows that can be found, and how do they go? Inside a write transaction."""

import json
from collections.abc import Mapping, Sequence

from quaidpy.domain.documents.chunks import BETWEEN_HEADINGS, Chunk, IndexedDocument, KnownDocument
from quaidpy.domain.language.text import with_cjk_bigrams
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.rows import identity_text, instant_text, text_hash
from quaidpy.storage.sqlite.file.session import SqliteSession

HEADINGS = -1
"""The place, among the parts of a chunk, of its headings by themselves."""

Named = tuple[str, str, str]
"""Owner, project, path."""


def put_document(
    connection: SqliteSession,
    of: tuple[str, str],
    document: IndexedDocument,
    identity: EmbedderIdentity | None,
    vectors: "Mapping[str, Vector[float]]",
) -> None:
    """In the place of what was known under its path. `of`: owner and project."""
    known = document.known
    take_out(connection, *of, known.path)
    connection.execute(
        "INSERT INTO documents(owner, project, path, title, size, mtime_ns, settled, digest, indexed_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*of, AsItIs(known.path), known.title, known.fingerprint.size, known.fingerprint.mtime_ns,
         int(known.is_settled), known.digest, instant_text(known.indexed_at)),
    )  # fmt: skip
    number = connection.last_insert_rowid()
    name = identity_text(identity) if identity else None
    numbers = []
    for position, chunk in enumerate(document.chunks):
        connection.execute(
            "INSERT INTO chunks(document, position, headings, first_line, last_line, lead, text)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, position, json.dumps(chunk.headings, ensure_ascii=False), chunk.first_line, chunk.last_line,
             chunk.lead, chunk.text),
        )  # fmt: skip
        numbers.append(connection.last_insert_rowid())
        _put_parts(connection, numbers[-1], chunk, name, vectors)
    _put_words(connection, known.path, numbers, document.chunks)


def _put_parts(
    connection: SqliteSession,
    number: int,
    chunk: Chunk,
    identity: str | None,
    vectors: "Mapping[str, Vector[float]]",
) -> None:
    rows = []
    lines = [(part.first_line, part.last_line) for part in chunk.parts]
    places = [*range(len(chunk.parts)), HEADINGS]  # zip leaves the last one out where there are no headings
    for position, text in zip(places, chunk.index_texts, strict=False):
        first, last = (chunk.first_line, chunk.last_line) if position == HEADINGS else lines[position]
        vector = vectors.get(text)
        made = (identity, vector.tobytes()) if vector is not None else (None, None)
        rows.append((number, position, first, last, text, text_hash(text), *made))
    connection.executemany(
        "INSERT INTO chunk_parts(chunk, position, first_line, last_line, text, text_hash, identity, embedding)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def _put_words(connection: SqliteSession, path: str, numbers: Sequence[int], chunks: Sequence[Chunk]) -> None:
    texts = [with_cjk_bigrams("\n".join(filter(None, (chunk.lead, chunk.text)))) for chunk in chunks]
    connection.executemany(
        "INSERT INTO chunk_text(rowid, path, headings, text) VALUES (?, ?, ?, ?)",
        [
            (number, path, with_cjk_bigrams(BETWEEN_HEADINGS.join(chunk.headings)), text)
            for number, chunk, text in zip(numbers, chunks, texts, strict=True)
        ],
    )
    around = ["", *texts, ""]
    connection.executemany(
        "INSERT INTO chunk_window(rowid, text) VALUES (?, ?)",
        [(number, "\n".join(around[place : place + 3])) for place, number in enumerate(numbers)],
    )


def take_out(connection: SqliteSession, owner: str, project: str, path: str) -> None:
    """With its chunks, their words and vectors; nothing happens where it is not known."""
    for number in _forget_words(connection, (owner, project, path)):
        connection.execute("DELETE FROM documents WHERE number = ?", (number,))


def rename_document(connection: SqliteSession, was: Named, known: KnownDocument) -> None:
    """The same bytes under another path: chunks and vectors stay, only the path is indexed anew."""
    take_out(connection, *was[:2], known.path)
    for number in _forget_words(connection, was):
        connection.execute(
            "UPDATE documents SET path = ?, size = ?, mtime_ns = ?, settled = ? WHERE number = ?",
            (
                AsItIs(known.path),
                known.fingerprint.size,
                known.fingerprint.mtime_ns,
                int(known.is_settled),
                number,
            ),
        )
        rows = connection.values(
            "SELECT number, headings, lead, text FROM chunks WHERE document = :number ORDER BY position",
            {"number": number},
        )
        chunks = [
            Chunk(headings=tuple(json.loads(headings)), first_line=0, last_line=0, text=text, lead=lead)
            for _, headings, lead, text in rows
        ]
        _put_words(connection, known.path, [row[0] for row in rows], chunks)


def _forget_words(connection: SqliteSession, named: Named) -> list[int]:
    """Takes a document's chunks out of the text index. Returns its number, if there is one."""
    query = "SELECT number FROM documents WHERE owner = :owner AND project = :project AND path = :path"
    numbers = connection.values(query, dict(zip(("owner", "project", "path"), named, strict=True)))
    for (number,) in numbers:
        for table in ("chunk_text", "chunk_window"):
            connection.execute(
                f"DELETE FROM {table} WHERE rowid IN (SELECT number FROM chunks WHERE document = ?)",
                (number,),
            )
    return [number for (number,) in numbers]
