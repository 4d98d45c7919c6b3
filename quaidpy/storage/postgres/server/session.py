"""How does PostgreSQL spell the SQL of the rows?"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any, cast

import psycopg

from quaidpy.domain.identity import EVERYBODY, Owner, Together, owners_of
from quaidpy.errors import UsageError
from quaidpy.regex import regex
from quaidpy.storage.postgres.server.adapting import without_nul
from quaidpy.storage.postgres.server.preface import Preface, Said
from quaidpy.storage.postgres.server.rounds import Answer, Asked, Known, NotKnownError, Rounds
from quaidpy.storage.postgres.server.text_indexes import IndexedConnection
from quaidpy.storage.sql.engine import NOTHING, AsksOnce, WholeView
from quaidpy.storage.sql.gate import is_gated, kept
from quaidpy.storage.sql.noted import Noted
from quaidpy.storage.sql.rows import Columns, StoredRow
from quaidpy.storage.sql.unreadable_rows import readable

_ROWS_AT_ONCE = 500
_views = count(1)
_FEW_ROWS = 8  # a prepared statement for each takes no longer than one for all
_UNNESTED = regex(r"unnest(?:_bytes)?\(:(\w+)\)( WITH ORDINALITY)? AS (\w+)\((\w+(?:, \w+)*)\)")
_STRINGS = regex(r"json_strings\(([\w.]+)\)")
_OF_OWNER = regex(r"\bof_owner\((\w+)\)")
_SAME_OWNER = regex(r"\bsame_owner\((\w+), (\w+)\)")
_OWNED = regex(r"((?:\b\w+\.)?\bowner) = :owner\b")
_PARAMETER = regex(r"(?<!:):([A-Za-z_]\w*)")
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


@lru_cache(maxsize=2048)
def _with_owners(statement: str) -> str:
    return _SAME_OWNER.sub(r"\1.owner = \2.owner", _OF_OWNER.sub(r"\1.owner = :owner", statement))


def _asked(statement: str, bound: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Statement and values as the driver takes them."""
    owner = bound.get("owner")
    statement = _with_owners(statement)
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


def _owners_bound(bound: Mapping[str, Any]) -> set[Owner]:
    """Those whose rows are asked for; what has no owner is anybody's."""
    return {*owners_of(bound.get("owner", EVERYBODY)), *bound.get("owners", ())} - {EVERYBODY}


@lru_cache(maxsize=64)
def _upsert(table: str, key: tuple[str, ...], columns: tuple[str, ...]) -> tuple[str, str]:
    """What stands before the values, and behind them."""
    names = ", ".join(f'"{name}"' for name in columns)
    fresh = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name not in key)
    on_conflict = f"DO UPDATE SET {fresh}" if fresh else "DO NOTHING"
    keys = ", ".join(f'"{name}"' for name in key)
    return f"INSERT INTO {table}({names})", f"ON CONFLICT({keys}) {on_conflict}"


def _at_once(rows: Sequence[Mapping[str, Any]]) -> tuple[str, list[list[Any]]]:
    """Rows of the same columns as one query, and its values: a list for each column that is not empty."""
    named, lists, bound = list[str](), list[str](), list[list[Any]]()
    for at, name in enumerate(rows[0]):
        column = [row[name] for row in rows]
        kinds = {type(value) for value in column if value is not None}
        if kinds:
            kind = next((each for each in (float, int) if each in kinds), next(iter(kinds)))
            lists.append(f"%s::{_TYPES.get(kind, 'text')}[]")
            # A list of numbers is of one type.
            is_mixed = len(kinds) > 1
            bound.append([None if value is None else kind(value) for value in column] if is_mixed else column)
        named.append(f"c{at}" if kinds else "NULL")
    columns = (each for each in named if each != "NULL")
    return f"SELECT {', '.join(named)} FROM unnest({', '.join(lists)}) AS placed({', '.join(columns)})", bound


class _NotAsked:
    """In place of a connection, where another thread has it."""

    def __getattr__(self, _name: str) -> Any:
        raise NotKnownError


