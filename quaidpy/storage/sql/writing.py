"""How does one operation put rows down?"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from quaidpy.domain.documents.projects import Project, ProjectId, Verified
from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, Mention
from quaidpy.domain.identity import (
    OPERATION_PREFIX,
    EdgeId,
    EntityId,
    MemoryId,
    NodeId,
    OperationId,
    Owner,
    ThemeId,
)
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.file_edits import FileEdit
from quaidpy.domain.memories.learning import Learning
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.operations import Cause, Decision, RowChange
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.memories.themes import Theme
from quaidpy.domain.memories.versions import Version
from quaidpy.domain.nights import Question
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.domain.sync.states import OPERATIONS
from quaidpy.errors import UsageError
from quaidpy.ports.embedding import EmbedderIdentity, Vector
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.storage.sql.attribute_rows import attribute_columns
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.images import changes_json
from quaidpy.storage.sql.learning_rows import file_edit_columns, learning_columns
from quaidpy.storage.sql.project_rows import project_columns, verified_columns
from quaidpy.storage.sql.rows import (
    Columns,
    columns_of,
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
from quaidpy.storage.sql.sync_log import are_shared, note_inserted
from quaidpy.storage.sql.theme_rows import member_columns, theme_columns
from quaidpy.storage.sql.tracked import TrackedRows
from quaidpy.storage.sql.versions import note_memories, versions_of

KeepVectors = Callable[[EmbedderIdentity, "Mapping[str, Vector[float]]"], list[bytes]]
_LOG_DECISION = """INSERT INTO dedup_log(owner, operation, position, at, outcome, reason, text, other, similarity)
VALUES (:owner, :operation, :position, :at, :outcome, :reason, :text, :other, :similarity)"""
_RECORD = """INSERT INTO operations(owner, id, at, verb, why, who, run, model, prompt, changes, agent, session)
VALUES (:owner, :id, :at, :verb, :why, :who, :run, :model, :prompt, :changes, :agent, :session)"""
_Owned = TypeVar("_Owned", Attribute, Memory, Entity, Edge, Episode, Turn, Project, Learning, FileEdit, Theme)


class SqlWriting:
    """One open operation of a transaction; see ports.Writing."""

    def __init__(
        self, session: SqlSession, cause: Cause, *, clock: Clock, ids: IdSource, keep: KeepVectors
    ) -> None:
        """`keep`: stores embeddings by their text, and gives what their texts are known by."""
        self.session = session
        self.cause = cause
        self.operation = OperationId(ids.new(OPERATION_PREFIX))
        self.at = next_instant(session, cause.owner, clock)
        self.embedded: list[bytes] = []
        self.rows = TrackedRows(session, cause.owner)
        self._keep = keep
        self._owner = cause.owner
        self._decisions = 0

    def put_episode(self, episode: Episode) -> None:
        self.rows.put("episodes", [episode_columns(self._own(episode))])

    def put_turns(self, turns: Iterable[Turn]) -> None:
        self.rows.put("turns", [turn_columns(self._own(turn)) for turn in turns])

    def put_memory(self, memory: Memory) -> None:
        evidence: list[Columns] = [
            {"memory": memory.id, "position": place, "turn": each.turn, "start": each.start, "end": each.end}
            for place, each in enumerate(memory.evidence)
        ]
        row = memory_columns(self._own(memory))
        self.rows.put_with_parts("memories", row, "evidence", "memory", evidence)

    def put_entity(self, entity: Entity) -> None:
        aliases: list[Columns] = [
            {
                "entity": entity.id,
                "position": place,
                "name": name,
                "folded": folded_name(without_secrets(name)),
            }
            for place, name in enumerate(entity.aliases)
        ]
        row = entity_columns(self._own(entity))
        self.rows.put_with_parts("entities", row, "aliases", "entity", aliases)

    def put_edge(self, edge: Edge) -> None:
        self.rows.put("edges", [edge_columns(self._own(edge))])

    def put_attributes(self, attributes: Iterable[Attribute]) -> None:
        self.rows.put("attributes", [attribute_columns(self._own(attribute)) for attribute in attributes])

    def put_mentions(self, mentions: Iterable[Mention]) -> None:
        self.rows.put("mentions", [mention_columns(mention) for mention in mentions])

    def put_readings(self, readings: Iterable[Reading]) -> None:
        self.rows.put("readings", [reading_columns(reading) for reading in readings])

    def put_questions(self, questions: Iterable[Question]) -> None:
        self.rows.put("questions", [question_columns(question) for question in questions])

    def remove_questions(self, questions: Iterable[Question]) -> None:
        self.rows.remove_keys("questions", [(each.matter.value, each.subject) for each in questions])

    def put_project(self, project: Project) -> None:
        self.rows.put("projects", [project_columns(self._own(project))])

    def remove_project(self, project: ProjectId) -> None:
        self.rows.remove("verified", "project", [project])
        self.rows.remove("projects", "id", [project])

    def put_verified(self, verified: Iterable[Verified]) -> None:
        self.rows.put("verified", [verified_columns(each) for each in verified])

    def put_learnings(self, learnings: Iterable[Learning]) -> None:
        self.rows.put("learnings", [learning_columns(self._own(learning)) for learning in learnings])

    def put_file_edits(self, edits: Iterable[FileEdit]) -> None:
        self.rows.put("file_edits", [file_edit_columns(self._own(edit)) for edit in edits])

    def remove_file_edits(self, edits: Iterable[FileEdit]) -> None:
        self.rows.remove("file_edits", "id", [edit.id for edit in edits])

    def put_theme(self, theme: Theme) -> None:
        row, members = theme_columns(self._own(theme)), member_columns(theme)
        self.rows.put_with_parts("themes", row, "theme_members", "theme", members)

    def remove_themes(self, themes: Sequence[ThemeId]) -> None:
        self.rows.remove("theme_members", "theme", themes)
        self.rows.remove("themes", "id", themes)

    def unqueue_relation(self, relation: str) -> None:
        self.rows.remove("relation_queue", "relation", [relation])

    def suppress(self, memory: MemoryId, contexts: Iterable[str]) -> None:
        self.rows.put("suppressions", [{"memory": memory, "context": each} for each in contexts])

    def unsuppress(self, suppressions: Iterable[tuple[MemoryId, str]]) -> None:
        self.rows.remove_keys("suppressions", list(suppressions))

    def remove_edge(self, edge: EdgeId) -> None:
        self.rows.remove("edges", "id", [edge])

    def remove_entity(self, entity: EntityId) -> None:
        for table, column in (
            ("edges", "source"),
            ("edges", "target"),
            ("attributes", "subject"),
            ("mentions", "entity"),
            ("aliases", "entity"),
            ("entities", "id"),
        ):
            self.rows.remove(table, column, [entity])

    def remove_mentions(self, nodes: Sequence[NodeId]) -> None:
        self.rows.remove("mentions", "node", nodes)

    def put_vectors(self, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]") -> None:
        self.embedded.extend(self._keep(identity, vectors))

    def log_decisions(self, decisions: Iterable[Decision]) -> None:
        here: Columns = {"owner": self._owner, "operation": self.operation, "at": self.at}
        rows = [
            {**here, "position": place}
            | columns_of(each, ("outcome", "reason", "text", "other", "similarity"))
            for place, each in enumerate(decisions, start=self._decisions)
        ]
        self.session.execute_many(_LOG_DECISION, rows)
        self._decisions += len(rows)

    def queue_relation(self, relation: str, example: str) -> None:
        self.rows.add(
            "relation_queue",
            {"relation": relation, "operation": self.operation, "example": example, "queued_at": self.at},
        )

    def record(self, changes: Sequence[RowChange]) -> None:
        """The operation itself, with the images of what it changed."""
        said = columns_of(self.cause, ("owner", "verb", "why", "who", "run", "model", "prompt"))
        done = {"id": self.operation, "at": self.at, "changes": AsItIs(changes_json(changes))}
        caller = self.cause.caller
        by = (
            {"agent": caller.agent, "session": caller.session} if caller else {"agent": None, "session": None}
        )
        self.session.execute(_RECORD, {**said, **done, **by})
        note_memories(self.session, self._owner, self.operation, changes)
        if are_shared(changes):
            note_inserted(self.session, (self._owner, OPERATIONS, (self.operation,)), self.at)

    def versions(self, memory: MemoryId) -> list[Version]:
        return versions_of(self.session, self._owner, memory)

    def _own(self, value: _Owned) -> _Owned:
        if value.owner != self._owner:
            raise UsageError(
                f"{value.id} belongs to {value.owner!r}, this change is made for {self._owner!r}"
            )
        return value


def next_instant(session: SqlSession, owner: Owner, clock: Clock) -> str:
    """Now, but after the owner's last operation: another process's clock, or a corrected one, reorders nothing."""
    now = instant_text(clock.now())
    query = "SELECT max(at) AS last FROM operations WHERE owner = :owner"
    last = session.rows(query, {"owner": owner})[0]["last"]
    if last is None or str(last) < now:
        return now
    return instant_text(instant_of(str(last)) + instant_of(str(last)).resolution)
