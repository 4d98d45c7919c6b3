"""Are the derived tables what the rows say, and how are they made anew?"""

from quaidpy.domain.identity import Owner
from quaidpy.regex import regex
from quaidpy.storage.indexing.vectors import identity_in_use
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.schema import DERIVED, DOCUMENTS
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.file.working_copies import working_copy_folder
from quaidpy.storage.sqlite.indexing.anew import forget_unused_vectors, index_everything_anew
from quaidpy.storage.tables import CHANGE_LOG, SCOPE_COLUMN

_CREATING = regex(r"CREATE (VIRTUAL TABLE|TABLE|INDEX) (\w+)")


def rebuild_derived(connection: SqliteSession) -> None:
    """Text, vector and adjacency tables from the rows and the kept embeddings; inside a write transaction.

    Numbers of nodes stay; the graph is told nothing, it has a rebuild of its own. A table that is missing is made.
    """
    _make_missing(connection)
    index_everything_anew(connection)


def _make_missing(connection: SqliteSession) -> None:
    """What is derived of documents is read again from their files, once an index of them was missing."""
    had = {name for (name,) in connection.values("SELECT name FROM sqlite_schema")}
    for statement in filter(_CREATING.search, (DERIVED + DOCUMENTS + CHANGE_LOG).split(";")):
        today = statement.replace(SCOPE_COLUMN, "")
        connection.execute(_CREATING.sub(r"CREATE \1 IF NOT EXISTS \2", today))
    if not {"chunk_text", "chunk_window"} <= had:
        connection.execute(
            "DELETE FROM documents; INSERT INTO chunk_text(chunk_text) VALUES ('delete-all');"
            "INSERT INTO chunk_window(chunk_window) VALUES ('delete-all')"
        )


def purge_derived(connection: SqliteSession, owner: Owner) -> None:
    """The same, without the embeddings of texts that no row has any more, of any owner."""
    del owner
    forget_unused_vectors(connection)
    rebuild_derived(connection)


_COMPARED = {
    "memory_index": "SELECT * FROM memory_index",
    "turn_index": "SELECT * FROM turn_index",
    "passage_index": "SELECT * FROM passage_index",
    "adjacency": "SELECT * FROM adjacency",
    "memory_text": "SELECT doc, term, col, offset FROM memory_tokens",
    "turn_text": "SELECT doc, term, col, offset FROM turn_tokens",
    "passage_text": "SELECT doc, term, col, offset FROM passage_tokens",
    "window_text": "SELECT doc, term, col, offset FROM window_tokens",
    "memory_vector": "SELECT owner, number, embedding FROM memory_vector",
    "turn_vector": "SELECT owner, number, embedding FROM turn_vector",
}


def derived_differences(database: Database) -> list[str]:
    """One sentence for each derived table that differs from a rebuild; empty when all agree.

    Works on a copy beside the database, so nobody waits and nothing changes.
    """
    with working_copy_folder(database.path.parent) as folder:
        copied = folder / "copy.sqlite"
        database.backup(copied)
        copy = Database(copied, clock=database.clock)
        try:
            with copy.writing(durable=False) as connection:
                return _differences(connection)
        finally:
            copy.close()


def _differences(connection: SqliteSession) -> list[str]:
    connection.execute(
        "CREATE VIRTUAL TABLE temp.memory_tokens USING fts5vocab(main, memory_text, instance);"
        "CREATE VIRTUAL TABLE temp.turn_tokens USING fts5vocab(main, turn_text, instance);"
        "CREATE VIRTUAL TABLE temp.passage_tokens USING fts5vocab(main, passage_text, instance);"
        "CREATE VIRTUAL TABLE temp.window_tokens USING fts5vocab(main, window_text, instance)"
    )
    compared = dict(_COMPARED)
    if identity_in_use(connection) is None:
        del compared["memory_vector"], compared["turn_vector"]
    for name, query in compared.items():
        connection.execute(f"CREATE TEMP TABLE found_{name} AS {query}")
    rebuild_derived(connection)
    found = []
    for name, query in compared.items():
        ((extra, missing),) = connection.values(
            f"SELECT (SELECT count(*) FROM (SELECT * FROM found_{name} EXCEPT {query})),"
            f" (SELECT count(*) FROM ({query} EXCEPT SELECT * FROM found_{name}))",
        )
        ((before, after),) = connection.values(
            f"SELECT (SELECT count(*) FROM found_{name}), (SELECT count(*) FROM ({query}))"
        )
        if extra or missing or before != after:
            found.append(
                f"{name}: {extra} entries too many, {missing} missing; `quaid rebuild` makes it anew"
            )
    return found
