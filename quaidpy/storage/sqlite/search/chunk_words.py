"""Which chunks hold these words, by FTS5's BM25?"""

from quaidpy.domain.documents.chunks import ChunkHit
from quaidpy.ports.documents import Within
from quaidpy.storage.indexing.session import ChunkIndex
from quaidpy.storage.searching.chunk_search import ADMITTED, WEIGHTS, bound_of
from quaidpy.storage.searching.text_query import Match
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.search.text_search import query_of


def chunks_by_words(
    session: SqliteSession, index: ChunkIndex, match: Match, within: Within, limit: int
) -> list[ChunkHit]:
    """Best first, then by number."""
    rank = f"bm25({index}, {', '.join(map(str, WEIGHTS[index]))})"
    rows = session.values(
        f"""SELECT c.number, c.document, -{rank} AS score FROM {index}
        CROSS JOIN chunks c ON c.number = {index}.rowid
        CROSS JOIN documents d ON d.number = c.document WHERE {index} MATCH :match AND d.owner = :owner
        AND d.project IN ({ADMITTED}) ORDER BY score DESC, c.number LIMIT :limit""",
        {**bound_of(within), "match": query_of(match), "limit": limit},
    )
    return [ChunkHit(chunk=number, document=document, score=score) for number, document, score in rows]
