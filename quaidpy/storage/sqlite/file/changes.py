"""Which rows did a transaction change, and how is that written down?

SQLite's session extension records every change of a canonical table inside the transaction, net of what cancels out.
"""

import json
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self

import apsw

from quaidpy.domain.memories.operations import Row, RowChange, Value
from quaidpy.storage.sql.damage import readable

TRACKED: dict[str, tuple[str, ...]] = {
    "memories": ("id",),
    "evidence": ("memory", "position"),
    "entities": ("id",),
    "aliases": ("entity", "position"),
    "edges": ("id",),
    "attributes": ("id",),
    "mentions": ("node", "entity"),
    "episodes": ("id",),
    "turns": ("id",),
    "relation_queue": ("relation", "operation"),
    "readings": ("episode", "first_turn"),
    "questions": ("matter", "subject"),
    "projects": ("id",),
    "verified": ("project", "path"),
    "learnings": ("id",),
    "file_edits": ("id",),
}
"""Canonical tables under operations, and their keys within an owner."""


class ChangeRecorder:
    """Watches the canonical tables from entering to leaving; use inside one write transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._columns: dict[str, tuple[str, ...]] = {}
        self._session: apsw.Session | None = None

    def __enter__(self) -> Self:
        self._session = apsw.Session(self._connection, "main")
        for table in TRACKED:
            self._session.attach(table)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def changes(self) -> tuple[RowChange, ...]:
        """Net changes so far, by table and key."""
        assert self._session is not None, "inside the with block"
        found = [
            _row_change(c, self._columns_of(c.name)) for c in apsw.Changeset.iter(self._session.changeset())
        ]
        return tuple(sorted(found, key=lambda change: (_TABLE_ORDER[change.table], change.key)))

    def _columns_of(self, table: str) -> tuple[str, ...]:
        if table not in self._columns:
            self._columns[table] = columns_of(self._connection, table)
        return self._columns[table]


_TABLE_ORDER = {table: place for place, table in enumerate(TRACKED)}


def columns_of(connection: apsw.Connection, table: str) -> tuple[str, ...]:
    """Column names in order, the owner included."""
    rows = connection.execute(f"PRAGMA table_info({table})")
    return tuple(str(row[1]) for row in rows)


def _row_change(change: apsw.TableChange, columns: tuple[str, ...]) -> RowChange:
    keys = TRACKED[change.name]
    before = None if change.old is None else _row(columns, change.old)
    after = None if change.new is None else _row(columns, change.new)
    identified = before if before is not None else after
    assert identified is not None, "a change has an old or a new row"
    key = tuple((name, value) for name, value in identified if name in keys)
    if before is not None and after is not None:
        before = tuple((name, value) for name, value in before if name not in keys)
    return RowChange(table=change.name, key=key, before=before, after=after)


def _row(columns: Iterable[str], values: Iterable[Any]) -> Row:
    """Without the owner, which the operation names, and without columns that stayed as they were."""
    pairs = zip(columns, values, strict=True)
    return tuple((name, value) for name, value in pairs if name != "owner" and value is not apsw.no_change)


def changes_json(changes: Iterable[RowChange]) -> str:
    """As it is stored; keys and columns keep their order."""
    rows = [[c.table, dict(c.key), _object(c.before), _object(c.after)] for c in changes]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


@readable
def changes_from_json(text: str) -> tuple[RowChange, ...]:
    return tuple(
        RowChange(table=table, key=_pairs(key), before=_optional_pairs(before), after=_optional_pairs(after))
        for table, key, before, after in json.loads(text)
    )


def _object(row: Row | None) -> dict[str, Value] | None:
    return None if row is None else dict(row)


def _pairs(row: Mapping[str, Value]) -> Row:
    return tuple(row.items())


def _optional_pairs(row: Mapping[str, Value] | None) -> Row | None:
    return None if row is None else _pairs(row)
