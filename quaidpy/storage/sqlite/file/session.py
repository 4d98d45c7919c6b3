"""How does SQLite spell the SQL of the rows?"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import apsw

from quaidpy.domain.identity import EVERYBODY, Owner, Together
from quaidpy.errors import UsageError
from quaidpy.regex import regex
from quaidpy.storage.sql.engine import NOTHING, AsksOnce
from quaidpy.storage.sql.gate import is_gated, kept
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.rows import Columns, StoredRow
from quaidpy.storage.sql.unreadable_rows import readable
from quaidpy.storage.sqlite.file.text_indexes import IndexedConnection

_ROWS_AT_ONCE = 128
_LISTS = regex(r"(?:= ANY|unnest(?:_bytes)?)\(:(\w+)\)")
_ROWS = regex(r"unnest\(:(\w+)\) AS (\w+)\((\w+(?:, \w+)+)\)")
_OWNED = regex(r"((?:\b\w+\.)?\bowner) = :owner\b")
_listed = json.JSONEncoder(default=bytes.hex).encode
_SPELLINGS = tuple(
    (regex(words), spelled)
    for words, spelled in (
        (r"= ANY\(:(\w+)\)", r"IN (SELECT value FROM json_each(:\1))"),
        (r"unnest\(:(\w+)\) AS (\w+)\((\w+)\)", r"(SELECT value AS \3 FROM json_each(:\1)) \2"),
        (r"unnest_bytes\(:(\w+)\) AS (\w+)\((\w+)\)", r"(SELECT unhex(value) AS \3 FROM json_each(:\1)) \2"),
        (r"json_strings\(([\w.]+)\) AS (\w+)\(value\)", r"json_each(\1) \2"),
        # A row of an index has its number, and a text its vector, whoever owns it: keys of these tables have no owner.
        (r"\bof_owner\(\w+\)|\bsame_owner\(\w+, \w+\)", "1"),
        (
            r"(INSERT INTO (?:chunks|chunk_parts|meta|vectors|access_tokens)\()owner, ([^()]*\)\s+VALUES \():owner, ",
            r"\1\2",
        ),
        (r"(INSERT INTO (?:meta|vectors)\([\s\S]{0,400}?ON CONFLICT\()owner, ", r"\1"),
        (r"\bstrpos\(", "instr("),
        (r"\bleast\(", "min("),
        (r"\bgreatest\(", "max("),
    )
)


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A statement as SQLite reads it, which of its parameters are lists, and whether it brings texts."""

    text: str
    lists: tuple[str, ...]
    is_gated: bool


@lru_cache(maxsize=1024)
def _spelled(statement: str) -> _Spelled:
    text = _ROWS.sub(_rows, statement)
    for words, spelled in _SPELLINGS:
        text = words.sub(spelled, text)
    return _Spelled(text, tuple(dict.fromkeys(_LISTS.findall(statement))), is_gated(text))


def _rows(found: re.Match[str]) -> str:
    parameter, name, columns = found.groups()
    picked = ", ".join(f"value ->> {place} AS {each}" for place, each in enumerate(columns.split(", ")))
    return f"(SELECT {picked} FROM json_each(:{parameter})) {name}"


@readable
def _next_rows(cursor: apsw.Cursor, most: int) -> list[tuple[Any, ...]]:
    return list(islice(cursor, most))


@lru_cache(maxsize=64)
def _upsert(table: str, key: tuple[str, ...], columns: tuple[str, ...]) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    fresh = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in key)
    on_conflict = f"DO UPDATE SET {fresh}" if fresh else "DO NOTHING"
    return (
        f"INSERT INTO {table}({names}) VALUES ({', '.join('?' * len(columns))})"
        f" ON CONFLICT({', '.join(key)}) {on_conflict}"
    )


class SqliteSession(IndexedConnection, AsksOnce):
    """See storage.indexing.session.IndexSession.

    A connection that knows what its transaction asked, and what it changed.
    """

    noted: Noted | None = None
    refused: tuple[type[Exception], ...] = (apsw.ConstraintError,)

    @readable
    def values(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        return self._asked(query, bound).fetchall()

    def each(self, query: str, bound: Mapping[str, Any], /) -> Iterator[Any]:
        return self._asked(query, bound)

    def waiting_once(self) -> AbstractContextManager[None]:
        return nullcontext()

    def as_stored(self, row: Columns) -> Columns:
        return row

    def ahead(self, *asked: tuple[str, Mapping[str, Any]]) -> None:
        """Nobody waits for a file."""

    @readable
    def rows(self, query: str, bound: Mapping[str, Any], /) -> list[dict[str, Any]]:
        cursor = self._asked(query, bound)
        first = next(cursor, None)
        if first is None:
            return []  # a finished cursor has no description
        names = [column[0] for column in cursor.get_description()]
        return [dict(zip(names, row, strict=True)) for row in (first, *cursor)]

    def stream(self, query: str, bound: Mapping[str, Any], /) -> Iterator[StoredRow]:
        cursor = self._asked(query, bound)
        rows = _next_rows(cursor, 1)
        if not rows:
            return
        names = [column[0] for column in cursor.get_description()]
        while rows:
            for row in rows:
                yield dict(zip(names, row, strict=True))
            rows = _next_rows(cursor, _ROWS_AT_ONCE)

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        """Of SQLite's own statements, too; several at once, or with options."""
        if type(bindings) is dict and not options:
            return self._asked(statements, bindings)
        return super().execute(statements, bindings, **options)

    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]], /) -> None:
        self.executemany(_spelled(statement).text, bound)

    def returned(self, statement: str, bound: Sequence[Mapping[str, Any]], /) -> list[Any]:
        return list(self.executemany(_spelled(statement).text, bound))

    def _asked(self, statement: str, bound: Mapping[str, Any]) -> apsw.Cursor:
        owner = bound.get("owner")
        if type(owner) is Together:
            statement, bound = _OWNED.sub(r"\1 = ANY(:owner)", statement), {**bound, "owner": owner.owners}
        spelled = _spelled(statement)
        if spelled.lists:
            bound = {**bound, **{name: _listed(bound[name]) for name in spelled.lists}}
        if spelled.is_gated:
            bound = kept(bound)
        # Past the connection's own gate, which was just kept.
        return apsw.Connection.execute(self, spelled.text, bound)

    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        # Past the connection's gate: these rows came through it already.
        statement = _upsert(table, tuple(key), tuple(rows[0]))
        apsw.Connection.executemany(self, statement, [tuple(row.values()) for row in rows])

    def of_everybody(self) -> None:
        """Whoever may read a file may read all of it."""

    def seeing_everybody(self) -> AbstractContextManager[None]:
        return nullcontext()

    def logs(self, owner: Owner) -> tuple[Owner, ...]:
        del owner
        return (EVERYBODY,)

    def columns(self, table: str) -> tuple[str, ...]:
        return tuple(str(row[1]) for row in self.execute(f"PRAGMA table_info({table})"))

    def require_whole(self) -> None:
        if self.status(apsw.SQLITE_DBSTATUS_DEFERRED_FKS)[0]:
            raise UsageError(
                "a mention, turn or alias refers to an entity or episode that is not stored; "
                "nothing of this change was kept"
            )
