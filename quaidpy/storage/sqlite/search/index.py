"""Which nodes hold these words, or mean something near this vector? By FTS5 and sqlite-vec."""

from collections.abc import Mapping, Sequence

from quaidpy.domain.identity import EVERYBODY, Owner
from quaidpy.domain.recall.queries import Corpus, Hit
from quaidpy.domain.tuning import SearchTuning
from quaidpy.ports.embedding import Vector
from quaidpy.storage.cached.sources import TermRows
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.searching.index import SqlSearch
from quaidpy.storage.searching.neighbours import NeighbourSearch
from quaidpy.storage.searching.text_query import Match
from quaidpy.storage.searching.text_search import WordSearch
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sqlite.feeding.terms import SqliteTermRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.rebuilding import rebuild_derived
from quaidpy.storage.sqlite.search.file_neighbours import nearest_in_file
from quaidpy.storage.sqlite.search.text_search import TermCounts, best_by_words


class _InFile:
    """See storage.searching.index.EngineSearch."""

    def __init__(self, tuning: SearchTuning) -> None:
        self._scan_below_rows = tuning.scan_below_rows
        self._counts = TermCounts()

    def term_rows(self, session: SqliteSession, owner: Owner) -> TermRows:
        del owner  # words of all are counted together
        return SqliteTermRows(session)

    def counted(
        self, session: SqlSession, owner: Owner, terms: Sequence[str], corpus: Corpus
    ) -> Mapping[str, int]:
        del owner
        return {term: self._counts.of(session, term, corpus) for term in terms}

    def size(self, session: SqlSession, owner: Owner, corpus: Corpus) -> int:
        del owner
        ((last,),) = session.once(f"SELECT max(number) FROM {INDEX[corpus]}")
        return int(last or 0)

    def best_by_words(self, search: WordSearch, match: Match, limit: int) -> list[Hit]:
        return best_by_words(search, match, limit)

    def nearest(self, search: NeighbourSearch, vector: "Vector[float]", limit: int) -> list[Hit]:
        return nearest_in_file(search, vector, limit, scan_below_rows=self._scan_below_rows)

    def placed_for(self, session: SqliteSession) -> Sequence[Owner]:
        del session
        return (EVERYBODY,)

    def rebuild(self, session: SqliteSession) -> None:
        rebuild_derived(session)


class SqliteSearch(SqlSearch[SqliteSession]):
    """See ports.SearchIndex."""

    def __init__(self, database: Database, tuning: SearchTuning) -> None:
        super().__init__(database, _InFile(tuning), tuning)
