"""What does a memory consist of?"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from quaidpy.domain.identity import MemoryId, NodeId, Owner, TurnId
from quaidpy.domain.memories.quotations import statement_alone
from quaidpy.domain.time.lifetimes import Lifetime


class Kind(StrEnum):
    FACT = "fact"
    PREFERENCE = "preference"
    BELIEF = "belief"
    DECISION = "decision"
    EVENT = "event"
    EXPERIENCE = "experience"
    LESSON = "lesson"
    PROCEDURE = "procedure"
    CASE = "case"
    TODO = "todo"
    PROFILE = "profile"


KINDS_OF_PREFERENCES = (Kind.PREFERENCE, Kind.PROCEDURE, Kind.LESSON)
"""Also standing orders, which are kept as preferences, and what was learnt of how work is done."""


class Status(StrEnum):
    PENDING = "pending"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    RETIRED = "retired"


LIVE_STATUSES = frozenset({Status.PENDING, Status.ACTIVE})


class Tier(StrEnum):
    CORE = "core"
    WORKING = "working"
    PERIPHERAL = "peripheral"


class Source(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    IMPORT = "import"


def may_end(by: Source, ended: Source) -> bool:
    """What a document, a tool or an assistant says never ends what the user said; the user's word ends all."""
    return by is Source.USER or ended is not Source.USER


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact words: characters [start, end) of a turn's text."""

    turn: TurnId
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A node that states something. `text` is in the original language, third person.

    `faded_at`: up to when forgetting is counted in `confidence` already.
    """

    id: MemoryId
    owner: Owner
    kind: Kind
    text: str
    content_hash: str
    lifetime: Lifetime
    stated_at: datetime
    status: Status = Status.PENDING
    confidence: float = 0.7
    importance: float = 0.5
    tier: Tier = Tier.WORKING
    pinned: bool = False
    verified: bool = False
    flagged: bool = False
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    source: Source = Source.USER
    speaker: str | None = None
    project: str | None = None
    session: str | None = None
    abstract: str | None = None
    overview: str | None = None
    confirmations: int = 0
    superseded_by: MemoryId | None = None
    faded_at: datetime | None = None
    evidence: tuple[Evidence, ...] = field(default=())

    @property
    def statement(self) -> str:
        """What it states: its text without the words that it was said after, or the title it stands under."""
        return statement_alone(self.text)


_AT_ONCE = timedelta(minutes=1)


def is_undated(memory: Memory) -> bool:
    """Whether it is of a document that names no day: the day of its taking in says nothing about what came first."""
    is_written = memory.source is Source.IMPORT and memory.speaker is None
    return is_written and memory.stated_at > memory.lifetime.recorded_at - _AT_ONCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """How a memory fared in recalls; changes without an operation and is not undone.

    `strength`: Bjork storage strength gained by recalls, 0-10. `outcome`: EMA of feedback, 0-1, .5 is neutral.
    """

    strength: float = 0.0
    recalls: int = 0
    last_recalled_at: datetime | None = None
    outcome: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageChange:
    """What one recall or one feedback did to a memory, or feedback to a turn: added strength, new outcome score."""

    memory: NodeId
    strength_gain: float = 0.0
    recalled_at: datetime | None = None
    outcome: float | None = None
