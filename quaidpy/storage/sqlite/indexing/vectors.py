"""Where are embeddings kept, and which nodes are found by them?

Kept once per embedder and text (`vectors`); placed in a sqlite-vec table per corpus for the nodes that have that text.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.errors import ModelError, StorageError
from quaidpy.ports.changes import VECTORS
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.sql.change_log import EVERYBODY, note_all_changed, note_changes
from quaidpy.storage.sql.rows import identity_of, identity_text, text_hash
from quaidpy.storage.sqlite.file.session import SqliteSession

INDEX = {Corpus.MEMORIES: "memory_index", Corpus.TURNS: "turn_index", Corpus.PASSAGES: "passage_index"}
TEXT: Mapping[Corpus, TextIndex] = {
    Corpus.MEMORIES: "memory_text",
    Corpus.TURNS: "turn_text",
    Corpus.PASSAGES: "passage_text",
}
TERMS = {Corpus.MEMORIES: "memory_terms", Corpus.TURNS: "turn_terms", Corpus.PASSAGES: "passage_terms"}
VECTOR = {Corpus.MEMORIES: "memory_vector", Corpus.TURNS: "turn_vector"}
"""Those of passages are read from `vectors`: they are fewer, and are compared with one by one or in memory."""

_EMBEDDING = "SELECT embedding FROM vectors WHERE identity = :identity AND text_hash = :hash"
_IN_USE = "embedder"  # meta key: the identity whose vectors are searched


def identity_in_use(connection: SqliteSession) -> EmbedderIdentity | None:
    rows = connection.once("SELECT value FROM meta WHERE key = :key", {"key": _IN_USE})
    return identity_of(rows[0][0]) if rows else None


def keep_vectors(
    connection: SqliteSession, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]"
) -> list[bytes]:
    """Store embeddings by their text; the first identity ever kept is put to use. Returns the texts' hashes."""
    if not vectors:
        return []
    name = identity_text(identity)
    rows = [(name, text_hash(text), _checked(vector, identity).tobytes()) for text, vector in vectors.items()]
    if identity_in_use(connection) is None:
        use_identity(connection, identity)
    connection.executemany(
        "INSERT INTO vectors(identity, text_hash, embedding) VALUES (?, ?, ?)"
        " ON CONFLICT(identity, text_hash) DO UPDATE SET embedding = excluded.embedding",
        rows,
    )
    return [row[1] for row in rows]


def _checked(vector: "Vector[float]", identity: EmbedderIdentity) -> "Vector[float]":
    """Raises ModelError for a vector that must not be stored."""
    length = float(np.linalg.norm(np.frombuffer(vector, dtype=np.float32)))
    if len(vector) == identity.dimension and abs(length - 1) < 0.01:
        return vector
    raise ModelError(
        f"{identity.name} gave a vector of {len(vector)} numbers and length {length:.3f} where {identity.dimension} "
        "numbers of length 1 are needed; nothing was stored. Check the embedding model"
    )


def use_identity(connection: SqliteSession, identity: EmbedderIdentity) -> None:
    """Search by this embedder's vectors from now on; the vector tables are made anew and empty."""
    for table in VECTOR.values():
        connection.execute(f"DROP TABLE IF EXISTS {table}")
        connection.execute(
            f"CREATE VIRTUAL TABLE {table} USING vec0(owner TEXT PARTITION KEY, number INTEGER PRIMARY KEY, "
            f"embedding FLOAT[{int(identity.dimension)}] distance_metric=cosine)"
        )
    for corpus in Corpus:
        connection.execute(f"UPDATE {INDEX[corpus]} SET has_vector = 0 WHERE has_vector")
        note_all_changed(connection, EVERYBODY, VECTORS[corpus])
    connection.execute(
        "INSERT INTO meta(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
        (_IN_USE, identity_text(identity)),
    )


def place_vectors(connection: SqliteSession, corpus: Corpus, hashes: "list[bytes] | None" = None) -> None:
    """Make nodes without a vector findable whose text has one: of the given texts, or all (None)."""
    identity = identity_in_use(connection)
    if identity is None:
        return
    index = INDEX[corpus]
    if hashes is None:
        waiting = f"{index} i"
    else:
        waiting = f"unnest_bytes(:hashes) AS wanted(hash) CROSS JOIN {index} i ON i.text_hash = wanted.hash"
    rows = connection.values(
        f"SELECT i.owner, i.number, v.embedding FROM {waiting} CROSS JOIN vectors v"
        " ON v.identity = :identity AND v.text_hash = i.text_hash WHERE i.has_vector = 0",
        {"identity": identity_text(identity), "hashes": list(dict.fromkeys(hashes or ()))},
    )
    _place(connection, corpus, rows)


def place_anew(
    connection: SqliteSession, corpus: Corpus, owner: Owner, nodes: Sequence[tuple[int, bytes]]
) -> None:
    """Find these nodes, by number, by the embeddings of their new texts if those are kept; by none else."""
    identity = identity_in_use(connection)
    if identity is None or not nodes:
        return
    name, index = identity_text(identity), INDEX[corpus]
    stale = connection.values(
        f"UPDATE {index} SET has_vector = 0 WHERE number = ANY(:numbers) AND has_vector = 1 RETURNING number",
        {"numbers": [number for number, _ in nodes]},
    )
    take_vectors_away(connection, corpus, owner, [number for (number,) in stale])
    kept = [
        (owner, number, embedding)
        for number, hashed in nodes
        for (embedding,) in connection.values(_EMBEDDING, {"identity": name, "hash": hashed})
    ]
    _place(connection, corpus, kept)


def _place(connection: SqliteSession, corpus: Corpus, rows: Sequence[tuple[Owner, int, bytes]]) -> None:
    """`rows`: owners, numbers and embeddings."""
    if corpus in VECTOR:
        connection.executemany(
            f"INSERT INTO {VECTOR[corpus]}(owner, number, embedding) VALUES (?, ?, ?)", rows
        )
    connection.executemany(
        f"UPDATE {INDEX[corpus]} SET has_vector = 1 WHERE number = ?", [(number,) for _, number, _ in rows]
    )
    for owner in {owner for owner, _, _ in rows}:
        note_changes(
            connection, owner, VECTORS[corpus], (number for whose, number, _ in rows if whose == owner)
        )


def take_vectors_away(
    connection: SqliteSession, corpus: Corpus, owner: Owner, numbers: Sequence[int]
) -> None:
    if identity_in_use(connection) is not None:
        if corpus in VECTOR:
            connection.executemany(
                f"DELETE FROM {VECTOR[corpus]} WHERE number = ?", [(number,) for number in numbers]
            )
        note_changes(connection, owner, VECTORS[corpus], numbers)


def drop_other_identities(connection: SqliteSession) -> None:
    """Forget embeddings that no search uses any more. Raises StorageError when none is in use."""
    identity = identity_in_use(connection)
    if identity is None:
        raise StorageError("no embedder is in use yet; nothing to drop")
    connection.execute("DELETE FROM vectors WHERE identity <> ?", (identity_text(identity),))
