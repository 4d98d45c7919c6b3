"""Which words and vectors must be made anew? Text index and vector index follow the rows.

Archived and retired memories are in no index.
"""

from quaidpy.domain.identity import Owner, TurnId, is_memory
from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.indexing.bulk_indexing import index_memories, index_turns
from quaidpy.storage.indexing.session import IndexSession
from quaidpy.storage.indexing.vectors import place_vectors
from quaidpy.storage.indexing.windows import refresh_windows
from quaidpy.storage.sql.touched import Touched


def refresh(session: IndexSession, owner: Owner, touched: Touched) -> None:
    """Make the index rows of the touched keys equal to what the canonical rows say now."""
    renamed_in = _memories_mentioning(session, owner, touched.renamed)
    spoken_of = {node for node in touched.mentioning if is_memory(TurnId(node))}
    renamed = spoken_of | renamed_in | touched.rekeyed
    index_memories(session, owner, touched.memories | renamed, renamed=renamed)
    turns = touched.turns | _turns_of(session, owner, touched.moved_episodes)
    refresh_windows(session, owner, index_turns(session, owner, turns))


def refresh_vectors(session: IndexSession, owner: Owner, hashes: list[bytes]) -> None:
    """Make nodes findable whose texts have just been embedded."""
    for corpus in Corpus if hashes else ():
        place_vectors(session, owner, corpus, hashes)


def _memories_mentioning(session: IndexSession, owner: Owner, entities: set[str]) -> set[str]:
    if not entities:
        return set()
    # CROSS JOIN keeps the order: the few names first, then the index; else SQLite walks all mentions.
    rows = session.values(
        "SELECT m.node FROM unnest(:ids) AS wanted(id) CROSS JOIN mentions m"
        " WHERE m.owner = :owner AND m.entity = wanted.id",
        {"owner": owner, "ids": sorted(entities)},
    )
    return {node for (node,) in rows if is_memory(node)}


def _turns_of(session: IndexSession, owner: Owner, episodes: set[str]) -> set[str]:
    if not episodes:
        return set()
    rows = session.values(
        "SELECT t.id FROM unnest(:ids) AS wanted(id) CROSS JOIN turns t"
        " WHERE t.owner = :owner AND t.episode = wanted.id",
        {"owner": owner, "ids": sorted(episodes)},
    )
    return {turn for (turn,) in rows}
