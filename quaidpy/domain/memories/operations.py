"""What changed, why, and how is it undone?"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from quaidpy.domain.agents import agent_of, name_of_client
from quaidpy.domain.identity import OperationId, Owner, RunId

_LONGEST_NAME = 200  # characters
Value = str | int | float | None
Row = tuple[tuple[str, Value], ...]
"""Column and value, in column order; only the columns that the change touches, and the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """One canonical row before and after; None is absence."""

    table: str
    key: Row
    before: Row | None
    after: Row | None


@dataclass(frozen=True, slots=True)
class Caller:
    """Which program or agent calls: `codex`, `claude-code`, the name of an MCP client. `session`: of a host's hook."""

    agent: str
    session: str | None = None


def caller_named(agent: str | None, session: str | None = None) -> Caller | None:
    """The caller of this name, as it is called in notes and checkpoints, too; None when nobody says who calls."""
    name = name_of_client(agent)
    return Caller(agent_of(name), (session or "")[:_LONGEST_NAME] or None) if name else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Who changes memory, and why. `verb` is what the user did: extract, store, edit, forget, undo, …

    `caller`: None for whoever calls as the change is recorded.
    """

    owner: Owner
    verb: str
    why: str
    who: Literal["user", "agent", "janitor", "import"] = "user"
    run: RunId | None = None
    model: str | None = None
    prompt: str | None = None
    caller: Caller | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One recorded, undoable change; `undone_by` names the operation that took it back."""

    id: OperationId
    cause: Cause
    at: datetime
    changes: tuple[RowChange, ...]
    undone_by: OperationId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationHead:
    """An operation without what it changed, which may be a hundred thousand rows: `size` is that in bytes as stored."""

    id: OperationId
    cause: Cause
    at: datetime
    size: int
    undone_by: OperationId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What deduplication decided about a new statement, and against which memory.

    `at` and `operation` are those of the operation that stored it, `place` its number there, from 0; None before.
    """

    outcome: str
    reason: str
    text: str
    other: str | None = None
    similarity: float | None = None
    at: datetime | None = None
    operation: OperationId | None = None
    place: int | None = None
