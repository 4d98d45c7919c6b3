"""How is something erased for ever, with every copy of its words in the database?"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import ERASED, Purged, looked_for
from quaidpy.domain.memories.operations import Cause, RowChange
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.images import changes_from_json, changes_json
from quaidpy.storage.sql.tracked import TrackedRows
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.queries import fetched
from quaidpy.storage.sqlite.file.session import SqliteSession
from quaidpy.storage.sqlite.indexing.derivation import follow
from quaidpy.storage.sqlite.indexing.rebuilding import rebuild_derived
from quaidpy.storage.sqlite.writing.transaction import begun

_ENDED_BY_NOTHING = """replaced_by IS NOT NULL
AND replaced_by NOT IN (SELECT id FROM attributes WHERE owner = :owner)"""
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
) -> Purged:
    """See ports.MemoryStore.purge.

    With a memory go its evidence, mentions, usage and the edges it states or ends; with an episode its turns. Entities
    that nothing else speaks of go too. Memories drawn from a purged episode stay unless they are named.
    Copies of the database in the home are for `erasing_copies`.
    """
    with database.writing() as connection:
        doomed = _Doomed(owner, tuple(memories), tuple(episodes), _turns(connection, owner, episodes))
        words = looked_for(_texts(connection, doomed))
        rows = TrackedRows(SqliteSession(connection), owner)
        _delete(connection, rows, doomed)
        changes = rows.changes()
        erased = [change for change in changes if change.after is None]
        words = looked_for({*words, *_scrub_history(connection, doomed, erased)})
        _scrub_logs(connection, owner, words)
        follow(connection, owner, changes)
        _forget_vectors(connection)
        rebuild_derived(connection)
        cause = Cause(owner=owner, verb="purge", why=f"{len(erased)} rows erased for ever")
        begun(connection, cause, clock=clock, ids=ids).record(())
    database.vacuum()
    return Purged(rows=len(erased), words=words)


def _texts(connection: apsw.Connection, doomed: _Doomed) -> set[str]:
    """What the rows say that go, and what was learnt from them."""
    ids = json.dumps([*doomed.nodes, *doomed.episodes])
    among = "owner = ?1 AND {} IN (SELECT value FROM json_each(?2))"
    found: set[str] = set()
    for query in (
        f"SELECT text FROM memories WHERE {among.format('id')}",
        f"SELECT text FROM turns WHERE {among.format('id')}",
        *(f"SELECT text FROM learnings WHERE {among.format(name)}" for name in ("memory", "episode", "turn")),
        *(
            f"SELECT quote FROM learnings WHERE {among.format(name)}"
            for name in ("memory", "episode", "turn")
        ),
    ):
        found |= {text for (text,) in fetched(connection, query, (doomed.owner, ids)) if text}
    return found


def _turns(connection: apsw.Connection, owner: Owner, episodes: Sequence[EpisodeId]) -> tuple[str, ...]:
    rows = fetched(
        connection,
        "SELECT id FROM turns WHERE owner = ? AND episode IN (SELECT value FROM json_each(?)) ORDER BY id",
        (owner, json.dumps(episodes)),
    )
    return tuple(turn for (turn,) in rows)


def _delete(connection: apsw.Connection, rows: TrackedRows, doomed: _Doomed) -> None:
    _delete_learnings(connection, rows, doomed)
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
        ("memories", "id", doomed.memories),
        ("turns", "id", doomed.turns),
        ("readings", "episode", doomed.episodes),
        ("episodes", "id", doomed.episodes),
    ):
        rows.remove(table, column, ids)
    _delete_where(connection, doomed.owner, "usage", "memory", doomed.nodes)
    _delete_where(connection, doomed.owner, "looks", "node", doomed.memories)
    ended = rows.where("attributes", _ENDED_BY_NOTHING, {})
    rows.put("attributes", [{**row, "replaced_by": None} for row in ended])
    lonely = [entity for (entity,) in spoken_of if _is_lonely(connection, doomed.owner, entity)]
    rows.remove("aliases", "entity", lonely)
    rows.remove("entities", "id", lonely)


def _delete_learnings(connection: apsw.Connection, rows: TrackedRows, doomed: _Doomed) -> None:
    """With what was learnt from them, and every edit of a file that holds its words; the files are the user's."""
    among = rows.session.among("ids")
    named = " OR ".join(f"{name} {among}" for name in ("memory", "episode", "turn"))
    ids = [*doomed.memories, *doomed.episodes, *doomed.turns]
    learnings = rows.where("learnings", f"({named})", {"ids": rows.session.listed(ids)})
    for learning in learnings:
        bound = {"text": learning["text"]}
        holding = "instr(inserted || removed || coalesce(original, ''), :text)"
        held = f"(SELECT id FROM file_edits WHERE owner = :owner AND {holding})"
        rows.remove_where(
            "questions",
            "matter = 'file' AND subject IN"
            f" (SELECT change FROM file_edits WHERE owner = :owner AND {holding})",
            bound,
        )
        connection.execute(
            f"DELETE FROM file_writes WHERE owner = :owner AND json_extract(edit, '$.id') IN {held}",
            {**bound, "owner": doomed.owner},
        )
        rows.remove_where("file_edits", holding, bound)
    rows.remove("learnings", "id", [learning["id"] for learning in learnings])


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


def _scrub_history(connection: apsw.Connection, doomed: _Doomed, erased: Sequence[RowChange]) -> set[str]:
    """Take the images of what goes out of all operations, and with them the log lines of those operations.

    Returns what the memories and turns said before they were changed.
    """
    said: set[str] = set()
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
            said |= {text for change in named for text in _said(change)}
            connection.execute(
                "UPDATE operations SET changes = ?, why = ? WHERE owner = ? AND id = ?",
                (AsItIs(changes_json(kept)), ERASED, doomed.owner, operation),
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
    return said


def _said(change: RowChange) -> list[str]:
    if change.table not in {"memories", "turns"}:
        return []
    return [
        str(dict(image)["text"]) for image in (change.before, change.after) if image and "text" in dict(image)
    ]


def _scrub_logs(connection: apsw.Connection, owner: Owner, words: Sequence[str]) -> None:
    """Whatever else quotes the words, though it is about something else: logs, reasons, summaries."""
    for text in words:
        for statement in (
            "DELETE FROM recall_log WHERE owner = ?1 AND (instr(query, ?2) OR instr(trace, ?2) OR instr(trace, ?3))",
            "DELETE FROM dedup_log WHERE owner = ?1 AND instr(text, ?2)",
            "DELETE FROM relation_queue WHERE owner = ?1 AND instr(example, ?2)",
            "DELETE FROM questions WHERE owner = ?1 AND instr(reason, ?2)",
            f"UPDATE operations SET why = '{ERASED}' WHERE owner = ?1 AND instr(why, ?2)",
            "UPDATE readings SET error = NULL WHERE owner = ?1 AND instr(error, ?2)",
            "UPDATE entities SET summary = NULL WHERE owner = ?1 AND instr(summary, ?2)",
        ):
            bound = (owner, text, json.dumps(text, ensure_ascii=False)[1:-1])
            connection.execute(statement, bound if "?3" in statement else bound[:2])


def _forget_vectors(connection: apsw.Connection) -> None:
    connection.execute(
        "DELETE FROM vectors WHERE text_hash NOT IN"
        " (SELECT text_hash FROM memory_index UNION SELECT text_hash FROM turn_index"
        " UNION SELECT text_hash FROM passage_index)"
    )
