"""How is all that is derived in a file made anew from the rows, of all owners? Inside a write transaction."""

from quaidpy.domain.identity import EVERYBODY
from quaidpy.domain.recall.queries import Corpus
from quaidpy.ports.changes import INDEXES
from quaidpy.storage.indexing.derivation import refresh
from quaidpy.storage.indexing.vectors import INDEX, TEXT, identity_in_use, place_vectors, use_identity
from quaidpy.storage.sql.adjacency import refresh_adjacency
from quaidpy.storage.sql.change_log import note_all_changed
from quaidpy.storage.sql.changing.following import everything
from quaidpy.storage.sqlite.file.session import SqliteSession

_OWNERS = """SELECT owner FROM memories UNION SELECT owner FROM turns
UNION SELECT owner FROM edges UNION SELECT owner FROM mentions"""
_UNUSED_VECTORS = """DELETE FROM vectors WHERE text_hash NOT IN (SELECT text_hash FROM memory_index
UNION SELECT text_hash FROM turn_index UNION SELECT text_hash FROM passage_index)"""


def index_everything_anew(session: SqliteSession) -> None:
    """Text, vector and adjacency tables from the rows and the kept embeddings.

    Numbers of nodes stay; the graph is told nothing, it has a rebuild of its own.
    """
    stale = {"stale": b""}
    for corpus in Corpus:
        session.drop_all_words(TEXT[corpus])
        session.execute(f"UPDATE {INDEX[corpus]} SET text_hash = :stale, has_vector = 0", stale)
    session.drop_all_words("window_text")
    for topic in INDEXES:
        note_all_changed(session, EVERYBODY, topic)
    session.execute("DELETE FROM adjacency")
    identity = identity_in_use(session)
    if identity is not None:
        use_identity(session, identity, [EVERYBODY])
    for (owner,) in session.values(_OWNERS):
        touched = everything(session, owner)
        refresh(session, owner, touched)
        refresh_adjacency(session, owner, edges=touched.edges, mentioning=touched.mentioning)
    for corpus in Corpus:
        # What has no row any more was not refreshed.
        session.execute(f"DELETE FROM {INDEX[corpus]} WHERE text_hash = :stale", stale)
        place_vectors(session, EVERYBODY, corpus)


def forget_unused_vectors(session: SqliteSession) -> None:
    """Embeddings of texts that no row has any more."""
    session.execute(_UNUSED_VECTORS)
