"""What has the night asked, decided and done?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from quaidpy.domain.identity import MemoryId, Owner, RunId
from quaidpy.domain.memories.memory import Kind, Memory, Status, Tier, Usage
from quaidpy.domain.time.lifetimes import Lifetime


class Matter(StrEnum):
    """What a question of the night is about."""

    DUPLICATE = "duplicate"
    CONTRADICTION = "contradiction"
    REJECTED = "rejected"
    VALUE = "value"
    FADED = "faded"
    PENDING = "pending"
    FLAGGED = "flagged"
    ENTITY = "entity"
    RELATION = "relation"
    SUMMARY = "summary"
    FILE = "file"
    THEME = "theme"
    LESSON = "lesson"


class QuestionState(StrEnum):
    OPEN = "open"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A matter between some rows: open for a person, or settled so that no later night asks it again.

    `subjects`: the ids it is about, sorted (for a relation its name). `digest` of what they said when it was asked:
    once they say something else, it may be asked anew. `due_at`: not to be looked at before; None is at once.
    """

    owner: Owner
    matter: Matter
    subjects: tuple[str, ...]
    digest: str
    reason: str
    asked_at: datetime
    state: QuestionState = QuestionState.OPEN
    verdict: str | None = None
    due_at: datetime | None = None

    @property
    def subject(self) -> str:
        return " ".join(self.subjects)

    def is_due(self, now: datetime) -> bool:
        return self.due_at is None or self.due_at <= now


class NightState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRecord:
    """How one task of a night ended; no words of any memory, so that a purge need not look here."""

    task: str
    planned: int = 0
    applied: int = 0
    skipped: str | None = None
    failure: str | None = None
    seconds: float = 0.0
    tokens: int = 0
    cost_usd: float = 0.0

    @property
    def is_done(self) -> bool:
        return self.failure is None and self.skipped is None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """One run of the janitor, as far as it has come; tasks in the order they ran."""

    owner: Owner
    run: RunId
    started_at: datetime
    state: NightState = NightState.RUNNING
    ended_at: datetime | None = None
    tasks: tuple[TaskRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthSnapshot:
    """Figures of one owner's memory at one time, by name."""

    owner: Owner
    at: datetime
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryProjection:
    """What a live memory says and where it belongs: so little that those of a whole memory fit in memory."""

    id: MemoryId
    text: str
    kind: Kind
    project: str | None
    valid_to: datetime | None
    flagged: bool
    stated_at: datetime

    @classmethod
    def of(cls, memory: Memory) -> "MemoryProjection":
        return cls(
            memory.id,
            memory.text,
            memory.kind,
            memory.project,
            memory.lifetime.valid_to,
            memory.flagged,
            memory.stated_at,
        )


@dataclass(frozen=True, slots=True)
class DecayInputs:
    """What forgetting looks at in a live memory; see domain.decay.Ageing."""

    id: MemoryId
    kind: Kind
    tier: Tier
    pinned: bool
    verified: bool
    confidence: float
    importance: float
    lifetime: Lifetime
    faded_at: datetime | None
    usage: Usage


@dataclass(frozen=True, slots=True)
class ReviewMark:
    """What a task saw when it last looked at a node and found nothing to do.

    `mark`: of all that its verdict depended on. `keys`: under which others find the node; its own affair.
    """

    mark: bytes
    keys: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryCriteria:
    """Which live memories a task wants: those to which all that is named applies.

    `longer_than`: letters of a memory without an abstract, or with one that is only how its text begins.
    """

    status: Status | None = None
    confidence_below: float | None = None
    longer_than: int | None = None
