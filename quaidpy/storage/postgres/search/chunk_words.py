"""Which chunks hold these words, by the BM25 of the embedded engine over postings?"""

from quaidpy.domain.documents.chunks import ChunkHit
from quaidpy.ports.documents import Within
from quaidpy.storage.indexing.session import ChunkIndex
from quaidpy.storage.postgres.search.text_search import Postings, ranked
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.searching.chunk_search import ADMITTED, WEIGHTS, bound_of
from quaidpy.storage.searching.text_query import Match

_DOCUMENTS = f"""SELECT c.number, c.document FROM unnest(:numbers) AS wanted(number) CROSS JOIN chunks c
JOIN documents d ON d.owner = c.owner AND d.number = c.document
WHERE c.owner = :owner AND c.number = wanted.number
AND d.project IN ({ADMITTED})"""


def chunks_by_words(
    session: PostgresSession, index: ChunkIndex, match: Match, within: Within, limit: int
) -> list[ChunkHit]:
    """Best first, then by number."""
    rows, scores = ranked(Postings(session, within.owner, index, WEIGHTS[index]), match)
    score_of = dict(zip(rows.tolist(), scores.tolist(), strict=True))
    found = session.values(_DOCUMENTS, {**bound_of(within), "numbers": list(score_of)})
    hits = [ChunkHit(chunk=number, document=document, score=score_of[number]) for number, document in found]
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk))[:limit]
