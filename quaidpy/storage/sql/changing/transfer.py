"""How do an owner's rows leave for a file, and come back from one?

One JSON object a row, without the owner: `{"type": "memory", "id": "m_…", …}`, columns as in the schema, lists as
lists. What is derived from other columns or rows is left out. The recall log stays behind.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quaidpy.domain.identity import OperationId, Owner
from quaidpy.domain.memories.file_edits import edit_of_row
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.secrets.redaction import tree_without_secrets, without_secrets
from quaidpy.domain.sync.states import OPERATIONS
from quaidpy.domain.time.instants import admitted
from quaidpy.errors import ConflictError, DamagedError, UsageError
from quaidpy.storage.sql.attribute_rows import attribute_columns, attribute_of
from quaidpy.storage.sql.changing.following import follow
from quaidpy.storage.sql.changing.transactions import begun
from quaidpy.storage.sql.engine import AnyDatabase, Session, SqlEngine, SqlSession
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.images import TRACKED, changes_from_json
from quaidpy.storage.sql.learning_rows import file_edit_columns, learning_columns, learning_of
from quaidpy.storage.sql.operations import GONE
from quaidpy.storage.sql.project_rows import project_columns, project_of, verified_columns, verified_of
from quaidpy.storage.sql.records.handover_rows import (
    checkpoint_columns,
    checkpoint_of,
    handoff_columns,
    handoff_of,
    scratchpad_columns,
    scratchpad_of,
)
from quaidpy.storage.sql.records.notice_rows import subscription_columns, subscription_of
from quaidpy.storage.sql.rows import (
    Columns,
    edge_columns,
    edge_of,
    entity_columns,
    entity_of,
    episode_columns,
    episode_of,
    folded_name,
    instant_of,
    instant_text,
    json_text,
    memory_columns,
    memory_of,
    mention_columns,
    mention_of,
    question_columns,
    question_of,
    reading_columns,
    reading_of,
    turn_columns,
    turn_of,
)
from quaidpy.storage.sql.sync_log import note_changes_made, note_inserted
from quaidpy.storage.sql.theme_rows import theme_columns, theme_of
from quaidpy.storage.sql.tracked import TrackedRows
from quaidpy.storage.sql.unreadable_rows import readable
from quaidpy.storage.sql.versions import note_memories


@dataclass(frozen=True, slots=True)
class _Exported:
    """One table as it travels: its key within an owner, and which columns are lists there or left out."""

    table: str
    key: tuple[str, ...]
    lists: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ("owner",)


_EXPORTED: dict[str, _Exported] = {
    "episode": _Exported("episodes", ("id",)),
    "turn": _Exported("turns", ("id",)),
    "entity": _Exported("entities", ("id",), lists=("attributes",), left_out=("owner", "folded")),
    "alias": _Exported("aliases", ("entity", "position"), left_out=("owner", "folded")),
    "memory": _Exported("memories", ("id",), lists=("keywords", "tags")),
    "evidence": _Exported("evidence", ("memory", "position")),
    "edge": _Exported("edges", ("id",)),
    "attribute": _Exported("attributes", ("id",)),
    "mention": _Exported("mentions", ("node", "entity")),
    "relation": _Exported("relation_queue", ("relation", "operation"), times=("queued_at",)),
    "reading": _Exported("readings", ("episode", "first_turn"), times=("due_at",)),
    "question": _Exported("questions", ("matter", "subject")),
    "project": _Exported("projects", ("id",)),
    "verified": _Exported("verified", ("project", "path")),
    "learning": _Exported("learnings", ("id",), times=("said_at", "learnt_at")),
    "file_edit": _Exported("file_edits", ("id",)),
    "theme": _Exported("themes", ("id",)),
    "theme_member": _Exported("theme_members", ("theme", "member")),
    "suppression": _Exported("suppressions", ("memory", "context")),
    "checkpoint": _Exported(
        "checkpoints", ("agent", "name", "version"), lists=("said", "filled"), times=("saved_at",)
    ),
    "handoff": _Exported("handoffs", ("id",)),
    "scratchpad": _Exported("scratchpads", ("agent", "name", "version")),
    "subscription": _Exported("notice_subscriptions", ("id",)),
    "usage": _Exported("usage", ("memory",), times=("last_recalled_at",)),
    "recall_time": _Exported("recall_times", ("memory", "at"), times=("at",)),
    "operation": _Exported("operations", ("id",), lists=("changes",), times=("at",)),
    "decision": _Exported("dedup_log", ("operation", "position"), times=("at",)),
}
"""In the order of export: what is referred to comes before what refers to it."""

_RENAMED = {("entities", "type"): "entity_type"}
"""Columns that travel under another name: `type` says what the row is."""

_CHECKED: dict[str, Callable[[Owner, Columns], Columns]] = {
    "episode": lambda owner, row: episode_columns(episode_of(owner, row)),
    "turn": lambda owner, row: turn_columns(turn_of(owner, row)),
    "entity": lambda owner, row: entity_columns(entity_of(owner, row, ())),
    "alias": lambda _, row: {**row, "folded": folded_name(without_secrets(str(row["name"])))},
    "memory": lambda owner, row: memory_columns(memory_of(owner, row, ())),
    "edge": lambda owner, row: edge_columns(edge_of(owner, row)),
    "attribute": lambda owner, row: attribute_columns(attribute_of(owner, row)),
    "mention": lambda _, row: mention_columns(mention_of(row)),
    "reading": lambda owner, row: reading_columns(reading_of(owner, row)),
    "question": lambda owner, row: question_columns(question_of(owner, row)),
    "project": lambda owner, row: project_columns(project_of(owner, row)),
    "verified": lambda _, row: verified_columns(verified_of(row)),
    "learning": lambda owner, row: learning_columns(learning_of(owner, row)),
    "file_edit": lambda owner, row: file_edit_columns(edit_of_row(owner, row)),
    "theme": lambda owner, row: theme_columns(theme_of(owner, row, ())),
    "checkpoint": lambda owner, row: checkpoint_columns(checkpoint_of(owner, row)),
    "handoff": lambda owner, row: handoff_columns(handoff_of(owner, row)),
    "scratchpad": lambda owner, row: scratchpad_columns(scratchpad_of(owner, row)),
    "subscription": lambda owner, row: subscription_columns(subscription_of(owner, row)),
}
"""Through the domain's values and back: refuses what they refuse, and spells times and lists our way."""


