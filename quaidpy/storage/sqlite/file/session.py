"""How does SQLite spell the SQL of the rows?"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import apsw

from quaidpy.errors import UsageError
from quaidpy.storage.sql.engine import NOTHING
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.rows import StoredRow
from quaidpy.storage.sqlite.file.gate import GatedConnection
from quaidpy.storage.sqlite.file.queries import all_rows, columns_of, fetched, rows_of

_ANY = re.compile(r"= ANY\(:(\w+)\)")
_UNNEST = re.compile(r"unnest\(:(\w+)\) AS (\w+)\(([^)]*)\)")
_STRINGS = re.compile(r"json_strings\(([^)]+)\) AS (\w+)\(value\)")
_FUNCTIONS = {"strpos(": "instr(", "least(": "min(", "greatest(": "max("}
_FUNCTION = re.compile(r"\b(?:strpos|least|greatest)\(")


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A statement as SQLite reads it, and which of its parameters are lists."""

    text: str
    lists: tuple[str, ...]

    def bound(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        if not self.lists:
            return values
        return {**values, **{name: json.dumps(values[name]) for name in self.lists}}


@lru_cache(maxsize=1024)
def _spelled(statement: str) -> _Spelled:
    lists = (*_ANY.findall(statement), *(found[0] for found in _UNNEST.findall(statement)))
    text = _ANY.sub(r"IN (SELECT value FROM json_each(:\1))", statement)
    text = _STRINGS.sub(r"json_each(\1) \2", text)
    text = _FUNCTION.sub(lambda found: _FUNCTIONS[found[0]], _UNNEST.sub(_table, text))
    return _Spelled(text, tuple(dict.fromkeys(lists)))


def _table(found: re.Match[str]) -> str:
    parameter, name, columns = found.groups()
    names = [column.strip() for column in columns.split(",")]
    picked = [f"value ->> {place} AS {each}" for place, each in enumerate(names)]
    only = [f"value AS {each}" for each in names]
    return f"(SELECT {', '.join(only if len(names) == 1 else picked)} FROM json_each(:{parameter})) {name}"


@lru_cache(maxsize=64)
def _upsert(table: str, key: tuple[str, ...], columns: tuple[str, ...]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    fresh = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in key)
    return (
        f"INSERT INTO {table}({names}) VALUES ({', '.join('?' * len(columns))})"
        f" ON CONFLICT({', '.join(key)}) DO UPDATE SET {fresh}"
    )


class SqliteSession(GatedConnection):
    """See storage.sql.engine.SqlSession. A connection that knows what its transaction asked, and what it changed."""

    answers: dict[tuple[str, tuple[Any, ...]], list[Any]] | None = None
    """What was asked in this view, in which nothing changes; None outside of one, and for one that writes."""
    noted: Noted | None = None
    refused: type[Exception] = apsw.ConstraintError

    def values(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        spelled = _spelled(query)
        return fetched(self, spelled.text, spelled.bound(bound))

    def each(self, query: str, bound: Mapping[str, Any], /) -> Iterator[Any]:
        return self.execute(query, bound)

    def once(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        if self.answers is None:
            return self.values(query, bound)
        asked = (query, tuple(bound.values()))
        found = self.answers.get(asked)
        if found is None:
            found = self.answers[asked] = self.values(query, bound)
        return found

    def rows(self, query: str, bound: Mapping[str, Any], /) -> list[dict[str, Any]]:
        spelled = _spelled(query)
        return all_rows(self, spelled.text, spelled.bound(bound))

    def stream(self, query: str, bound: Mapping[str, Any], /) -> Iterator[StoredRow]:
        spelled = _spelled(query)
        return rows_of(self, spelled.text, spelled.bound(bound))

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        """Of a statement of several, or of SQLite's own, too."""
        if isinstance(bindings, Mapping):
            spelled = _spelled(statements)
            statements, bindings = spelled.text, spelled.bound(bindings)
        return super().execute(statements, bindings, **options)

    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]], /) -> None:
        self.executemany(_spelled(statement).text, bound)

    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        # Past the connection's gate: these rows came through it already.
        statement = _upsert(table, tuple(key), tuple(rows[0]))
        apsw.Connection.executemany(self, statement, [tuple(row.values()) for row in rows])

    def columns(self, table: str) -> tuple[str, ...]:
        return columns_of(self, table)

    def require_whole(self) -> None:
        if self.status(apsw.SQLITE_DBSTATUS_DEFERRED_FKS)[0]:
            raise UsageError(
                "a mention, turn or alias refers to an entity or episode that is not stored; "
                "nothing of this change was kept"
            )
