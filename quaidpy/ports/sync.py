"""What must a database be able to do that shares its rows with another one?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.memories.erasure import Purged
from quaidpy.domain.sync.pacing import Progress
from quaidpy.domain.sync.states import RowState


@dataclass(frozen=True, slots=True)
class Position:
    """How far two databases have heard of each other, in the numbers of the one that tells. Never goes back."""

    pulled: int = 0
    pushed: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Rows in the order of their numbers. `upto`: whoever took them has heard of all up to this number."""

    states: tuple[RowState, ...]
    upto: int
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What taking a page did. `changed`: rows that were not so before.

    `before`, `after`: the last number here before and after it. `is_as_given`: all of it stands here as it was given.
    `memories`, `episodes`, `purged`: what was erased here because the other side has erased it.
    """

    changed: int
    before: int
    after: int
    is_as_given: bool
    memories: tuple[MemoryId, ...] = ()
    episodes: tuple[EpisodeId, ...] = ()
    purged: Purged | None = None


class SharedRows(Protocol):
    """The rows of one database, as it shares them with another: a log of states by owner, numbered from 1.

    Every commit that changes a shared row of a followed owner gives the row the next number, in the same commit. A row
    stands in the log once, at its last change.
    """

    @property
    def node(self) -> str:
        """The name of this database among others; the same for ever."""
        ...

    def follow(self, owner: Owner) -> None:
        """From now on changes of the owner's rows are numbered; what is there already comes first. Twice is fine."""
        ...

    def followed(self) -> list[Owner]:
        """By name."""
        ...

    def last(self, owner: Owner) -> int:
        """The last number; 0 before the first."""
        ...

    def after(self, owner: Owner, number: int, *, only_own: bool, limit: int) -> Page:
        """What changed after this number, `limit` rows and what they cannot be without.

        `only_own`: without what stands here as it came from elsewhere.
        """
        ...

    def take(self, owner: Owner, states: Sequence[RowState]) -> Taken:
        """Join what another database says with what is here; one commit, and one more before it where rows are erased.

        The same twice, or in another order, comes to the same. What is erased takes its words out of rows, history,
        logs and indexes. What refers to a row that is gone goes with it. No operation is recorded: those of the other
        side come as rows.
        """
        ...

    def leave(self, owner: Owner) -> None:
        """Let go of all of an owner, without telling anybody: no row, no word, no number is left."""
        ...

    def position(self, owner: Owner, peer: str) -> Position: ...
    def keep_position(self, owner: Owner, peer: str, position: Position) -> None:
        """It survives the process."""
        ...

    def waiting(self, owner: Owner, peer: str) -> int:
        """Rows changed here of which the peer has not heard."""
        ...

    def progress(self) -> Progress | None:
        """How the rounds have gone; None before the first."""
        ...

    def keep_progress(self, progress: Progress) -> None: ...
