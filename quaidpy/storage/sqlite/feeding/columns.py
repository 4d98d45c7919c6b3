"""What do filters ask of the rows of an index?"""

import json
from collections.abc import Iterator, Sequence

from quaidpy.domain.recall.queries import Shelf
from quaidpy.storage.cached.sources import TIMES, DescribedRow
from quaidpy.storage.sqlite.file.change_log import SqliteChangeLog
from quaidpy.storage.sqlite.file.queries import fetched
from quaidpy.storage.sqlite.indexing.vectors import INDEX

_WHERE = {Shelf.TURNS: "NULL, NULL", Shelf.PASSAGES: "NULL, NULL", Shelf.MEMORIES: "kind, tags"}


class SqliteDescribedRows(SqliteChangeLog):
    """See storage.cached.sources.DescribedRows."""

    def count_described(self, shelf: Shelf) -> int:
        ((rows,),) = fetched(self._connection, f"SELECT count(*) FROM {INDEX[shelf]}")
        return int(rows)

    def all_described(self, shelf: Shelf) -> Iterator[DescribedRow]:
        return self._connection.execute(f"{_rows_of(shelf)} ORDER BY number DESC")

    def described(self, shelf: Shelf, numbers: Sequence[int]) -> list[DescribedRow]:
        query = f"{_rows_of(shelf)} WHERE number IN (SELECT value FROM json_each(?))"
        return fetched(self._connection, query, (json.dumps(numbers),))


def _rows_of(shelf: Shelf) -> str:
    times = ", ".join(TIMES[shelf])
    return f"SELECT number, id, owner, scope, project, session, {_WHERE[shelf]}, {times} FROM {INDEX[shelf]}"
