"""Where are embeddings kept, and which nodes are found by them?

Kept once per embedder and text (`vectors`); placed, for the nodes that have that text, where the engine searches.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import numpy as np

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.errors import ModelError, StorageError
from quaidpy.ports.changes import VECTORS
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.storage.cached.sources import TextIndex
from quaidpy.storage.indexing.session import IndexSession
from quaidpy.storage.sql.change_log import note_all_changed, note_changes
from quaidpy.storage.sql.engine import ALIKE, SqlSession
from quaidpy.storage.sql.rows import identity_of, identity_text, text_hash

INDEX = {Corpus.MEMORIES: "memory_index", Corpus.TURNS: "turn_index", Corpus.PASSAGES: "passage_index"}
TEXT: Mapping[Corpus, TextIndex] = {
    Corpus.MEMORIES: "memory_text",
    Corpus.TURNS: "turn_text",
    Corpus.PASSAGES: "passage_text",
}
_EMBEDDING = """SELECT text_hash, embedding FROM vectors v
WHERE of_owner(v) AND v.identity = :identity AND v.text_hash = :hash"""
_KEEP = """INSERT INTO vectors(owner, identity, text_hash, embedding) VALUES (:owner, :identity, :hash, :embedding)
ON CONFLICT(owner, identity, text_hash) DO UPDATE SET embedding = excluded.embedding"""
_USE = """INSERT INTO meta(owner, key, value) VALUES (:owner, :key, :value)
ON CONFLICT(owner, key) DO UPDATE SET value = excluded.value"""
_IN_USE = "embedder"  # meta key: the identity whose vectors are searched
IDENTITY = (
    f"{ALIKE} SELECT value FROM meta m WHERE of_owner(m) AND m.key = :key",
    {"owner": EVERYBODY, "key": _IN_USE},
)
"""The statement of `identity_in_use`."""


def identity_in_use(session: SqlSession) -> EmbedderIdentity | None:
    """One for all owners: their vectors have as many numbers.

    While somebody writes nobody but they themselves puts another in the place of the one that is.
    """
    noted = session.noted
    if noted is not None and noted.embedder is not None:
        return identity_of(noted.embedder)
    rows = session.once(*IDENTITY)
    if not rows:
        return None
    if noted is not None:
        noted.embedder = rows[0][0]
    return identity_of(rows[0][0])


def keep_vectors(
    session: IndexSession, owner: Owner, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]"
) -> list[bytes]:
    """Store embeddings by their text; the first identity ever kept is put to use. Returns the texts' hashes."""
    if not vectors:
        return []
    name = identity_text(identity)
    embeddings = {text_hash(text): _checked(vector, identity).tobytes() for text, vector in vectors.items()}
    if identity_in_use(session) is None:
        session.wait_for_embedder()
    if identity_in_use(session) is None:
        use_identity(session, identity, [owner])
    session.execute_many(
        _KEEP,
        [
            {"owner": owner, "identity": name, "hash": hashed, "embedding": made}
            for hashed, made in embeddings.items()
        ],
    )
    return list(embeddings)


def _checked(vector: "Vector[float]", identity: EmbedderIdentity) -> "Vector[float]":
    """Raises ModelError for a vector that must not be stored."""
    length = float(np.linalg.norm(np.frombuffer(vector, dtype=np.float32)))
    if len(vector) == identity.dimension and abs(length - 1) < 0.01:
        return vector
    raise ModelError(
        f"{identity.name} gave a vector of {len(vector)} numbers and length {length:.3f} where {identity.dimension} "
        "numbers of length 1 are needed; nothing was stored. Check the embedding model"
    )


