"""Which nodes hold these words, or mean something near this vector? By postings and pgvector."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from quaidpy.domain.identity import Owner, owners_of
from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.domain.tuning import SearchTuning
from quaidpy.ports.embedding import Vector
from quaidpy.storage.cached.sources import TermRows
from quaidpy.storage.indexing.vectors import IDENTITY
from quaidpy.storage.postgres.search.anew import index_anew, owners_indexed
from quaidpy.storage.postgres.search.server_neighbours import nearest_in_server
from quaidpy.storage.postgres.search.term_rows import PostgresTermRows
from quaidpy.storage.postgres.search.text_search import TOTALS, best_by_words, counted, size
from quaidpy.storage.postgres.search.vector_indexes import make_vector_indexes
from quaidpy.storage.postgres.server.database import PostgresDatabase
from quaidpy.storage.postgres.server.session import PostgresSession
from quaidpy.storage.searching.index import SqlSearch
from quaidpy.storage.searching.neighbours import NeighbourSearch
from quaidpy.storage.searching.text_query import Match
from quaidpy.storage.searching.text_search import WordSearch
from quaidpy.storage.sql.change_log import LAST
from quaidpy.storage.sql.engine import SqlSession


class _InServer:
    """See storage.searching.index.EngineSearch."""

    def term_rows(self, session: PostgresSession, owner: Owner) -> TermRows:
        return PostgresTermRows(session, owner)

    def counted(
        self, session: SqlSession, owner: Owner, terms: Sequence[str], corpus: Corpus
    ) -> Mapping[str, int]:
        return counted(session, owner, terms, corpus)

    def size(self, session: SqlSession, owner: Owner, corpus: Corpus) -> int:
        return size(session, owner, corpus)

    def best_by_words(self, search: WordSearch, match: Match, limit: int) -> list[Hit]:
        return best_by_words(search, match, limit)

    def nearest(self, search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
        return nearest_in_server(search, vector, limit)

    def placed_for(self, session: PostgresSession) -> Sequence[Owner]:
        return owners_indexed(session)

    def rebuild(self, session: PostgresSession) -> None:
        for owner in owners_indexed(session):
            index_anew(session, owner)


def _asked_anyhow(owner: Owner | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Whose vectors are searched, how far the rows have come, and how many words there are."""
    if owner is None:
        yield IDENTITY
        return
    for each in owners_of(owner):
        yield LAST, {"owner": each}
    yield TOTALS, {"owner": owner}


class PostgresSearch(SqlSearch[PostgresSession]):
    """See ports.SearchIndex."""

    def __init__(self, database: PostgresDatabase, tuning: SearchTuning) -> None:
        super().__init__(database, _InServer(), tuning)
        self._server = database

    @contextmanager
    def whole_view(self) -> Iterator[PostgresSession]:
        """Around all of a recall: what every one of them asks comes with what it asks first."""
        with self._server.reading() as session:
            session.begin_whole(_asked_anyhow)
            yield session

    def read_in(self, owner: Owner) -> None:
        """Large owners get an index of their vectors, too."""
        super().read_in(owner)
        make_vector_indexes(self._server)

    def rebuild(self) -> None:
        super().rebuild()
        make_vector_indexes(self._server)
