"""What does the memory of another system hold, in our words?"""

from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.memories.drafts import EntityDraft
from quaidpy.domain.memories.memory import Kind


@dataclass(frozen=True, slots=True)
class ForeignRelation:
    """A triple in the other system's own phrasing."""

    source: EntityDraft
    relation: str
    target: EntityDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignStatement:
    """One thing that was remembered there. `about`: whom it speaks of, where that system knew; `at` None: not told."""

    text: str
    kind: Kind | None = None
    at: datetime | None = None
    confidence: float = 0.8
    importance: float | None = None
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    speaker: str | None = None
    about: tuple[EntityDraft, ...] = ()
    relations: tuple[ForeignRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignMemory:
    """All of it. `system`: its name; `skipped`: entries of which nothing could be made, with the reason."""

    system: str
    statements: tuple[ForeignStatement, ...]
    skipped: tuple[str, ...] = ()