def export_rows(database: AnyDatabase, owner: Owner) -> Iterator[dict[str, object]]:
    """By type as listed above, then by key; all of one commit."""
    with database.snapshot() as session:
        for kind, exported in _EXPORTED.items():
            order = ", ".join(exported.key)
            query = f"SELECT * FROM {exported.table} WHERE owner = :owner ORDER BY {order}"
            for row in session.stream(query, {"owner": owner}):
                yield {"type": kind, **_as_exported(row, exported)}


@readable
def _as_exported(row: Mapping[str, Any], exported: _Exported) -> dict[str, object]:
    return {
        _RENAMED.get((exported.table, name), name): json.loads(value) if name in exported.lists else value
        for name, value in row.items()
        if name not in exported.left_out
    }


def import_rows(engine: SqlEngine[Session], owner: Owner, rows: Iterable[Mapping[str, object]]) -> int:
    """See ports.MemoryStore.import_rows.

    Into an owner without any rows it is a restore: history comes with it and no operation is added, so that an export
    of it is equal. Otherwise it is one operation that can be undone.
    """
    cause = Cause(owner=owner, verb="import", why="rows of an export", who="import")
    with engine.database.writing(owner) as session:
        is_restore = _is_empty(session, owner)
        writing = begun(engine, session, cause)
        importing = _Importing(writing.rows, owner)
        added = sum(importing.take(number, row) for number, row in enumerate(rows, start=1))
        writing.session.require_whole()
        changes = writing.rows.changes()
        if changes and not is_restore:
            writing.record(changes)
        note_changes_made(session, owner, changes, writing.at)
        follow(engine.indexing, session, owner, changes)
    return added


def _is_empty(session: SqlSession, owner: Owner) -> bool:
    tables = [exported.table for exported in _EXPORTED.values()]
    return not any(
        session.values(f"SELECT 1 FROM {table} WHERE owner = :owner LIMIT 1", {"owner": owner})
        for table in tables
    )


