"""What do filters ask of the rows of an index?"""

from collections.abc import Iterator, Sequence

from quaidpy.domain.identity import Owner
from quaidpy.domain.recall.queries import Corpus
from quaidpy.storage.cached.sources import TIMES, FilterColumnRow
from quaidpy.storage.indexing.vectors import INDEX
from quaidpy.storage.sql.change_log import SqlChangeLog
from quaidpy.storage.sql.engine import SqlSession

_WHERE = {Corpus.TURNS: "NULL, NULL", Corpus.PASSAGES: "NULL, NULL", Corpus.MEMORIES: "kind, tags"}


class SqlFilterColumnRows(SqlChangeLog[SqlSession]):
    """See storage.cached.sources.FilterColumnRows."""

    def count_filter_columns(self, owner: Owner, corpus: Corpus) -> int:
        query = f"SELECT count(*) FROM {INDEX[corpus]} i WHERE of_owner(i)"
        ((rows,),) = self._session.values(query, {"owner": owner})
        return int(rows)

    def all_filter_columns(self, owner: Owner, corpus: Corpus) -> Iterator[FilterColumnRow]:
        return self._session.each(f"{_rows_of(corpus)} ORDER BY number DESC", {"owner": owner})

    def filter_columns(self, owner: Owner, corpus: Corpus, numbers: Sequence[int]) -> list[FilterColumnRow]:
        query = f"{_rows_of(corpus)} AND number = ANY(:numbers)"
        return self._session.values(query, {"owner": owner, "numbers": list(numbers)})


def _rows_of(corpus: Corpus) -> str:
    times = ", ".join(TIMES[corpus])
    columns = f"number, id, owner, project, session, {_WHERE[corpus]}, {times}"
    return f"SELECT {columns} FROM {INDEX[corpus]} i WHERE of_owner(i)"
