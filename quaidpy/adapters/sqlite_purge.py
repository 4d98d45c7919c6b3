"""How is something erased for ever, with every copy of its words in the database?"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from quaidpy.adapters.sqlite_changes import ChangeRecorder, changes_from_json, changes_json
from quaidpy.adapters.sqlite_database import Database
from quaidpy.adapters.sqlite_derivation import follow
from quaidpy.adapters.sqlite_rebuilding import rebuild_derived
from quaidpy.adapters.sqlite_rows import fetched
from quaidpy.adapters.sqlite_writing import SqliteWriting, next_instant, record_operation
from quaidpy.domain.identity import OPERATION_PREFIX, EpisodeId, MemoryId, OperationId, Owner
from quaidpy.domain.operations import Cause, RowChange
from quaidpy.ports import Clock, IdSource

ERASED = "(erased)"
"""Stands for the reason of an operation that spoke of something purged."""


_REPLACED_BY_NOTHING = """UPDATE attributes SET replaced_by = NULL WHERE owner = ?1 AND replaced_by IS NOT NULL
AND replaced_by NOT IN (SELECT id FROM attributes WHERE owner = ?1)"""
"""What ended a value that stays has gone; the end stays."""


@dataclass(frozen=True, slots=True)
class _Doomed:
    """The ids that go; `nodes` are memories and turns."""

    owner: Owner
    memories: tuple[str, ...]
    episodes: tuple[str, ...]
    turns: tuple[str, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        return (*self.memories, *self.turns)

    def is_named_in(self, change: RowChange) -> bool:
        ids = {*self.nodes, *self.episodes}
        return any(
            value in ids for row in (change.key, change.before, change.after) for _, value in row or ()
        )


def purge_rows(
    database: Database,
    owner: Owner,
    memories: Sequence[MemoryId],
    episodes: Sequence[EpisodeId],
    *,
    clock: Clock,
    ids: IdSource,
) -> int:
    """See ports.MemoryStore.purge.

    With a memory go its evidence, mentions, usage and the edges it states or ends; with an episode its turns. Entities
    that nothing else speaks of go too. Memories drawn from a purged episode stay unless they are named.
    Copies made earlier (backups, exports) are the user's: `Database.backups` lists those beside the database.
    """
    with database.writing() as connection:
        doomed = _Doomed(owner, tuple(memories), tuple(episodes), _turns(connection, owner, episodes))
        with ChangeRecorder(connection) as recorder:
            _delete(connection, doomed)
            changes = recorder.changes()
        erased = [change for change in changes if change.after is None]
        _scrub_history(connection, doomed, erased)
        follow(connection, owner, changes)
        _forget_vectors(connection)
        rebuild_derived(connection)
        cause = Cause(owner=owner, verb="purge", why=f"{len(erased)} rows erased for ever")
        operation = OperationId(ids.new(OPERATION_PREFIX))
        writing = SqliteWriting(connection, cause, operation, next_instant(connection, owner, clock))
        record_operation(writing, cause, ())
    database.vacuum()
    return len(erased)


def _turns(connection: apsw.Connection, owner: Owner, episodes: Sequence[EpisodeId]) -> tuple[str, ...]:
    rows = fetched(
        connection,
        "SELECT id FROM turns WHERE owner = ? AND episode IN (SELECT value FROM json_each(?)) ORDER BY id",
        (owner, json.dumps(episodes)),
    )
    return tuple(turn for (turn,) in rows)


def _delete(connection: apsw.Connection, doomed: _Doomed) -> None:
    _delete_learnings(connection, doomed)
    spoken_of = fetched(
        connection,
        "SELECT DISTINCT entity FROM mentions WHERE owner = ? AND node IN (SELECT value FROM json_each(?))",
        (doomed.owner, json.dumps(doomed.nodes)),
    )
    for table, column, ids in (
        ("evidence", "memory", doomed.memories),
        ("evidence", "turn", doomed.turns),
        ("mentions", "node", doomed.nodes),
        ("attributes", "memory", doomed.memories),
        ("attributes", "turn", doomed.turns),
        ("edges", "memory", doomed.memories),
        ("edges", "source", doomed.nodes),
        ("edges", "target", doomed.nodes),
        ("usage", "memory", doomed.memories),
        ("looks", "node", doomed.memories),
        ("memories", "id", doomed.memories),
        ("turns", "id", doomed.turns),
        ("readings", "episode", doomed.episodes),
        ("episodes", "id", doomed.episodes),
    ):
        _delete_where(connection, doomed.owner, table, column, ids)
    connection.execute(_REPLACED_BY_NOTHING, (doomed.owner,))
    lonely = [entity for (entity,) in spoken_of if _is_lonely(connection, doomed.owner, entity)]
    _delete_where(connection, doomed.owner, "aliases", "entity", lonely)
    _delete_where(connection, doomed.owner, "entities", "id", lonely)


def _delete_learnings(connection: apsw.Connection, doomed: _Doomed) -> None:
    """With what was learnt from them, and every edit of a file that holds its words; the files are the user's."""
    ids = json.dumps([*doomed.memories, *doomed.episodes, *doomed.turns])
    named = " OR ".join(
        f"{name} IN (SELECT value FROM json_each(?2))" for name in ("memory", "episode", "turn")
    )
    among = f"owner = ?1 AND ({named})"
    texts = fetched(connection, f"SELECT id, text FROM learnings WHERE {among}", (doomed.owner, ids))
    for _, text in texts:
        holding = "owner = ?1 AND instr(inserted || removed || coalesce(original, ''), ?2)"
        connection.execute(
            "DELETE FROM questions WHERE owner = ?1 AND matter = 'file'"
            f" AND subject IN (SELECT change FROM file_edits WHERE {holding})",
            (doomed.owner, text),
        )
        connection.execute(
            "DELETE FROM file_writes WHERE owner = ?1 AND json_extract(edit, '$.id') IN"
            f" (SELECT id FROM file_edits WHERE {holding})",
            (doomed.owner, text),
        )
        connection.execute(f"DELETE FROM file_edits WHERE {holding}", (doomed.owner, text))
    _delete_where(connection, doomed.owner, "learnings", "id", [identity for identity, _ in texts])