def use_identity(session: IndexSession, identity: EmbedderIdentity, told: Iterable[Owner]) -> None:
    """Search by this embedder's vectors from now on; the vector tables are made anew and empty.

    `told`: those in whose change logs it stands.
    """
    session.make_vectors_anew(identity.dimension)
    for corpus in Corpus:
        session.execute(f"UPDATE {INDEX[corpus]} SET has_vector = 0 WHERE has_vector = 1")
    for owner, corpus in product(told, Corpus):
        note_all_changed(session, owner, VECTORS[corpus])
    session.execute(_USE, {"owner": EVERYBODY, "key": _IN_USE, "value": identity_text(identity)})
    if session.noted is not None:
        session.noted.embedder = None


def place_vectors(
    session: IndexSession, owner: Owner, corpus: Corpus, hashes: "list[bytes] | None" = None
) -> None:
    """Make nodes without a vector findable whose text has one: of the given texts, or all (None).

    Those of the owner at least: where one vector serves the same text of all owners, those of others as well.
    """
    identity = identity_in_use(session)
    if identity is None:
        return
    index = INDEX[corpus]
    if hashes is None:
        waiting, which = f"{index} i", "1 = 1"
    else:
        waiting = f"unnest_bytes(:hashes) AS wanted(hash) CROSS JOIN {index} i"
        which = "i.text_hash = wanted.hash"
    rows = session.values(
        f"SELECT i.owner, i.number, v.embedding FROM {waiting} CROSS JOIN vectors v"
        f" WHERE {which} AND of_owner(i) AND same_owner(v, i)"
        " AND v.identity = :identity AND v.text_hash = i.text_hash AND i.has_vector = 0",
        {"owner": owner, "identity": identity_text(identity), "hashes": list(dict.fromkeys(hashes or ()))},
    )
    _place(session, corpus, rows)


def place_anew(
    session: IndexSession, corpus: Corpus, owner: Owner, nodes: Sequence[tuple[int, bytes]]
) -> None:
    """Find these nodes, by number, by the embeddings of their new texts if those are kept; by none else."""
    identity = identity_in_use(session) if nodes else None
    if identity is None:
        return
    name, index = identity_text(identity), INDEX[corpus]
    stale = session.values(
        f"UPDATE {index} SET has_vector = 0"
        f" WHERE of_owner({index}) AND number = ANY(:numbers) AND has_vector = 1 RETURNING number",
        {"owner": owner, "numbers": [number for number, _ in nodes]},
    )
    take_vectors_away(session, corpus, owner, [number for (number,) in stale])
    wanted = [
        {"owner": owner, "identity": name, "hash": hashed} for hashed in {hashed for _, hashed in nodes}
    ]
    kept = dict(session.returned(_EMBEDDING, wanted))
    _place(session, corpus, [(owner, number, kept[hashed]) for number, hashed in nodes if hashed in kept])


def _place(session: IndexSession, corpus: Corpus, rows: Sequence[tuple[Owner, int, bytes]]) -> None:
    """`rows`: owners, numbers and embeddings."""
    index = INDEX[corpus]
    for owner in dict.fromkeys(owner for owner, _, _ in rows):
        own = [(number, embedding) for whose, number, embedding in rows if whose == owner]
        session.execute(
            f"UPDATE {index} SET has_vector = 1 WHERE of_owner({index}) AND number = ANY(:numbers)",
            {"owner": owner, "numbers": [number for number, _ in own]},
        )
        session.put_vectors(corpus, owner, own)
        note_changes(session, owner, VECTORS[corpus], (number for number, _ in own))


def take_vectors_away(session: IndexSession, corpus: Corpus, owner: Owner, numbers: Sequence[int]) -> None:
    if numbers and identity_in_use(session) is not None:
        session.drop_vectors(corpus, owner, numbers)
        note_changes(session, owner, VECTORS[corpus], numbers)


def drop_other_identities(session: IndexSession) -> None:
    """Forget embeddings that no search uses any more. Raises StorageError when none is in use."""
    identity = identity_in_use(session)
    if identity is None:
        raise StorageError("no embedder is in use yet; nothing to drop")
    session.execute("DELETE FROM vectors WHERE identity <> :identity", {"identity": identity_text(identity)})