class PostgresSession(IndexedConnection, AsksOnce):
    """See storage.indexing.session.IndexSession.

    A connection that knows what its transaction asked, and what it changed.
    """

    refused: tuple[type[Exception], ...] = (psycopg.IntegrityError, psycopg.DataError)

    def __init__(
        self,
        connection: "psycopg.Connection[tuple[Any, ...]]",
        *,
        begin: str = "",
        admitted: Iterable[str] | None = (),
        plans_once: bool = False,
    ) -> None:
        """`begin`: what begins the transaction, sent with the first statement.

        `admitted`: whose rows may be seen already; None is everybody's. `plans_once`: see `preface`.
        """
        super().__init__(connection)
        self.noted: Noted | None = None
        self._cursors = count()
        self._preface = Preface(begin=begin, admitted=admitted, plans_once=plans_once)
        self._rounds: Rounds | Known | None = None

    def begin_view(self) -> None:
        """Nothing changes from here on: what was asked once need not be asked again."""
        self.answers = {}
        self._rounds = Rounds(self._ask)

    @readable
    def values(self, query: str, bound: Mapping[str, Any] = NOTHING, /) -> list[Any]:
        known = self._known(query, bound)
        return self._asked(query, bound).fetchall() if known is None else [*known.rows]

    def each(self, query: str, bound: Mapping[str, Any], /) -> Iterator[Any]:
        for cursor in self._batches(query, bound):
            yield from cursor

    @readable
    def rows(self, query: str, bound: Mapping[str, Any], /) -> list[dict[str, Any]]:
        known = self._known(query, bound)
        names, rows = _answer(self._asked(query, bound)) if known is None else known
        return [dict(zip(names, row, strict=True)) for row in rows]

    def ahead(self, *asked: tuple[str, Mapping[str, Any]]) -> None:
        if self._rounds is not None:
            self._rounds.ahead([Asked(*each, self._preface.is_of_everybody) for each in asked])

    def begin_whole(self, first: Callable[[Owner | None], Iterable[tuple[str, Mapping[str, Any]]]]) -> None:
        """All of a recall is asked in this view.

        `first`: what it is asked anyhow, with its first statement (None), and with the first one of each owner.
        """
        assert isinstance(self._rounds, Rounds), "in a view that asks"
        self.whole = WholeView(next(_views))
        self._rounds.begin_with(first)

    def known(self) -> "PostgresSession | None":
        """The same view for another thread, as far as it is answered already; None outside of a whole view."""
        if self.whole is None or not isinstance(self._rounds, Rounds):
            return None
        other = PostgresSession(cast("psycopg.Connection[tuple[Any, ...]]", _NotAsked()))
        other.whole, other.answers, other._rounds = self.whole, self.answers, self._rounds.known()
        return other

    @property
    def waits(self) -> int:
        """How often this view has waited for several answers at once."""
        return 0 if self._rounds is None else self._rounds.waits

    def together(self, calls: Sequence[Callable[[], Any]]) -> tuple[Any, ...]:
        """See ports.asking.Together."""
        if self._rounds is None:
            return tuple([call() for call in calls])
        return self._rounds.together(calls)

    def alongside(self, calls: Sequence[Callable[[], object]]) -> None:
        """See ports.asking.Alongside."""
        if isinstance(self._rounds, Rounds):
            self._rounds.alongside(calls)

    def stream(self, query: str, bound: Mapping[str, Any], /) -> Iterator[StoredRow]:
        for cursor in self._batches(query, bound):
            names = [column.name for column in cursor.description or ()]
            for row in cursor:
                yield dict(zip(names, row, strict=True))

    def execute(self, statement: str, bound: Mapping[str, Any] = NOTHING, /) -> object:
        return self._asked(statement, bound)

    def execute_many(self, statement: str, bound: Iterable[Mapping[str, Any]], /) -> None:
        asked = [_asked(statement, each) for each in self._saying(statement, bound)]
        with self._connection.cursor() as cursor:
            if asked:
                cursor.executemany(asked[0][0], [values for _, values in asked])

    def waiting_once(self) -> AbstractContextManager[object]:
        return self._connection.pipeline()

    def returned(self, statement: str, bound: Sequence[Mapping[str, Any]], /) -> list[Any]:
        asked = [_asked(statement, each) for each in self._saying(statement, bound)]
        found: list[Any] = []
        with self._connection.cursor() as cursor:
            if asked:
                cursor.executemany(asked[0][0], [values for _, values in asked], returning=True)
                found += cursor.fetchall()
                while cursor.nextset():
                    found += cursor.fetchall()
        return found

    def as_stored(self, row: Columns) -> Columns:
        if not any(isinstance(value, str) and "\0" in value for value in row.values()):
            return row
        return {name: without_nul(value) if isinstance(value, str) else value for name, value in row.items()}

    def upsert(self, table: str, key: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        # These rows came through the gate already.
        into, on_conflict = _upsert(table, tuple(key), tuple(rows[0]))
        if len(rows) <= _FEW_ROWS:
            values = ", ".join(["%s"] * len(rows[0]))
            with self._connection.cursor() as cursor:
                cursor.executemany(
                    f"{into} VALUES ({values}) {on_conflict}", [tuple(row.values()) for row in rows]
                )
            return
        # One statement meets each key once: of rows with the same one the last stands.
        each = [*{tuple(row[name] for name in key): row for row in rows}.values()]
        for start in range(0, len(each), _ROWS_AT_ONCE):
            query, bound = _at_once(each[start : start + _ROWS_AT_ONCE])
            self._connection.execute(f"{into} {query} {on_conflict}", bound, prepare=False)

    def logs(self, owner: Owner) -> tuple[Owner, ...]:
        return owners_of(owner)

    def columns(self, table: str) -> tuple[str, ...]:
        found = self._connection.execute(_COLUMNS, (table,)).fetchall()
        return tuple(str(name) for (name,) in found)

    def require_whole(self) -> None:
        try:
            self._connection.execute(
                "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED", prepare=False
            )
        except psycopg.errors.ForeignKeyViolation as err:
            raise UsageError(
                "a mention, turn or alias refers to an entity or episode that is not stored; "
                "nothing of this change was kept"
            ) from err

    def _batches(self, query: str, bound: Mapping[str, Any]) -> "Iterator[psycopg.Cursor[tuple[Any, ...]]]":
        """Some rows at a time; several such readings may go on at once. The first ones cost no wait of their own."""
        name = f"rows_{next(self._cursors)}"
        statement, values = _asked(query, bound)
        with self._connection.pipeline():
            self._say(query, bound)
            self._connection.execute(
                f"DECLARE {name} NO SCROLL CURSOR FOR {statement}", values, prepare=False
            )
            cursor = self._connection.execute(f"FETCH {_ROWS_AT_ONCE} FROM {name}", prepare=False)
        yield cursor
        while cursor.rowcount == _ROWS_AT_ONCE:
            cursor = self._connection.execute(f"FETCH {_ROWS_AT_ONCE} FROM {name}", prepare=False)
            yield cursor
        # A cursor that is read to its end takes nothing; it goes with the transaction.

    def of_everybody(self) -> None:
        self._see(everybody=True)

    @contextmanager
    def seeing_everybody(self) -> Iterator[None]:
        before = self._preface.is_of_everybody
        self._see(everybody=True)
        try:
            yield
        finally:
            self._see(everybody=before)

    def _known(self, statement: str, bound: Mapping[str, Any]) -> Answer | None:
        if self._rounds is None:
            return None
        return self._rounds.answer(Asked(statement, bound, self._preface.is_of_everybody))

    def _ask(self, asked: Sequence[Asked]) -> list[Answer]:
        """With one wait; only those of everybody see rows of all. They come first: what is asked next is mostly not."""
        in_order = sorted(range(len(asked)), key=lambda place: not asked[place].is_of_everybody)
        cursors: dict[int, psycopg.Cursor[tuple[Any, ...]]] = {}
        for each in asked:
            if not each.is_of_everybody:
                self._preface.admit(_owners_bound(each.bound))
        with self._connection.pipeline():
            for place in in_order:
                statement, bound, is_of_everybody = asked[place]
                for said in self._preface.before(statement, of_everybody=is_of_everybody):
                    self._connection.execute(*said)
                cursors[place] = self._connection.execute(*_asked(statement, bound))
        return [_answer(cursors[place]) for place in range(len(asked))]

    def _see(self, *, everybody: bool) -> None:
        """With the next statement of a view; at once where some of them are sent past this session."""
        self._preface.is_of_everybody = everybody
        if self._rounds is None:
            self._say()

    def _say(self, statement: str = "", bound: Mapping[str, Any] = NOTHING) -> None:
        """What is to be said before this one: in a pipeline with it nobody waits for that."""
        for said in self._unsaid(statement, bound):
            self._connection.execute(*said)

    def _unsaid(self, statement: str, bound: Mapping[str, Any]) -> list[Said]:
        everybody = self._preface.is_of_everybody
        if not everybody:
            self._preface.admit(_owners_bound(bound))
        return [*self._preface.before(statement, of_everybody=everybody)]

    def _saying(self, statement: str, bound: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        for each in bound:
            self._say(statement, each)
            yield each

    def _asked(self, statement: str, bound: Mapping[str, Any]) -> "psycopg.Cursor[tuple[Any, ...]]":
        unsaid = self._unsaid(statement, bound)
        if not unsaid:
            return self._connection.execute(*_asked(statement, bound))
        with self._connection.pipeline():
            for said in unsaid:
                self._connection.execute(*said)
            return self._connection.execute(*_asked(statement, bound))


def _answer(cursor: "psycopg.Cursor[tuple[Any, ...]]") -> Answer:
    return Answer([column.name for column in cursor.description or ()], cursor.fetchall())
