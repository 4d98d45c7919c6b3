"""Which words and vectors must be made anew? Text index and vector index follow the rows.

Archived and retired memories are in no index.
"""

from quaidpy.domain.identity import Owner, TurnId, is_memory
from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.sql.touched import Touched
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.bulk_indexing import index_memories, index_turns
from quaidpy.storage.sqlite.indexing.vectors import place_vectors
from quaidpy.storage.sqlite.indexing.windows import refresh_windows


def refresh(connection: SqliteSession, owner: Owner, touched: Touched) -> None:
    """Make the index rows of the touched keys equal to what the canonical rows say now."""
    renamed_in = _memories_mentioning(connection, owner, touched.renamed)
    spoken_of = {node for node in touched.mentioning if is_memory(TurnId(node))}
    renamed = spoken_of | renamed_in | touched.rekeyed
    index_memories(connection, owner, touched.memories | renamed, renamed=renamed)
    turns = touched.turns | _turns_of(connection, owner, touched.moved_episodes)
    refresh_windows(connection, owner, index_turns(connection, owner, turns))


def refresh_vectors(connection: SqliteSession, hashes: list[bytes]) -> None:
    """Make nodes findable whose texts have just been embedded."""
    for corpus in Corpus if hashes else ():
        place_vectors(connection, corpus, hashes)


def _memories_mentioning(connection: SqliteSession, owner: Owner, entities: set[str]) -> set[str]:
    # CROSS JOIN keeps the order: the few names first, then the index; else SQLite walks all mentions.
    rows = connection.values(
        "SELECT m.node FROM unnest(:ids) AS wanted(id) CROSS JOIN mentions m"
        " WHERE m.owner = :owner AND m.entity = wanted.id",
        {"owner": owner, "ids": sorted(entities)},
    )
    return {node for (node,) in rows if is_memory(node)}


def _turns_of(connection: SqliteSession, owner: Owner, episodes: set[str]) -> set[str]:
    rows = connection.values(
        "SELECT t.id FROM unnest(:ids) AS wanted(id) CROSS JOIN turns t"
        " WHERE t.owner = :owner AND t.episode = wanted.id",
        {"owner": owner, "ids": sorted(episodes)},
    )
    return {turn for (turn,) in rows}
