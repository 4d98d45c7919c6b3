"""How does PostgreSQL spell the SQL of the rows?"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

import psycopg
from psycopg.rows import tuple_row

from quaidpy.domain.identity import Together
from quaidpy.errors import UsageError
from quaidpy.storage.postgres.server.text_indexes import IndexedConnection
from quaidpy.storage.sql.engine import NOTHING, AsksOnce
from quaidpy.storage.sql.gate import is_gated, kept
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.rows import StoredRow
from quaidpy.storage.sql.unreadable_rows import readable

_ROWS_AT_ONCE = 500
_UNNESTED = re.compile(r"unnest(?:_bytes)?\(:(\w+)\)( WITH ORDINALITY)? AS (\w+)\((\w+(?:, \w+)*)\)")
_STRINGS = re.compile(r"json_strings\(([\w.]+)\)")
_OWNED = re.compile(r"((?:\b\w+\.)?\bowner) = :owner\b")
_PARAMETER = re.compile(r"(?<!:):([A-Za-z_]\w*)")
_TYPES: Mapping[type, str] = {bool: "bigint", int: "bigint", float: "double precision", bytes: "bytea"}
_OF_NUMBERS = frozenset({"number", "chunk"})
"""Columns of lists that are numbers: an empty list does not say what it is a list of."""
_COLUMNS = """SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped
ORDER BY attnum"""


@dataclass(frozen=True, slots=True)
class _Unnested:
    """A list that a statement reads as a table: its parameter, and its columns."""

    parameter: str
    columns: tuple[str, ...]


@lru_cache(maxsize=2048)
def _unnested(statement: str) -> tuple[_Unnested, ...]:
    return tuple(
        _Unnested(parameter, tuple(columns.split(", ")[: -1 if numbered else None]))
        for parameter, numbered, _, columns in _UNNESTED.findall(statement)
    )


@lru_cache(maxsize=2048)
def _spelled(statement: str, types: tuple[tuple[str, ...], ...]) -> str:
    """As PostgreSQL reads it. `types`: of each column of each list that is read as a table."""
    left = iter(types)

    def lists(found: re.Match[str]) -> str:
        parameter, numbered, name, columns = found.groups()
        named = ", ".join(f":{parameter}__{at}::{kind}[]" for at, kind in enumerate(next(left)))
        return f"unnest({named}){numbered or ''} AS {name}({columns})"

    text = _UNNESTED.sub(lists, statement.replace("%", "%%"))
    text = _STRINGS.sub(r"json_array_elements_text(\1::json)", text)
    # Made of our own statements only; values are bound.
    return _PARAMETER.sub(r"%(\1)s", text)


def _asked(statement: str, bound: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Statement and values as the driver takes them."""
    owner = bound.get("owner")
    if type(owner) is Together:
        statement, bound = _OWNED.sub(r"\1 = ANY(:owner)", statement), {**bound, "owner": list(owner.owners)}
    if is_gated(statement):
        bound = kept(bound)
    bound = {name: list(value) if isinstance(value, tuple) else value for name, value in bound.items()}
    unnested = _unnested(statement)
    if not unnested:
        return _spelled(statement, ()), bound
    given, types = dict(bound), []
    for each in unnested:
        rows = given[each.parameter]
        columns = [rows] if len(each.columns) == 1 else [*zip(*rows, strict=True)] or [()] * len(each.columns)
        types.append(
            tuple(_type_of(name, column) for name, column in zip(each.columns, columns, strict=True))
        )
        given |= {f"{each.parameter}__{at}": list(column) for at, column in enumerate(columns)}
    for each in unnested:
        given.pop(each.parameter, None)
    return _spelled(statement, tuple(types)), given


def _type_of(name: str, values: Sequence[Any]) -> str:
    for value in values:
        if value is not None:
            return _TYPES.get(type(value), "text")
    return "bigint" if name in _OF_NUMBERS else "text"


