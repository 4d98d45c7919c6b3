"""How is a query asked of a connection?"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import apsw

from quaidpy.storage.sql.damage import readable
from quaidpy.storage.sql.rows import StoredRow

_ROWS_AT_ONCE = 128


@readable
def fetched(connection: apsw.Connection, query: str, bound: Any = ()) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    return connection.execute(query, bound).fetchall()


@readable
def all_rows(connection: apsw.Connection, query: str, bound: Any) -> list[dict[str, Any]]:
    """Like `rows_of`, all at once: most lookups by key find one row or none."""
    cursor = connection.execute(query, bound)
    first = next(cursor, None)
    if first is None:
        return []
    names = [column[0] for column in cursor.get_description()]
    return [dict(zip(names, row, strict=True)) for row in (first, *cursor)]


def rows_of(connection: apsw.Connection, query: str, bound: Any) -> Iterator[StoredRow]:
    """Each row as a mapping of column to value."""
    cursor = connection.execute(query, bound)
    rows = _next_rows(cursor, 1)
    if not rows:
        return
    # A finished cursor has no description: ask while the first row is there.
    names = tuple(column[0] for column in cursor.get_description())
    while rows:
        for row in rows:
            yield dict(zip(names, row, strict=True))
        rows = _next_rows(cursor, _ROWS_AT_ONCE)


@readable
def _next_rows(cursor: apsw.Cursor, most: int) -> list[tuple[Any, ...]]:
    return list(islice(cursor, most))


def columns_of(connection: apsw.Connection, table: str) -> tuple[str, ...]:
    """Column names in order, the owner included."""
    rows = connection.execute(f"PRAGMA table_info({table})")
    return tuple(str(row[1]) for row in rows)
