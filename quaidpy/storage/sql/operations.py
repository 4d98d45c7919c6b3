"""What was changed, and how is it taken back?"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from quaidpy.domain.identity import MemoryId, OperationId, Owner, RunId
from quaidpy.domain.memories.operations import Cause, Operation, OperationHead, Row, RowChange, Value
from quaidpy.domain.memories.versions import Version
from quaidpy.domain.sync.states import OPERATIONS
from quaidpy.errors import ConflictError, NotFoundError
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.filters import owned
from quaidpy.storage.sql.images import TRACKED, Key, changes_from_json
from quaidpy.storage.sql.operation_rows import operation_head_of, operation_of
from quaidpy.storage.sql.rows import Columns, instant_text
from quaidpy.storage.sql.sync_log import note_updated
from quaidpy.storage.sql.tracked import TrackedRows
from quaidpy.storage.sql.versions import versions_of
from quaidpy.storage.sql.writing import SqlWriting

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


GONE = "scope"
"""A column that images and exports of earlier versions have; whose a row is says who may see it now."""

Reading = Callable[[], AbstractContextManager[SqlSession]]
Writing = Callable[[Cause], AbstractContextManager[SqlWriting]]


class OperationLog:
    """What MemoryStore says of operations: which there were, and how they are undone."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        """Each `reading` is a read transaction, each `writing` a write transaction of one operation."""
        self._reading = reading
        self._writing = writing

    def operations(
        self,
        owner: Owner,
        *,
        since: datetime | None = None,
        run: RunId | None = None,
        agent: str | None = None,
        limit: int = 100,
    ) -> list[Operation]:
        wanted = owned(owner, run=run, agent=agent)
        if since is not None:
            wanted.require("at >= :since", since=instant_text(since))
        query = f"SELECT * FROM operations WHERE {wanted.sql} ORDER BY at DESC, id DESC LIMIT :limit"
        with self._reading() as session:
            rows = session.rows(query, {**wanted.bound, "limit": limit})
            return [operation_of(owner, row) for row in rows]

    def operation_heads(self, owner: Owner, *, limit: int = 100) -> list[OperationHead]:
        query = (
            "SELECT id, at, verb, why, who, run, model, prompt, agent, session, undone_by, "
            "octet_length(changes) AS size FROM operations WHERE owner = :owner ORDER BY at DESC, id DESC LIMIT :limit"
        )
        with self._reading() as session:
            return [
                operation_head_of(owner, row) for row in session.rows(query, {"owner": owner, "limit": limit})
            ]

    def operation(self, owner: Owner, operation: OperationId) -> Operation:
        with self._reading() as session:
            return _operation(session, owner, operation)

    def versions(self, owner: Owner, memory: MemoryId) -> list[Version]:
        with self._reading() as session:
            return versions_of(session, owner, memory)

    def texts_at(self, owner: Owner, ids: Sequence[MemoryId], at: datetime) -> dict[MemoryId, str]:
        found: dict[MemoryId, str] = {}
        with self._reading() as session:
            query = (
                "SELECT changes FROM operations o WHERE owner = :owner AND at > :at AND EXISTS"
                " (SELECT 1 FROM unnest(:ids) AS wanted(id) WHERE strpos(o.changes, wanted.id) > 0)"
                " ORDER BY at, id"
            )
            bound = {"owner": owner, "at": instant_text(at), "ids": list(ids)}
            for row in session.stream(query, bound):
                for change in changes_from_json(row["changes"]):
                    identity, before = dict(change.key).get("id"), dict(change.before or ())
                    if change.table == "memories" and identity in ids and "text" in before:
                        found.setdefault(MemoryId(str(identity)), str(before["text"]))
        return found

    def undo(self, operations: Sequence[OperationId], cause: Cause) -> OperationId:
        with self._writing(cause) as writing:
            take_all_back(writing, cause.owner, operations)
        return writing.operation


def take_all_back(writing: SqlWriting, owner: Owner, operations: Sequence[OperationId]) -> None:
    """Within the operation that undoes them. Raises ConflictError."""
    session = writing.session
    chosen = [_operation(session, owner, identity) for identity in dict.fromkeys(operations)]
    for operation in sorted(chosen, key=lambda each: (each.at, each.id), reverse=True):
        _take_back(writing.rows, operation)
        _mark_undone(session, operation, writing)
    _require_no_dependents(session, owner, chosen)


def _operation(session: SqlSession, owner: Owner, identity: OperationId) -> Operation:
    query = "SELECT * FROM operations WHERE owner = :owner AND id = :id"
    for row in session.rows(query, {"owner": owner, "id": identity}):
        return operation_of(owner, row)
    raise NotFoundError(f"no operation {identity}; `quaid changes` lists them")


def _take_back(rows: TrackedRows, operation: Operation) -> None:
    """Put every row of one operation back. Raises ConflictError."""
    if operation.undone_by is not None:
        raise ConflictError(
            f"{operation.id} ({operation.cause.verb}) was undone by {operation.undone_by} already; undo that to redo it"
        )
    for table, changes in groupby(operation.changes, key=lambda change: change.table):
        own = list(changes)
        there = rows.get(table, [_key(change) for change in own])
        for change in own:
            if not _is_as_left(there.get(_key(change)), change):
                raise _changed_since(rows.session, operation, change)
    # What it brought goes first, in an order that no unique key can object to.
    for table, changes in groupby(operation.changes, key=lambda change: change.table):
        rows.remove_keys(table, [_key(change) for change in changes if change.before is None])
    for table, changes in groupby(operation.changes, key=lambda change: change.table):
        before = {_key(change): dict(change.before) for change in changes if change.before is not None}
        there = rows.get(table, before)
        rows.put(table, [{**there.get(key, {}), **_as_kept(columns)} for key, columns in before.items()])


def _as_kept(columns: Columns) -> Columns:
    return {name: value for name, value in columns.items() if name != GONE}


def _key(change: RowChange) -> Key:
    return tuple(value for _, value in change.key)


def _is_as_left(row: Columns | None, change: RowChange) -> bool:
    if row is None or change.after is None:
        return row is None and change.after is None
    return all(row[name] == value for name, value in change.after if name != GONE)


def _mark_undone(session: SqlSession, operation: Operation, by: SqlWriting) -> None:
    owner = operation.cause.owner
    bound = {"owner": owner, "id": operation.id, "by": by.operation}
    session.execute("UPDATE operations SET undone_by = :by WHERE owner = :owner AND id = :id", bound)
    # Taking back an undo brings what it undid into effect again.
    redone = session.values(
        "UPDATE operations SET undone_by = NULL WHERE owner = :owner AND undone_by = :id RETURNING id", bound
    )
    for identity in (operation.id, *(each for (each,) in redone)):
        note_updated(session, (owner, OPERATIONS, (identity,)), {"undone_by"}, by.at)


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


def _require_no_dependents(session: SqlSession, owner: Owner, chosen: Sequence[Operation]) -> None:
    """Raises ConflictError when a later operation made a row refer to one that the undo removed.

    A reference that is older than what it names hung in the air before, and may do so again.
    """
    references = [
        reference
        for operation in chosen
        for change in operation.changes
        if change.before is None and TRACKED[change.table] == ("id",)
        for reference in _references(session, operation, change)
    ]
    if not references:
        return
    for later in _state_after(session, owner, min(operation.at for operation in chosen)):
        for reference in references:
            if reference.is_made_by(later):
                raise _conflict(reference.operation, reference.table, reference.key, later)


def _references(session: SqlSession, operation: Operation, removed: RowChange) -> Iterator[_Reference]:
    bound = {"owner": operation.cause.owner, "id": removed.key[0][1]}
    if session.rows(f"SELECT 1 AS there FROM {removed.table} WHERE owner = :owner AND id = :id", bound):
        return  # an older operation of the same undo put it back
    for table, column, target in REFERENCES:
        if target != removed.table:
            continue
        for row in session.rows(f"SELECT * FROM {table} WHERE owner = :owner AND {column} = :id", bound):
            key = tuple((name, row[name]) for name in TRACKED[table])
            yield _Reference(operation, table, key, column, bound["id"])


def _changed_since(session: SqlSession, operation: Operation, change: RowChange) -> ConflictError:
    for later in _state_after(session, operation.cause.owner, operation.at):
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


def _state_after(session: SqlSession, owner: Owner, at: datetime) -> Iterator[Operation]:
    """Operations after that instant which were not undone, oldest first."""
    query = "SELECT * FROM operations WHERE owner = :owner AND at > :at AND undone_by IS NULL ORDER BY at, id"
    for row in session.stream(query, {"owner": owner, "at": instant_text(at)}):
        yield operation_of(owner, row)