class _Importing:
    """Takes rows in one by one, inside the caller's transaction."""

    def __init__(self, rows: TrackedRows, owner: Owner) -> None:
        self._rows = rows
        self._session = rows.session
        self._owner = owner
        self._columns = {
            kind: tuple(name for name in rows.session.columns(exported.table) if name != "owner")
            for kind, exported in _EXPORTED.items()
        }

    def take(self, number: int, given: Mapping[str, object]) -> bool:
        """True when the row was added, False when it is there already. `number` counts from 1, for messages."""
        kind = given.get("type")
        if not isinstance(kind, str) or kind not in _EXPORTED:
            raise UsageError(f"row {number} has the type {kind!r}; known are {', '.join(_EXPORTED)}")
        row = self._checked(number, kind, given)
        exported = _EXPORTED[kind]
        try:
            found = self._found(exported, row)
            if found is None:
                self._insert(exported, row)
                return True
        except self._session.refused as err:
            raise UsageError(
                f"row {number} does not fit {exported.table}: {err}; nothing was imported"
            ) from err
        if kind != "usage" and row != found:
            name = "/".join(str(row[part]) for part in exported.key)
            raise ConflictError(
                f"row {number}: the {kind} {name} exists with other content; nothing was imported"
            )
        return False

    def _checked(self, number: int, kind: str, given: Mapping[str, object]) -> Columns:
        exported = _EXPORTED[kind]
        known = {
            name: _RENAMED.get((exported.table, name), name)
            for name in self._columns[kind]
            if name not in exported.left_out
        }
        unknown = sorted(set(given) - {*known.values(), "type", GONE})
        if unknown:
            raise UsageError(
                f"row {number} ({kind}) has {', '.join(unknown)}, which this version does not know; upgrade quaidpy"
            )
        try:
            row: Columns = {
                name: _as_stored(name, given.get(travels), exported) for name, travels in known.items()
            }
            row = _CHECKED[kind](self._owner, row) if kind in _CHECKED else row
            for name, value in row.items():
                _require_admitted(name, value)
        except (KeyError, ValueError, TypeError, AttributeError, OverflowError, DamagedError) as err:
            raise UsageError(
                f"row {number} ({kind}) cannot be read: {err.__cause__ or err!r}; nothing was imported"
            ) from err
        return row

    def _found(self, exported: _Exported, row: Columns) -> Columns | None:
        key = tuple(row[name] for name in exported.key)
        if exported.table in TRACKED:
            return self._rows.get(exported.table, [key]).get(key)
        where = " AND ".join(f"{name} = :{name}" for name in exported.key)
        query = f"SELECT * FROM {exported.table} WHERE owner = :owner AND {where}"
        bound = {"owner": self._owner, **dict(zip(exported.key, key, strict=True))}
        for known in self._session.rows(query, bound):
            return {name: value for name, value in known.items() if name != "owner"}
        return None

    def _insert(self, exported: _Exported, row: Columns) -> None:
        if exported.table in TRACKED:
            self._rows.put(exported.table, [row])
            return
        names, slots = ", ".join(f'"{name}"' for name in row), ", ".join(f":{name}" for name in row)
        self._session.execute(
            f"INSERT INTO {exported.table}(owner, {names}) VALUES (:owner, {slots})",
            {"owner": self._owner, **row},
        )
        if exported.table == "operations":
            operation = OperationId(str(row["id"]))
            note_memories(self._session, self._owner, operation, changes_from_json(str(row["changes"])))
            note_inserted(self._session, (self._owner, OPERATIONS, (operation,)), str(row["at"]))


def _as_stored(name: str, value: Any, exported: _Exported) -> Any:
    if name in exported.lists:
        return AsItIs(json_text(tree_without_secrets(value)))
    if name in exported.times and value is not None:
        return instant_text(instant_of(value))
    return value


def _require_admitted(name: str, value: Any) -> None:
    is_time = name == "at" or name.endswith("_at") or name.startswith("valid_")
    if is_time and isinstance(value, str) and admitted(instant_of(value)) is None:
        raise ValueError(f"{name} is {value}, which is outside of the calendar")