def _delete_where(
    connection: apsw.Connection, owner: Owner, table: str, column: str, ids: Iterable[str]
) -> None:
    connection.execute(
        f"DELETE FROM {table} WHERE owner = ? AND {column} IN (SELECT value FROM json_each(?))",
        (owner, json.dumps(list(ids))),
    )


def _is_lonely(connection: apsw.Connection, owner: Owner, entity: str) -> bool:
    """Nothing that stays speaks of it."""
    return not any(
        fetched(
            connection, f"SELECT 1 FROM {table} WHERE owner = ? AND {column} = ? LIMIT 1", (owner, entity)
        )
        for table, column in (
            ("mentions", "entity"),
            ("edges", "source"),
            ("edges", "target"),
            ("attributes", "subject"),
        )
    )


def _scrub_history(connection: apsw.Connection, doomed: _Doomed, erased: Sequence[RowChange]) -> None:
    """Take the images of what goes out of all operations, and with them the log lines of those operations."""
    keys = {(change.table, change.key) for change in erased}
    scrubbed = []
    rows = fetched(connection, "SELECT id, changes FROM operations WHERE owner = ?", (doomed.owner,))
    for operation, text in rows:
        before = changes_from_json(text)
        named = [c for c in before if (c.table, c.key) in keys or doomed.is_named_in(c)]
        if named:
            # A queued relation's example is a sentence of the same text.
            kept = [c for c in before if c not in named and c.table != "relation_queue"]
            scrubbed.append(operation)
            connection.execute(
                "UPDATE operations SET changes = ?, why = ? WHERE owner = ? AND id = ?",
                (changes_json(kept), ERASED, doomed.owner, operation),
            )
    for table in ("dedup_log", "relation_queue"):
        _delete_where(connection, doomed.owner, table, "operation", scrubbed)
    _delete_where(connection, doomed.owner, "dedup_log", "other", doomed.nodes)
    for identity in (*doomed.memories, *doomed.episodes):
        connection.execute(
            "DELETE FROM questions WHERE owner = ? AND instr(subject, ?)", (doomed.owner, identity)
        )
        connection.execute(
            "DELETE FROM recall_log WHERE owner = ? AND instr(trace, ?)", (doomed.owner, identity)
        )


def _forget_vectors(connection: apsw.Connection) -> None:
    connection.execute(
        "DELETE FROM vectors WHERE text_hash NOT IN"
        " (SELECT text_hash FROM memory_index UNION SELECT text_hash FROM turn_index)"
    )
