"""How does one transaction put rows down, record its operation and refresh what is derived?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

import apsw

from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, Mention
from quaidpy.domain.identity import OPERATION_PREFIX, EdgeId, EntityId, NodeId, OperationId, Owner
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.file_edits import FileEdit
from quaidpy.domain.memories.learning import Learning
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.operations import Cause, Decision, RowChange
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.nights import Question
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import StorageError, UsageError
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sql.rows import (
    Columns,
    edge_columns,
    entity_columns,
    episode_columns,
    folded_name,
    instant_of,
    instant_text,
    memory_columns,
    mention_columns,
    question_columns,
    reading_columns,
    turn_columns,
)
from quaidpy.storage.sqlite.file.changes import ChangeRecorder, changes_json
from quaidpy.storage.sqlite.file.database import Database
from quaidpy.storage.sqlite.file.gate import AsItIs
from quaidpy.storage.sqlite.file.project_rows import project_columns, verified_columns
from quaidpy.storage.sqlite.file.queries import fetched
from quaidpy.storage.sqlite.indexing.derivation import follow, refresh_vectors
from quaidpy.storage.sqlite.indexing.vectors import keep_vectors
from quaidpy.storage.sqlite.reading.attributes import attribute_columns
from quaidpy.storage.sqlite.records.learning import file_edit_columns, learning_columns, queue_file_writes

_Owned = TypeVar("_Owned", Attribute, Memory, Entity, Edge, Episode, Turn, Project, Learning, FileEdit)

KEYS = {
    "memories": "owner, id",
    "episodes": "owner, id",
    "turns": "owner, id",
    "entities": "owner, id",
    "edges": "owner, id",
    "attributes": "owner, id",
    "mentions": "owner, node, entity",
    "readings": "owner, episode, first_turn",
    "questions": "owner, matter, subject",
    "projects": "owner, id",
    "verified": "owner, project, path",
    "learnings": "owner, id",
    "file_edits": "owner, id",
}
"""Tables that values are put into, with their key."""


class SqliteWriting:
    """One open transaction; see ports.Writing. Made by `tracked_writing` only."""

    def __init__(self, connection: apsw.Connection, cause: Cause, operation: OperationId, at: str) -> None:
        self.connection = connection
        self.operation = operation
        self.at = at
        self.embedded: list[bytes] = []
        self._owner = cause.owner
        self._decisions = 0

    def put_episode(self, episode: Episode) -> None:
        self._put("episodes", [episode_columns(self._own(episode))])

    def put_turns(self, turns: Iterable[Turn]) -> None:
        self._put("turns", [turn_columns(self._own(turn)) for turn in turns])

    def put_memory(self, memory: Memory) -> None:
        self._put("memories", [memory_columns(self._own(memory))])
        key = (self._owner, memory.id)
        self.connection.execute(
            "DELETE FROM evidence WHERE owner = ? AND memory = ? AND position >= ?",
            (*key, len(memory.evidence)),
        )
        self.connection.executemany(
            'INSERT INTO evidence(owner, memory, position, turn, start, "end") VALUES (?, ?, ?, ?, ?, ?)'
            " ON CONFLICT(owner, memory, position) DO UPDATE"
            ' SET turn = excluded.turn, start = excluded.start, "end" = excluded."end"',
            [(*key, place, e.turn, e.start, e.end) for place, e in enumerate(memory.evidence)],
        )

    def put_entity(self, entity: Entity) -> None:
        self._put("entities", [entity_columns(self._own(entity))])
        key = (self._owner, entity.id)
        self.connection.execute(
            "DELETE FROM aliases WHERE owner = ? AND entity = ? AND position >= ?",
            (*key, len(entity.aliases)),
        )
        self.connection.executemany(
            "INSERT INTO aliases(owner, entity, position, name, folded) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT(owner, entity, position) DO UPDATE SET name = excluded.name, folded = excluded.folded",
            [
                (*key, place, name, folded_name(without_secrets(name)))
                for place, name in enumerate(entity.aliases)
            ],
        )

    def put_edge(self, edge: Edge) -> None:
        self._put("edges", [edge_columns(self._own(edge))])

    def put_attributes(self, attributes: Iterable[Attribute]) -> None:
        self._put("attributes", [attribute_columns(self._own(attribute)) for attribute in attributes])

    def put_mentions(self, mentions: Iterable[Mention]) -> None:
        self._put("mentions", [mention_columns(mention) for mention in mentions])

    def put_readings(self, readings: Iterable[Reading]) -> None:
        self._put("readings", [reading_columns(reading) for reading in readings])

    def put_questions(self, questions: Iterable[Question]) -> None:
        self._put("questions", [question_columns(question) for question in questions])

    def remove_questions(self, questions: Iterable[Question]) -> None:
        self.connection.executemany(
            "DELETE FROM questions WHERE owner = ? AND matter = ? AND subject = ?",
            [(self._owner, question.matter.value, question.subject) for question in questions],
        )

    def put_project(self, project: Project) -> None:
        self._put("projects", [project_columns(self._own(project))])

    def remove_project(self, project: ProjectId) -> None:
        self.connection.execute(
            "DELETE FROM verified WHERE owner = ? AND project = ?", (self._owner, project)
        )
        self.connection.execute("DELETE FROM projects WHERE owner = ? AND id = ?", (self._owner, project))

    def put_verified(self, verified: Iterable[Verified]) -> None:
        self._put("verified", [verified_columns(each) for each in verified])

    def put_learnings(self, learnings: Iterable[Learning]) -> None:
        self._put("learnings", [learning_columns(self._own(learning)) for learning in learnings])

    def put_file_edits(self, edits: Iterable[FileEdit]) -> None:
        self._put("file_edits", [file_edit_columns(self._own(edit)) for edit in edits])

    def remove_file_edits(self, edits: Iterable[FileEdit]) -> None:
        self.connection.executemany(
            "DELETE FROM file_edits WHERE owner = ? AND id = ?", [(self._owner, edit.id) for edit in edits]
        )

    def unqueue_relation(self, relation: str) -> None:
        self.connection.execute(
            "DELETE FROM relation_queue WHERE owner = ? AND relation = ?", (self._owner, relation)
        )

    def remove_edge(self, edge: EdgeId) -> None:
        self.connection.execute("DELETE FROM edges WHERE owner = ? AND id = ?", (self._owner, edge))

    def remove_entity(self, entity: EntityId) -> None:
        key = (self._owner, entity)
        self.connection.execute("DELETE FROM edges WHERE owner = ? AND source = ?", key)
        self.connection.execute("DELETE FROM edges WHERE owner = ? AND target = ?", key)
        self.connection.execute("DELETE FROM attributes WHERE owner = ? AND subject = ?", key)
        self.connection.execute("DELETE FROM mentions WHERE owner = ? AND entity = ?", key)
        self.connection.execute("DELETE FROM aliases WHERE owner = ? AND entity = ?", key)
        self.connection.execute("DELETE FROM entities WHERE owner = ? AND id = ?", key)

    def remove_mentions(self, nodes: Sequence[NodeId]) -> None:
        self.connection.executemany(
            "DELETE FROM mentions WHERE owner = ? AND node = ?", [(self._owner, node) for node in nodes]
        )

    def put_vectors(self, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]") -> None:
        self.embedded.extend(keep_vectors(self.connection, identity, vectors))

    def log_decisions(self, decisions: Iterable[Decision]) -> None:
        rows = list(decisions)
        self.connection.executemany(
            "INSERT INTO dedup_log(owner, operation, position, at, outcome, reason, text, other, similarity)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    self._owner,
                    self.operation,
                    place,
                    self.at,
                    d.outcome,
                    d.reason,
                    d.text,
                    d.other,
                    d.similarity,
                )
                for place, d in enumerate(rows, start=self._decisions)
            ],
        )
        self._decisions += len(rows)

    def queue_relation(self, relation: str, example: str) -> None:
        self.connection.execute(
            "INSERT INTO relation_queue(owner, relation, operation, example, queued_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (self._owner, relation, self.operation, example, self.at),
        )

    def _put(self, table: str, rows: Sequence[Columns]) -> None:
        if not rows:
            return
        columns = ["owner", *rows[0]]
        fresh = ", ".join(
            f"{name} = excluded.{name}" for name in columns if name not in KEYS[table].split(", ")
        )
        self.connection.executemany(
            f"INSERT INTO {table}({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            f" ON CONFLICT({KEYS[table]}) DO UPDATE SET {fresh}",
            [(self._owner, *row.values()) for row in rows],
        )

    def _own(self, value: _Owned) -> _Owned:
        if value.owner != self._owner:
            raise UsageError(
                f"{value.id} belongs to {value.owner!r}, this change is made for {self._owner!r}"
            )
        return value


class SqliteGroup:
    """Several operations in one open transaction; see ports.Group. Made by `grouped_writing` only."""

    def __init__(self, connection: apsw.Connection, owner: Owner, *, clock: Clock, ids: IdSource) -> None:
        self._connection = connection
        self._owner = owner
        self._clock, self._ids = clock, ids
        self._changes: list[RowChange] = []
        self._embedded: list[bytes] = []
        self._open_operations = 0

    @contextmanager
    def operation(self, cause: Cause) -> Iterator[SqliteWriting]:
        if cause.owner != self._owner:
            raise UsageError(f"a change for {cause.owner!r} in a transaction of {self._owner!r}")
        self._open_operations += 1
        with ChangeRecorder(self._connection) as recorder:
            operation = OperationId(self._ids.new(OPERATION_PREFIX))
            at = next_instant(self._connection, self._owner, self._clock)
            writing = SqliteWriting(self._connection, cause, operation, at)
            yield writing
            changes = recorder.changes()
            if changes:
                require_whole(self._connection)
                record_operation(writing, cause, changes)
        self._changes.extend(changes)
        self._embedded.extend(writing.embedded)
        self._open_operations -= 1

    def derive(self) -> None:
        """Refresh what is derived from all of it, once. Raises StorageError when an operation failed half-way."""
        if self._open_operations:
            raise StorageError("an operation of this transaction failed; nothing of it was kept")
        if self._changes:
            follow(self._connection, self._owner, self._changes)
            queue_file_writes(self._connection, self._owner, self._changes)
        refresh_vectors(self._connection, self._embedded)


@contextmanager
def grouped_writing(
    database: Database, owner: Owner, *, clock: Clock, ids: IdSource
) -> Iterator[SqliteGroup]:
    """One transaction for several operations; derived rows are refreshed in its commit."""
    with database.writing() as connection:
        group = SqliteGroup(connection, owner, clock=clock, ids=ids)
        yield group
        group.derive()


@contextmanager
def tracked_writing(
    database: Database, cause: Cause, *, clock: Clock, ids: IdSource
) -> Iterator[SqliteWriting]:
    """One transaction whose row changes become an operation and whose derived rows are refreshed in its commit."""
    with (
        grouped_writing(database, cause.owner, clock=clock, ids=ids) as group,
        group.operation(cause) as writing,
    ):
        yield writing


def next_instant(connection: apsw.Connection, owner: Owner, clock: Clock) -> str:
    """Now, but after the owner's last operation: another process's clock, or a corrected one, reorders nothing."""
    now = instant_text(clock.now())
    ((last,),) = fetched(connection, "SELECT max(at) FROM operations WHERE owner = ?", (owner,))
    if last is None or last < now:
        return now
    return instant_text(instant_of(last) + instant_of(last).resolution)


def record_operation(writing: SqliteWriting, cause: Cause, changes: Sequence[RowChange]) -> None:
    writing.connection.execute(
        "INSERT INTO operations(owner, id, at, verb, why, who, run, model, prompt, changes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            cause.owner,
            writing.operation,
            writing.at,
            cause.verb,
            cause.why,
            cause.who,
            cause.run,
            cause.model,
            cause.prompt,
            AsItIs(changes_json(changes)),
        ),
    )


def require_whole(connection: apsw.Connection) -> None:
    """Raises UsageError when a row of this transaction refers to one that does not exist."""
    if connection.status(apsw.SQLITE_DBSTATUS_DEFERRED_FKS)[0]:
        raise UsageError(
            "a mention, turn or alias refers to an entity or episode that is not stored; "
            "nothing of this change was kept"
        )