@lru_cache(maxsize=64)
def _upsert(table: str, key: tuple[str, ...], columns: tuple[str, ...]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    fresh = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in key)
    on_conflict = f"DO UPDATE SET {fresh}" if fresh else "DO NOTHING"
    keys = ", ".join(f'"{name}"' for name in key)
    return (
        f"INSERT INTO {table}({names}) VALUES ({', '.join(['%s'] * len(columns))})"
        f" ON CONFLICT({keys}) {on_conflict}"
    )


class PostgresSession(IndexedConnection, AsksOnce):
    """See storage.indexing.session.IndexSession.

    A connection that knows what its transaction asked, and what it changed.
    """

    refused: tuple[type[Exception], ...] = (psycopg.IntegrityError, psycopg.DataError)

    def __init__(self, connection: "psycopg.Connection[tuple[Any, ...]]") -> None:
        super().__init__(connection)
        self.noted: Noted | None = None
        self._cursors = count()

    @readable
    def values(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        return self._asked(query, bound).fetchall()

    def each(self, query: str, bound: Mapping[str, Any], /) -> Iterator[Any]:
        with self._server_side() as cursor:
            cursor.execute(*_asked(query, bound))
            yield from cursor

    @readable
    def rows(self, query: str, bound: Mapping[str, Any], /) -> list[dict[str, Any]]:
        cursor = self._asked(query, bound)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def stream(self, query: str, bound: Mapping[str, Any], /) -> Iterator[StoredRow]:
        with self._server_side() as cursor:
            cursor.execute(*_asked(query, bound))
            names = [column.name for column in cursor.description or ()]
            while rows := cursor.fetchmany(_ROWS_AT_ONCE):
                for row in rows:
                    yield dict(zip(names, row, strict=True))

    def execute(self, statement: str, bound: Mapping[str, Any] = NOTHING, /) -> object:
        return self._asked(statement, bound)

    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]], /) -> None:
        asked = [_asked(statement, each) for each in bound]
        with self._connection.cursor() as cursor:
            if asked:
                cursor.executemany(asked[0][0], [values for _, values in asked])

    def returned(self, statement: str, bound: Sequence[Mapping[str, Any]], /) -> list[Any]:
        asked = [_asked(statement, each) for each in bound]
        found: list[Any] = []
        with self._connection.cursor() as cursor:
            if asked:
                cursor.executemany(asked[0][0], [values for _, values in asked], returning=True)
                found += cursor.fetchall()
                while cursor.nextset():
                    found += cursor.fetchall()
        return found

    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        # These rows came through the gate already.
        statement = _upsert(table, tuple(key), tuple(rows[0]))
        with self._connection.cursor() as cursor:
            cursor.executemany(statement, [tuple(row.values()) for row in rows])

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        names = ", ".join(f'"{name}"' for name in rows[0])
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {table}({names}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(tuple(row.values()))

    def columns(self, table: str) -> tuple[str, ...]:
        found = self._connection.execute(_COLUMNS, (table,)).fetchall()
        return tuple(str(name) for (name,) in found)

    def require_whole(self) -> None:
        try:
            self._connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except psycopg.errors.ForeignKeyViolation as err:
            raise UsageError(
                "a mention, turn or alias refers to an entity or episode that is not stored; "
                "nothing of this change was kept"
            ) from err
        self._connection.execute("SET CONSTRAINTS ALL DEFERRED")

    def _server_side(self) -> "psycopg.ServerCursor[tuple[Any, ...]]":
        """Several may be open at once."""
        cursor = self._connection.cursor(name=f"rows_{next(self._cursors)}", row_factory=tuple_row)
        cursor.itersize = _ROWS_AT_ONCE
        return cursor

    def _asked(self, statement: str, bound: Mapping[str, Any]) -> "psycopg.Cursor[tuple[Any, ...]]":
        return self._connection.execute(*_asked(statement, bound))
