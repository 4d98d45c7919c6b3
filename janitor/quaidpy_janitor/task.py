"""What is a chore of the night? It plans changes as values, then applies them one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from quaidpy.domain.identity import Owner, RunId
from quaidpy.graph_ports import GraphUpkeep
from quaidpy.ports import Clock, Embedder, MemoryStore, SearchIndex


class Family(StrEnum):
    """Tasks of the memory family are fail-fast: when one fails, the rest of them are skipped."""

    MEMORY = "memory"
    UPKEEP = "upkeep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How long the night may be. `deadline` is checked between changes, never within one."""

    deadline: datetime
    max_changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTools:
    """What tasks may use: ports only."""

    store: MemoryStore
    search: SearchIndex
    graph: GraphUpkeep
    embedder: Embedder | None
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One planned change: what a person reads in the dry run, and the keys that applying it needs."""

    summary: str
    keys: tuple[str, ...]


class Task(Protocol):
    """One chore.

    `plan` reads and changes nothing; run right after `apply` of the same changes, it plans nothing.
    `apply` carries out one change in one transaction.
    """

    @property
    def name(self) -> str: ...
    @property
    def family(self) -> Family: ...
    def plan(self, owner: Owner, tools: NightTools, budget: Budget) -> Iterator[Change]: ...
    def apply(self, owner: Owner, change: Change, tools: NightTools, run: RunId) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskReport:
    """What one task planned and did. `skipped` and `failure` say why it did not, or not all."""

    task: str
    planned: Sequence[Change]
    applied: int = 0
    skipped: str | None = None
    failure: str | None = None
