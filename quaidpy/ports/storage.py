"""What must keep the rows: memories, entities, edges, episodes, turns, operations?"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, KnownName, Mention
from quaidpy.domain.identity import (
    EdgeId,
    EntityId,
    EpisodeId,
    MemoryId,
    NodeId,
    OperationId,
    Owner,
    RecallId,
    RunId,
    ThemeId,
    TurnId,
)
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.memories.file_edits import FileEdit
from quaidpy.domain.memories.learning import Learning
from quaidpy.domain.memories.memory import Memory, Usage, UsageChange
from quaidpy.domain.memories.operations import Cause, Decision, Operation, OperationHead
from quaidpy.domain.memories.readings import Reading
from quaidpy.domain.memories.themes import Theme
from quaidpy.domain.memories.versions import Version
from quaidpy.domain.models.prompting import Spending, Spent
from quaidpy.domain.nights import Question
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.attributes import AttributeReading, AttributeWriting
from quaidpy.ports.embedding import EmbedderIdentity, Vector


class Writing(AttributeWriting, Protocol):
    """One open transaction. Every put is insert-or-replace by id; nothing is visible to others until it commits."""

    def put_episode(self, episode: Episode) -> None: ...
    def put_turns(self, turns: Iterable[Turn]) -> None: ...
    def put_memory(self, memory: Memory) -> None: ...
    def put_entity(self, entity: Entity) -> None: ...
    def put_edge(self, edge: Edge) -> None: ...
    def put_mentions(self, mentions: Iterable[Mention]) -> None: ...
    def put_readings(self, readings: Iterable[Reading]) -> None: ...
    def put_questions(self, questions: Iterable[Question]) -> None: ...
    def remove_questions(self, questions: Iterable[Question]) -> None: ...
    def put_learnings(self, learnings: Iterable[Learning]) -> None: ...
    def put_file_edits(self, edits: Iterable[FileEdit]) -> None: ...
    def remove_file_edits(self, edits: Iterable[FileEdit]) -> None: ...
    def put_theme(self, theme: Theme) -> None:
        """With exactly these members; a member need not be there."""

    def remove_themes(self, themes: Sequence[ThemeId]) -> None: ...
    def unqueue_relation(self, relation: str) -> None:
        """Take a relation name out of the queue, with all its examples."""

    def suppress(self, memory: MemoryId, contexts: Iterable[str]) -> None:
        """Keep it out of these contexts, besides those that it is kept out of."""

    def unsuppress(self, suppressions: Iterable[tuple[MemoryId, str]]) -> None:
        """Each by its memory and context; what is not there is no matter."""

    def remove_edge(self, edge: EdgeId) -> None: ...
    def remove_entity(self, entity: EntityId) -> None: ...
    def remove_mentions(self, nodes: Sequence[NodeId]) -> None:
        """Forget what these memories or turns speak of; for a text that was changed."""

    def put_vectors(self, identity: EmbedderIdentity, vectors: "Mapping[str, Vector[float]]") -> None:
        """Keep embeddings by the exact text they were made from; nodes with that index text become findable."""

    def log_decisions(self, decisions: Iterable[Decision]) -> None: ...
    def queue_relation(self, relation: str, example: str) -> None:
        """Remember a relation name that the map does not know, for the janitor."""

    def versions(self, memory: MemoryId) -> list[Version]:
        """Like `MemoryStore.versions`, as of this transaction: before what it has put itself."""
        ...

    @property
    def operation(self) -> OperationId: ...


class Group(Protocol):
    """One open transaction for several operations; nothing of it is visible to others until it commits."""

    def operation(self, cause: Cause) -> AbstractContextManager[Writing]:
        """Like `MemoryStore.writing`, but commits with the group. One at a time; they happen in this order."""
        ...


class MemoryStore(AttributeReading, Protocol):
    """The canonical rows: memories, entities, edges, episodes, turns, operations.

    Every method takes the owner and never shows or changes another owner's rows. Reads see the last commit.
    Lists come in a stated order; ids that do not exist are left out of the answer.
    """

    def writing(self, cause: Cause) -> AbstractContextManager[Writing]:
        """One transaction: commits on leaving, rolls back whole on an exception.

        Records one operation with the rows before and after, refreshes the derived text and vector index of the
        touched nodes and appends to the change log, all in the same commit. Records no operation when nothing changed.
        """
        ...

    def writing_together(self, owner: Owner) -> AbstractContextManager[Group]:
        """One transaction for several operations, each recorded by itself.

        Commits on leaving; an exception, also one inside an operation, rolls back all of them.
        """
        ...

    def memories(self, owner: Owner, ids: Sequence[MemoryId]) -> list[Memory]:
        """In the order asked."""
        ...

    def memories_with_hash(self, owner: Owner, content_hash: str) -> list[Memory]:
        """Live ones (pending or active), oldest first."""

    def texts_at(self, owner: Owner, ids: Sequence[MemoryId], at: datetime) -> Mapping[MemoryId, str]:
        """The words that they had then; only of those that were worded anew since."""

    def memories_where(self, keep: Filter, *, limit: int, after: MemoryId | None = None) -> list[Memory]:
        """All that the filter admits, by id (oldest first), from after `after`: a page."""

    def newest(self, keep: Filter, *, limit: int) -> list[Memory]:
        """Live ones that the filter admits, those we came to know last first."""
        ...

    def important_after(self, keep: Filter, after: MemoryId, *, least: float, limit: int) -> list[Memory]:
        """Live ones of at least this importance that we came to know after a given one, oldest first."""
        ...

    def weightiest(self, keep: Filter, *, limit: int) -> list[Memory]:
        """Of what the filter admits the pinned, then the most important, then the last stated."""
        ...

    def texts(self, keep: Filter, nodes: Sequence[NodeId]) -> dict[NodeId, str]:
        """The texts of those memories and turns that the filter admits, without reading all else of their rows."""
        ...

    def memories_from_turns(self, owner: Owner, turns: Sequence[TurnId]) -> dict[TurnId, list[MemoryId]]:
        """Which memories were derived from each turn, by id; turns without any are left out."""
        ...

    def turns_behind(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, list[TurnId]]:
        """The turns that each memory came from, as its evidence has them; none for ids that do not exist."""
        ...

    def usages(self, owner: Owner, ids: Sequence[NodeId]) -> dict[NodeId, Usage]:
        """Of memories and turns; a neutral Usage for what was never recalled or told of."""
        ...

    def recall_times(self, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[datetime, ...]]:
        """When they were recalled, oldest first: the last 20 that were an hour apart at least; those never left out."""
        ...

    def entities(self, owner: Owner, ids: Sequence[EntityId]) -> list[Entity]: ...
    def entities_named(self, owner: Owner, *names: str) -> list[Entity]:
        """Whose name or alias equals one of the names, ignoring case and surrounding space; oldest first."""
        ...

    def names_beginning(self, owner: Owner, beginnings: Sequence[str]) -> list[KnownName]:
        """Every name and alias that begins with one of these, ignoring case; by entity, then name, each once."""
        ...

    def all_entities(self, owner: Owner) -> list[Entity]:
        """By id."""
        ...

    def mentions_of(self, owner: Owner, nodes: Sequence[NodeId]) -> list[Mention]:
        """The entities that the given memories and turns speak of."""
        ...

    def edges(self, owner: Owner, ids: Sequence[EdgeId]) -> list[Edge]: ...
    def edges_of(
        self,
        owner: Owner,
        nodes: Sequence[NodeId],
        *,
        relations: Collection[str] = (),
        moment: Moment | None = None,
        limit: int | None = None,
    ) -> list[Edge]:
        """Edges that start or end at one of the nodes, by id: of these relations, if any are named, the first `limit`.

        With a moment only those that hold at it.
        """
        ...

    def edges_stated_by(self, owner: Owner, memories: Sequence[MemoryId]) -> list[Edge]:
        """By id, history included."""
        ...

    def all_themes(self, owner: Owner) -> list[Theme]:
        """By id; members as they were put."""
        ...

    def themes(self, owner: Owner, ids: Sequence[ThemeId]) -> list[Theme]:
        """In the order asked."""
        ...

    def themes_of(self, owner: Owner, members: Sequence[MemoryId]) -> list[Theme]:
        """Those with one of these members at least, by id."""
        ...

    def kept_out(self, owner: Owner, contexts: Collection[str]) -> dict[NodeId, str]:
        """Memories that are not wanted in one of these contexts, what replaced them, and the turns they came from.

        By id with the first such context.
        """
        ...

    def suppressed(self, owner: Owner, ids: Sequence[MemoryId]) -> list[tuple[MemoryId, MemoryId, str]]:
        """Of these memories: each, which one it has it from (itself, or one that it replaced), and the context.

        By memory, then context.
        """
        ...

    def episodes(self, owner: Owner, ids: Sequence[EpisodeId]) -> list[Episode]: ...
    def episodes_from(self, owner: Owner, source_key: str) -> list[Episode]: ...
    def episode_with_digest(self, owner: Owner, digest: str) -> Episode | None:
        """The oldest one that took in exactly these bytes, whatever its source was called."""
        ...

    def recent_episodes(self, owner: Owner, *, limit: int) -> list[Episode]:
        """Newest first."""
        ...

    def turns(self, owner: Owner, ids: Sequence[TurnId]) -> list[Turn]:
        """In the order asked."""
        ...

    def readings(
        self, owner: Owner, *, episode: EpisodeId | None = None, due_by: datetime | None = None
    ) -> list[Reading]:
        """What models have read and have yet to read, by episode and turn; with `due_by` only what waits till then."""
        ...

    def read_in(self, owner: Owner) -> Iterator[str]:
        """Hold in memory what is likely to be asked for; takes seconds, for idle moments. Changes no answer.

        Gives the texts as it reads them, and reads on as they are taken: to be got ready as well.
        """
        ...

    def read_ahead(self, owner: Owner, nodes: Sequence[NodeId]) -> None:
        """Hold in memory these memories and turns, what was made of the turns, and where the memories came from.

        Where nothing is held, nothing. Changes no answer.
        """

    def turns_of(self, owner: Owner, episode: EpisodeId) -> list[Turn]:
        """In conversation order."""
        ...

    def operations(
        self,
        owner: Owner,
        *,
        since: datetime | None = None,
        run: RunId | None = None,
        agent: str | None = None,
        limit: int = 100,
    ) -> list[Operation]:
        """Newest first."""
        ...

    def operation_heads(self, owner: Owner, *, limit: int = 100) -> list[OperationHead]:
        """The same without what they changed, newest first."""
        ...

    def versions(self, owner: Owner, memory: MemoryId) -> list[Version]:
        """Every wording of a memory, the first one first; empty for an id that never was one."""
        ...

    def operation(self, owner: Owner, operation: OperationId) -> Operation:
        """Raises NotFoundError."""
        ...

    def undo(self, operations: Sequence[OperationId], cause: Cause) -> OperationId:
        """Put back every row as it was before the operations, newest first, as one new operation.

        Raises ConflictError, naming the later operation, when a row has changed since; then nothing is undone.
        """
        ...

    def move(
        self, moves: Mapping[Owner, Sequence[MemoryId]], target: Owner, run: RunId, why: Mapping[Owner, str]
    ) -> OperationId:
        """Memories of several spaces into another, with their evidence, edges and attributes; one transaction.

        An operation in each space, all of one run; gives that of the target. Entities are those of the target by name
        and type. `why`: by space. Raises NotFoundError when one of them is not there; then nothing is moved.
        """
        ...

    def undo_together(
        self, operations: Mapping[Owner, Sequence[OperationId]], why: str, run: RunId
    ) -> OperationId:
        """Like `undo`, of several spaces in one transaction; gives the operation in the last of them."""
        ...

    def purge(self, owner: Owner, memories: Sequence[MemoryId], episodes: Sequence[EpisodeId]) -> Purged:
        """Erase for ever: rows, vectors, text index, operations' images, logs; vacuum. Returns what went.

        Every theme that was ever made of one of the memories goes as well: it may say the same in other words.
        """

    def record_usage(self, owner: Owner, changes: Iterable[UsageChange]) -> None:
        """Apply what recalls and feedback did; no operation is recorded."""
        ...

    def record_recall(
        self,
        owner: Owner,
        recall: RecallId,
        query: str,
        trace_json: str,
        *,
        changes: Iterable[UsageChange] = (),
    ) -> None:
        """Keep the trace, and apply what the recall did to the owner's memories: both or neither."""
        ...

    def recall_traces(self, owner: Owner, recall: RecallId | None) -> list[str]:
        """The stored trace as JSON; None asks for the last hundred, newest first."""
        ...

    def record_spending(self, owner: Owner, run: str, doing: str, model: str, spending: Spending) -> None:
        """Add to what this run has spent on this; no operation is recorded. Nothing spent is not written."""
        ...

    def spendings(self, owner: Owner, *, run: str | None = None, limit: int = 100) -> list[Spent]:
        """Newest first."""
        ...

    def spent_on(self, owner: Owner) -> list[Spent]:
        """Sums by what was done and by model, in this order; of no single run."""
        ...

    def owners(self) -> list[Owner]:
        """Everybody with a memory or episode here, by name; for work on the whole home."""
        ...

    def holders(self, owners: Sequence[Owner], ids: Sequence[str]) -> Mapping[str, Owner]:
        """Which of these has the memory, turn, entity, edge, episode, theme, recall, operation or run of each id.

        The first of them that does; ids that none has are left out.
        """
        ...

    def had(self, memories: Sequence[MemoryId]) -> list[tuple[Owner, str]]:
        """Of everybody, whose operations tell of one of these memories or of an episode that went with it."""
        ...

    def ids_like(self, owner: Owner, part: str) -> list[str]:
        """Ids of memories, entities, edges, episodes, operations, runs and recalls that a person may mean.

        Those that begin with `part`, and those of the same prefix (`m_`) that end with what follows it. By id, at
        most 10.
        """
        ...

    def memories_about(self, owner: Owner, entity: EntityId, *, limit: int) -> list[MemoryId]:
        """Those that mention the entity, last stated first; never archived or retired ones."""
        ...

    def counts(self, owner: Owner) -> dict[str, int]:
        """Rows by name: memories, memories.<kind>, memories.<status>, ….<tier>, entities, …"""
        ...

    def export_rows(self, owner: Owner) -> Iterable[dict[str, object]]:
        """Every canonical row as a JSON object with its `type`, in a stable order."""
        ...

    def import_rows(self, owner: Owner, rows: Iterable[Mapping[str, object]]) -> int:
        """Take exported rows in, one transaction, all or nothing; rows already there and equal are skipped.

        Returns the rows added. Raises ConflictError when an id exists with other content.
        """
        ...

    def close(self) -> None: ...
