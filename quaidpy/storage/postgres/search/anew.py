"""How is all that is derived of one owner made anew from the rows? Inside a write transaction."""

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.ports.changes import INDEXES
from quaidpy.storage.indexing.derivation import refresh
from quaidpy.storage.indexing.vectors import INDEX, TEXT, place_vectors
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.sql.adjacency import refresh_adjacency
from quaidpy.storage.sql.change_log import note_all_changed
from quaidpy.storage.sql.changing.following import everything

_CANONICAL = ("memories", "turns", "edges", "mentions")
_DERIVED = (*INDEX.values(), "adjacency", "worded_rows")
_UNUSED_VECTORS = f"""DELETE FROM vectors WHERE owner = :owner AND text_hash NOT IN (
{" UNION ".join(f"SELECT text_hash FROM {index} WHERE owner = :owner" for index in INDEX.values())})"""


def owners_indexed(session: PostgresSession) -> list[Owner]:
    """Everybody who has rows, or something that was derived of them."""
    session.of_everybody()
    query = " UNION ".join(f"SELECT owner FROM {table}" for table in (*_CANONICAL, *_DERIVED))
    return [Owner(owner) for (owner,) in session.values(f"{query} ORDER BY owner")]


def index_anew(session: PostgresSession, owner: Owner) -> None:
    """Words, vectors and links from the rows and the kept embeddings.

    Numbers of nodes stay; the graph is told nothing, it has a rebuild of its own.
    """
    stale = {"owner": owner, "stale": b""}
    for corpus in Corpus:
        session.drop_all_words(TEXT[corpus], owner)
        session.execute(
            f"UPDATE {INDEX[corpus]} SET text_hash = :stale, has_vector = 0 WHERE owner = :owner", stale
        )
    session.drop_all_words("window_text", owner)
    session.drop_all_vectors(owner)
    for topic in INDEXES:
        note_all_changed(session, owner, topic)
    session.execute("DELETE FROM adjacency WHERE owner = :owner", stale)
    touched = everything(session, owner)
    refresh(session, owner, touched)
    refresh_adjacency(session, owner, edges=touched.edges, mentioning=touched.mentioning)
    for corpus in Corpus:
        # What has no row any more was not refreshed.
        session.execute(f"DELETE FROM {INDEX[corpus]} WHERE owner = :owner AND text_hash = :stale", stale)
        place_vectors(session, owner, corpus)


def purge_derived(session: PostgresSession, owner: Owner) -> None:
    """Make all of it anew, without the embeddings of texts that no row of the owner has any more."""
    session.execute(_UNUSED_VECTORS, {"owner": owner})
    index_anew(session, owner)
