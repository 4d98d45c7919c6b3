"""What does the night need that days do not? A log of runs, the questions it left, one night at a time."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Mention
from quaidpy.domain.identity import EntityId, MemoryId, NodeId, OperationId, Owner, RunId
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.operations import Decision
from quaidpy.domain.nights import (
    DecayInputs,
    HealthSnapshot,
    Matter,
    MemoryCriteria,
    MemoryProjection,
    NightRecord,
    Question,
    QuestionState,
    ReviewMark,
)


class NightRecords(Protocol):
    """Runs of the janitor, the questions they left, and health over time. Never shows another owner's."""

    def keep_night(self, night: NightRecord) -> None:
        """Insert or replace by run; durable when it returns."""
        ...

    def nights(self, owner: Owner, *, limit: int) -> list[NightRecord]:
        """Newest first."""
        ...

    def questions(
        self, owner: Owner, *, matter: Matter | None = None, state: QuestionState | None = None
    ) -> list[Question]:
        """By matter, then subject."""
        ...

    def keep_health(self, snapshot: HealthSnapshot) -> None: ...
    def health(self, owner: Owner, *, since: datetime) -> list[HealthSnapshot]:
        """Oldest first."""
        ...

    def recalls_since(self, owner: Owner, since: datetime) -> int:
        """How many recalls are in the log from then on."""
        ...

    def recalled_memories(self, owner: Owner) -> int:
        """How many live memories were recalled at least once."""
        ...

    def operations_called(self, owner: Owner, verb: str, *, since: datetime) -> int:
        """How many operations of this verb stand since then."""
        ...

    def decisions(self, owner: Owner, *, since: datetime, newest: int | None = None) -> list[Decision]:
        """What deduplication decided at writing since then, oldest first; of many the `newest` ones, by default all."""
        ...

    def decision(self, owner: Owner, operation: OperationId, place: int) -> Decision:
        """One of an operation, by its number there. Raises NotFoundError."""
        ...

    def queued_relations(self, owner: Owner) -> dict[str, str]:
        """Relation names the map did not know, with one example each."""
        ...

    def mentions_naming(self, owner: Owner, entities: Sequence[EntityId]) -> list[Mention]:
        """All mentions of these entities, by memories and turns; by node, then entity."""
        ...

    def outdated(self, owner: Owner, *, logs_before: datetime, health_before: datetime) -> dict[str, int]:
        """How many rows `prune` would delete, by table; tables without any are left out."""
        ...

    def prune(self, owner: Owner, *, logs_before: datetime, health_before: datetime) -> int:
        """Delete old recalls, nights, decisions of deduplication and costs, and old health. Returns rows deleted.

        There is no undo; none is memory, and operations keep all that their own undo needs.
        """
        ...

    def free_share(self) -> float:
        """Share of the database file that holds nothing, 0-1."""
        ...

    def vacuum(self) -> None:
        """Give the free space back. Raises BusyError when somebody reads for too long."""
        ...


class NightSurvey(Protocol):
    """All live memories at a glance, and what tasks have looked at already. Never shows another owner's.

    Live is pending or active and not retracted. Lists are by id.
    """

    def projections(self, owner: Owner) -> list[MemoryProjection]: ...
    def decay_inputs(self, owner: Owner) -> list[DecayInputs]: ...
    def mentions(self, owner: Owner) -> list[tuple[MemoryId, EntityId]]:
        """Which entities memories mention, live or not; by memory, then entity."""
        ...

    def memories_matching(self, owner: Owner, which: MemoryCriteria) -> list[MemoryId]: ...
    def much_mentioned(self, owner: Owner, *, least: int) -> list[EntityId]:
        """Entities that at least so many memories mention, without a summary or with one that says what is over."""
        ...

    def rival_attributes(self, owner: Owner) -> list[Attribute]:
        """Attributes that hold although another value of the same subject, name and qualifier does, too; by id."""
        ...

    def edges_called(self, owner: Owner, relations: Sequence[str]) -> list[Edge]:
        """All edges under these names, ended and retracted ones too."""
        ...

    def links(self, owner: Owner) -> list[tuple[NodeId, NodeId]]:
        """Source and target of every edge, ended and retracted ones too."""
        ...

    def last_change(self, owner: Owner) -> str:
        """A word that is another one after every change of memories, entities, edges or questions."""
        ...

    def review_marks(self, owner: Owner, task: str) -> dict[NodeId, ReviewMark]: ...
    def keep_review_marks(self, owner: Owner, task: str, looks: Mapping[NodeId, ReviewMark]) -> None:
        """In the place of all looks of this task. No operation: losing them costs looking again."""
        ...


class FailureLog(Protocol):
    """What hooks of agents' hosts could not do, a line each, of the whole home."""

    def outdated(self, before: datetime) -> int:
        """How many lines are older."""
        ...

    def prune(self, before: datetime) -> int:
        """Take away older lines; returns how many. A line noted in this very moment may be lost: it is a log."""
        ...


class Releases(Protocol):
    """Whether there is a newer version of this program."""

    def newer(self) -> str | None:
        """Its number; None when there is none, nobody is to be asked, or nobody answers. Takes seconds at most."""
        ...


class Holding(Protocol):
    """A night's lock in hand."""

    def is_held(self) -> bool:
        """False once somebody else may have it: its file was taken away, or the server ended the connection."""
        ...


class NightLock(Protocol):
    """One janitor at a time; freed by the kernel, or by the server, when its holder dies.

    In a file one for the whole home, over all processes; on a server one for each owner, over all machines.
    """

    def held(self, owner: Owner, holder: str) -> AbstractContextManager[Holding]:
        """Hold it inside the block; `holder` says to others who does. Raises BusyError naming the holder."""
        ...

    def for_many(self, holder: str) -> "AbstractContextManager[NightLock]":
        """For nights of several owners, one after the other: what is to be held for each.

        Raises BusyError where one janitor keeps out all others, and there is one.
        """
        ...

    def holder(self, owner: Owner) -> str | None:
        """Who holds it now."""
        ...


class Backups(Protocol):
    """Copies of the whole database, made before a night changes it."""

    def make(self, run: RunId) -> str | None:
        """Returns the file, None where a server makes its own; an existing copy of the same run is kept as it is."""
        ...

    def forget_older(self, keep: int) -> Sequence[str]:
        """Delete all but the newest `keep`; returns those deleted."""
        ...
