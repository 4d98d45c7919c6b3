"""Which wordings has a memory had, and which of them was it at a time?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.identity import OperationId
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.memories.operations import Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """How a memory stood from `at` on. Numbered from 1 in the order of time; a number never means another version.

    `memory`: as the version left it, with all that happened to it without a word being changed. None where an undo
    took away what had made it. `operation` and `cause`: None where the log does not say.
    """

    number: int
    at: datetime
    memory: Memory | None
    operation: OperationId | None = None
    cause: Cause | None = None
    undone_by: OperationId | None = None


def wording(memory: Memory | None) -> tuple[object, ...] | None:
    """What two versions differ in: what it says, of what kind, when that is true, and whether it holds.

    Approval, fading, use and confirmations go on all the time and word nothing anew.
    """
    if memory is None:
        return None
    status = "live" if memory.status in LIVE_STATUSES else memory.status.value
    times = (memory.lifetime.valid_from, memory.lifetime.valid_to)
    return (memory.text, memory.kind, memory.tags, memory.importance, *times, status, memory.superseded_by)


def version_at(versions: Sequence[Version], at: datetime) -> Version | None:
    """The one in force at that instant; None before the first."""
    return next((each for each in reversed(versions) if each.at <= at), None)


def version_numbered(versions: Sequence[Version], number: int) -> Version | None:
    return next((each for each in versions if each.number == number), None)
