"""How does SQLite say what the SQL of the rows leaves open?"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import apsw

from quaidpy.errors import UsageError
from quaidpy.storage.sql.rows import Columns, StoredRow
from quaidpy.storage.sqlite.file.queries import all_rows, columns_of, rows_of


@lru_cache(maxsize=64)
def _upsert(table: str, key: tuple[str, ...], columns: tuple[str, ...]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    fresh = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in key)
    return (
        f"INSERT INTO {table}({names}) VALUES ({', '.join('?' * len(columns))})"
        f" ON CONFLICT({', '.join(key)}) DO UPDATE SET {fresh}"
    )


class SqliteSession:
    """See storage.sql.engine.SqlSession."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection

    def rows(self, query: str, bound: Mapping[str, Any]) -> list[Columns]:
        return all_rows(self.connection, query, bound)

    def stream(self, query: str, bound: Mapping[str, Any]) -> Iterator[StoredRow]:
        return rows_of(self.connection, query, bound)

    def execute(self, statement: str, bound: Mapping[str, Any]) -> None:
        self.connection.execute(statement, bound)

    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]]) -> None:
        self.connection.executemany(statement, bound)

    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Columns]) -> None:
        # Past the connection's gate: these rows came through it already.
        statement = _upsert(table, tuple(key), tuple(rows[0]))
        apsw.Connection.executemany(self.connection, statement, [tuple(row.values()) for row in rows])

    def columns(self, table: str) -> tuple[str, ...]:
        return columns_of(self.connection, table)

    def listed(self, values: Sequence[Any]) -> str:
        return json.dumps(values)

    def among(self, name: str) -> str:
        return f"IN (SELECT value FROM json_each(:{name}))"

    def contains(self, text: str, part: str) -> str:
        return f"instr({text}, {part})"

    def keyed(self, name: str, columns: Sequence[str]) -> str:
        picked = ", ".join(f'value ->> {place} AS "{column}"' for place, column in enumerate(columns))
        return f"(SELECT {picked} FROM json_each(:{name})) wanted"

    def require_whole(self) -> None:
        if self.connection.status(apsw.SQLITE_DBSTATUS_DEFERRED_FKS)[0]:
            raise UsageError(
                "a mention, turn or alias refers to an entity or episode that is not stored; "
                "nothing of this change was kept"
            )
