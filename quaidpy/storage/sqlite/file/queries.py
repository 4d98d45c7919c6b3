"""How is a query of SQLite's own asked?"""

from typing import Any

import apsw

from quaidpy.storage.sql.damage import readable


@readable
def fetched(connection: apsw.Connection, query: str, bound: Any = ()) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    return connection.execute(query, bound).fetchall()


def columns_of(connection: apsw.Connection, table: str) -> tuple[str, ...]:
    """Column names in order, the owner included."""
    rows = connection.execute(f"PRAGMA table_info({table})")
    return tuple(str(row[1]) for row in rows)
