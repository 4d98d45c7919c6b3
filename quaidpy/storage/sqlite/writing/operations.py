"""What was changed, and how is it taken back?"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import apsw

from quaidpy.domain.identity import MemoryId, OperationId, Owner, RunId
from quaidpy.domain.memories.operations import Cause, Operation, Row, RowChange, Value
from quaidpy.errors import ConflictError, NotFoundError
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sql.rows import StoredRow, instant_of, instant_text
from quaidpy.storage.sqlite.file.changes import TRACKED, changes_from_json
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import fetched, rows_of
from quaidpy.storage.sqlite.writing.transaction import tracked_writing

REFERENCES: tuple[tuple[str, str, str], ...] = (
    ("evidence", "memory", "memories"),
    ("evidence", "turn", "turns"),
    ("edges", "memory", "memories"),
    ("edges", "source", "entities"),
    ("edges", "target", "entities"),
    ("attributes", "memory", "memories"),
    ("attributes", "turn", "turns"),
    ("attributes", "subject", "entities"),
    ("attributes", "replaced_by", "attributes"),
    ("mentions", "node", "memories"),
    ("mentions", "node", "turns"),
    ("mentions", "entity", "entities"),
    ("aliases", "entity", "entities"),
    ("turns", "episode", "episodes"),
    ("memories", "superseded_by", "memories"),
)
"""Table, column, and the table whose id it holds."""


_TOUCHING = """SELECT changes FROM operations WHERE owner = :owner AND at > :at
AND EXISTS (SELECT 1 FROM json_each(:ids) AS one WHERE instr(changes, one.value)) ORDER BY at, id"""


class OperationLog:
    """The part of MemoryStore that lists operations and undoes them."""

    def __init__(self, database: Database, clock: Clock, ids: IdSource) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids

    def operations(
        self, owner: Owner, *, since: datetime | None = None, run: RunId | None = None, limit: int = 100
    ) -> list[Operation]:
        where, bound = "owner = :owner", dict[str, Any](owner=owner, limit=limit)
        if since is not None:
            where += " AND at >= :since"
            bound["since"] = instant_text(since)
        if run is not None:
            where += " AND run = :run"
            bound["run"] = run
        with self._database.reading() as connection:
            query = f"SELECT * FROM operations WHERE {where} ORDER BY at DESC, id DESC LIMIT :limit"
            return [_operation_of(owner, row) for row in rows_of(connection, query, bound)]

    def operation(self, owner: Owner, operation: OperationId) -> Operation:
        with self._database.reading() as connection:
            return _operation(connection, owner, operation)

    def texts_at(self, owner: Owner, ids: Sequence[MemoryId], at: datetime) -> dict[MemoryId, str]:
        found: dict[MemoryId, str] = {}
        bound = {"owner": owner, "at": instant_text(at), "ids": json.dumps(ids)}
        with self._database.reading() as connection:
            for (changes,) in fetched(connection, _TOUCHING, bound):
                for change in changes_from_json(changes):
                    identity, before = dict(change.key).get("id"), dict(change.before or ())
                    if change.table == "memories" and identity in ids and "text" in before:
                        found.setdefault(MemoryId(str(identity)), str(before["text"]))
        return found

    def undo(self, operations: Sequence[OperationId], cause: Cause) -> OperationId:
        with tracked_writing(self._database, cause, clock=self._clock, ids=self._ids) as writing:
            connection, owner = writing.connection, cause.owner
            chosen = [_operation(connection, owner, identity) for identity in dict.fromkeys(operations)]
            for operation in sorted(chosen, key=lambda each: (each.at, each.id), reverse=True):
                _take_back(connection, operation)
                _mark_undone(connection, operation, writing.operation)
            _require_no_dependents(connection, owner, chosen)
        return writing.operation


def _operation(connection: apsw.Connection, owner: Owner, identity: OperationId) -> Operation:
    found = rows_of(connection, "SELECT * FROM operations WHERE owner = ? AND id = ?", (owner, identity))
    for row in found:
        return _operation_of(owner, row)
    raise NotFoundError(f"no operation {identity}; `quaid changes` lists them")


def _operation_of(owner: Owner, row: StoredRow) -> Operation:
    return Operation(
        id=OperationId(row["id"]),
        cause=Cause(
            owner=owner,
            verb=row["verb"],
            why=row["why"],
            who=row["who"],
            run=None if row["run"] is None else RunId(row["run"]),
            model=row["model"],
            prompt=row["prompt"],
        ),
        at=instant_of(row["at"]),
        changes=changes_from_json(row["changes"]),
        undone_by=None if row["undone_by"] is None else OperationId(row["undone_by"]),
    )


def _take_back(connection: apsw.Connection, operation: Operation) -> None:
    """Put every row of one operation back, in an order that no unique key can object to. Raises ConflictError."""
    if operation.undone_by is not None:
        raise ConflictError(
            f"{operation.id} ({operation.cause.verb}) was undone by {operation.undone_by} already; undo that to redo it"
        )
    owner = operation.cause.owner
    for change in operation.changes:
        if not _is_as_left(connection, owner, change):
            raise _changed_since(connection, operation, change)
    for change in sorted(operation.changes, key=lambda each: each.before is not None):
        _put_back(connection, owner, change)


def _is_as_left(connection: apsw.Connection, owner: Owner, change: RowChange) -> bool:
    expected = change.key if change.after is None else (*change.key, *change.after)
    bound = {f"v{place}": value for place, (_, value) in enumerate(expected)}
    where = " AND ".join(f'"{name}" IS :v{place}' for place, (name, _) in enumerate(expected))
    query = f"SELECT 1 FROM {change.table} WHERE owner = :owner AND {where}"
    is_there = bool(fetched(connection, query, {"owner": owner, **bound}))
    return is_there == (change.after is not None)


def _put_back(connection: apsw.Connection, owner: Owner, change: RowChange) -> None:
    key_slots = " AND ".join(f'"{name}" = ?' for name, _ in change.key)
    key_values = [value for _, value in change.key]
    if change.before is None:
        connection.execute(
            f"DELETE FROM {change.table} WHERE owner = ? AND {key_slots}", (owner, *key_values)
        )
        return
    names, values = [name for name, _ in change.before], [value for _, value in change.before]
    if change.after is None:
        columns = ", ".join(["owner", *(f'"{name}"' for name in names)])
        slots = ", ".join("?" * (len(names) + 1))
        connection.execute(f"INSERT INTO {change.table}({columns}) VALUES ({slots})", (owner, *values))
        return
    fresh = ", ".join(f'"{name}" = ?' for name in names)
    connection.execute(
        f"UPDATE {change.table} SET {fresh} WHERE owner = ? AND {key_slots}", (*values, owner, *key_values)
    )


def _mark_undone(connection: apsw.Connection, operation: Operation, by: OperationId) -> None:
    owner = operation.cause.owner
    connection.execute(
        "UPDATE operations SET undone_by = ? WHERE owner = ? AND id = ?", (by, owner, operation.id)
    )
    # Taking back an undo brings what it undid into effect again.
    connection.execute(
        "UPDATE operations SET undone_by = NULL WHERE owner = ? AND undone_by = ?", (owner, operation.id)
    )


@dataclass(frozen=True, slots=True)
class _Reference:
    """A row that stays and names, in one column, a row that the undo of `operation` removed."""

    operation: Operation
    table: str
    key: Row
    column: str
    identity: Value

    def is_made_by(self, later: Operation) -> bool:
        return later.at > self.operation.at and any(
            change.table == self.table
            and change.key == self.key
            and (self.column, self.identity) in (*change.key, *(change.after or ()))
            for change in later.changes
        )


def _require_no_dependents(connection: apsw.Connection, owner: Owner, chosen: Sequence[Operation]) -> None:
    """Raises ConflictError when a later operation made a row refer to one that the undo removed.

    A reference that is older than what it names hung in the air before, and may do so again.
    """
    references = [
        reference
        for operation in chosen
        for change in operation.changes
        if change.before is None and TRACKED[change.table] == ("id",)
        for reference in _references(connection, operation, change)
    ]
    if not references:
        return
    for later in _standing_after(connection, owner, min(operation.at for operation in chosen)):
        for reference in references:
            if reference.is_made_by(later):
                raise _conflict(reference.operation, reference.table, reference.key, later)


def _references(
    connection: apsw.Connection, operation: Operation, removed: RowChange
) -> Iterator[_Reference]:
    owner, identity = operation.cause.owner, removed.key[0][1]
    if fetched(connection, f"SELECT 1 FROM {removed.table} WHERE owner = ? AND id = ?", (owner, identity)):
        return  # an older operation of the same undo put it back
    for table, column, target in REFERENCES:
        if target != removed.table:
            continue
        query = f"SELECT * FROM {table} WHERE owner = ? AND {column} = ?"
        for row in rows_of(connection, query, (owner, identity)):
            key = tuple((name, row[name]) for name in TRACKED[table])
            yield _Reference(operation, table, key, column, identity)


def _changed_since(connection: apsw.Connection, operation: Operation, change: RowChange) -> ConflictError:
    for later in _standing_after(connection, operation.cause.owner, operation.at):
        if any(each.table == change.table and each.key == change.key for each in later.changes):
            return _conflict(operation, change.table, change.key, later)
    return _conflict(operation, change.table, change.key, None)


def _conflict(operation: Operation, table: str, key: Row, later: Operation | None) -> ConflictError:
    what = f"cannot undo {operation.id} ({operation.cause.verb})"
    named = f"{table} {'/'.join(str(value) for _, value in key)}"
    if later is None:
        return ConflictError(f"{what}: {named} has changed since")
    return ConflictError(
        f"{what}: {named} depends on {later.id} ({later.cause.verb}, {instant_text(later.at)}); undo that one first"
    )


def _standing_after(connection: apsw.Connection, owner: Owner, at: datetime) -> Iterator[Operation]:
    """Operations after that instant which were not undone, oldest first."""
    query = "SELECT * FROM operations WHERE owner = ? AND at > ? AND undone_by IS NULL ORDER BY at, id"
    for row in rows_of(connection, query, (owner, instant_text(at))):
        yield _operation_of(owner, row)
