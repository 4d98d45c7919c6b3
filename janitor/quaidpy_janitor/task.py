"""What is a chore of the night? It plans changes as values; applying them is one transaction for many."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from quaidpy.documents.tools import DocumentTools
from quaidpy.domain.graph.edges import Edge
from quaidpy.domain.graph.entities import Entity, Mention
from quaidpy.domain.graph.relations import RelationMap
from quaidpy.domain.identity import EdgeId, EntityId, NodeId, Owner, RunId, ThemeId
from quaidpy.domain.language.typos import IsWord
from quaidpy.domain.memories.attribute_names import AttributeNames
from quaidpy.domain.memories.attributes import Attribute
from quaidpy.domain.memories.file_edits import FileEdit, PlannedEdit
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.memories.sameness import Lexicon
from quaidpy.domain.memories.themes import Theme
from quaidpy.domain.nights import Question, ReviewMark
from quaidpy.domain.tuning import Tuning
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.metering import Metered
from quaidpy.ports.embedding import Embedder
from quaidpy.ports.graph import GraphUpkeep
from quaidpy.ports.machine import Clock, IdSource
from quaidpy.ports.nights import Backups, FailureLog, NightLock, NightRecords, NightSurvey, Releases
from quaidpy.ports.search import SearchIndex
from quaidpy.ports.storage import MemoryStore
from quaidpy.remember.model.asking import ModelTools
from quaidpy_janitor.overview import Desk


class Family(StrEnum):
    """Tasks of the memory family are fail-fast: when one fails, the rest of them are skipped."""

    MEMORY = "memory"
    UPKEEP = "upkeep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long the night may be, and what it may spend. Looked at between commits and calls, never within one."""

    deadline: datetime
    max_changes: int
    max_tokens: int = 0


@dataclass(slots=True)
class Notes:
    """What a task says beside its changes. The only thing that changes while it plans.

    `left`: what it had to leave. `looked`: set once it has planned everything: what is as it should be, and what that
    was told by. The runner keeps it for later nights (ports.NightSurvey.looks); None keeps what there was.
    """

    left: list[str] = field(default_factory=list)
    looked: Mapping[NodeId, ReviewMark] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTools:
    """What tasks may use: ports, settings and the relation map.

    `related_names`: names, lower case, that people use for this one. `model`: the deep model, if there is one.
    """

    store: MemoryStore
    search: SearchIndex
    graph: GraphUpkeep
    embedder: Embedder | None
    clock: Clock
    ids: IdSource
    records: NightRecords
    survey: NightSurvey
    lock: NightLock
    backups: Backups
    failures: FailureLog
    releases: Releases
    documents: DocumentTools
    relations: RelationMap
    attribute_names: AttributeNames
    lexicon: Lexicon
    is_word: IsWord
    related_names: Callable[[str], frozenset[str]]
    tuning: Tuning
    learning: LearnTools
    model: ModelTools | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """One run for one owner, as a task sees it. `now` stands still while a task is planned.

    `approves_files`: a person has said yes to edits of their identity files beforehand.
    `is_thorough`: look at everything, whatever was looked at before.
    """

    owner: Owner
    run: RunId
    now: datetime
    tools: NightTools
    budget: Budget
    meter: Metered | None = None
    approves_files: bool = False
    notes: Notes = field(default_factory=Notes)
    desk: Desk = field(default_factory=Desk)
    is_thorough: bool = False

    @property
    def tuning(self) -> Tuning:
        return self.tools.tuning

    def review_marks(self, task: str) -> Mapping[NodeId, ReviewMark]:
        """What the task has looked at on earlier nights."""
        return {} if self.is_thorough else self.tools.survey.review_marks(self.owner, task)

    def may_ask(self) -> bool:
        """Whether there is a model that can be reached, and budget left for a call of it."""
        is_there = self.tools.model is not None and self.desk.model_failure is None
        return is_there and self.spent_tokens < self.budget.max_tokens

    @property
    def spent_tokens(self) -> int:
        return self.meter.spent.input_tokens + self.meter.spent.output_tokens if self.meter else 0


Stored: TypeAlias = Memory | Entity | Edge


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What a change puts and removes, and the rows as they were `planned_on`.

    `texts`: new index texts that need a vector. A row that has changed since it was planned on is somebody else's work:
    then the whole change is left, or with `is_loose` only what concerns that row.
    """

    memories: tuple[Memory, ...] = ()
    entities: tuple[Entity, ...] = ()
    edges: tuple[Edge, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    mentions: tuple[Mention, ...] = ()
    questions: tuple[Question, ...] = ()
    themes: tuple[Theme, ...] = ()
    removed_themes: tuple[ThemeId, ...] = ()
    removed_entities: tuple[EntityId, ...] = ()
    removed_edges: tuple[EdgeId, ...] = ()
    removed_mentions: tuple[NodeId, ...] = ()
    removed_questions: tuple[Question, ...] = ()
    unqueued: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    planned_on: tuple[Stored, ...] = ()
    is_loose: bool = False

    @property
    def size(self) -> int:
        return len(self.memories) + len(self.entities) + len(self.edges) + len(self.mentions) + 1


class Filing(StrEnum):
    """What becomes of planned edits of files: put to a person, or made; of a proposal: made now, or taken back."""

    ASK = "ask"
    MAKE = "make"
    APPROVE = "approve"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWork:
    """Edits of files that go together: new ones, or those of the `proposal` that a question stands for."""

    filing: Filing
    edits: tuple[PlannedEdit, ...] = ()
    proposal: tuple[FileEdit, ...] = ()
    question: Question | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One planned change: what a person reads in the dry run, and what applying it needs.

    `summary` one line; `lines` its before and after, each beginning with `-`, `+` or `~`. `keys` for tasks whose
    changes are no rows. `files`: edits of files. `prompt` and `model` when a model decided.
    """

    verb: str
    summary: str
    lines: tuple[str, ...] = ()
    rows: Rows = field(default_factory=Rows)
    keys: tuple[str, ...] = ()
    files: FileWork | None = None
    model: str | None = None
    prompt: str | None = None


Plan: TypeAlias = Callable[[Night], Iterator[Change]]
Apply: TypeAlias = Callable[[Night, Sequence[Change]], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One chore.

    `plan` reads and changes nothing; right after its changes were applied it plans nothing. `apply` carries out
    changes in one transaction and says how many it did. `gate`: the setting `janitor.<gate>` that must be true.
    `needs_approval`: changes files of the user, so a person says yes first.
    """

    name: str
    family: Family
    plan: Plan
    apply: Apply
    gate: str = "memory"
    needs_approval: bool = False
