"""What has somebody yet to do, until when, and how did it end? Read from a memory of the kind todo."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from quaidpy.domain.language.text import MONTH_NAMES
from quaidpy.domain.memories.memory import LIVE_STATUSES, Kind, Memory
from quaidpy.regex import regex


class TodoState(StrEnum):
    """`EXPIRED`: nobody said that it was done, and its day is past."""

    OPEN = "open"
    DONE = "done"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


_CLOSED = {TodoState.DONE.value, TodoState.CANCELLED.value}
_DAY = timedelta(days=1)
_DATE = regex(rf"\b(?P<day>\d{{1,2}}) (?P<month>{'|'.join(MONTH_NAMES)}) (?P<year>\d{{4}})\b")
_ASSIGNED = regex(r"^(?P<who>[^\W\d_][\w'-]{1,20}(?: [A-Z][\w'-]{1,20})?): ")


def is_todo(memory: Memory) -> bool:
    return memory.kind is Kind.TODO and memory.status in LIVE_STATUSES


def state_of(memory: Memory, now: datetime) -> TodoState:
    for state in (TodoState.DONE, TodoState.CANCELLED):
        if state.value in memory.tags:
            return state
    due = due_of(memory)
    return TodoState.EXPIRED if due is not None and due + _DAY <= now else TodoState.OPEN


def due_of(memory: Memory) -> datetime | None:
    """The last day that its words name in full."""
    days = [day for match in _DATE.finditer(memory.text) if (day := _day_of(match)) is not None]
    return max(days, default=None)


def _day_of(match: re.Match[str]) -> datetime | None:
    try:
        month = MONTH_NAMES.index(match["month"]) + 1
        return datetime(int(match["year"]), month, int(match["day"]), tzinfo=UTC)
    except ValueError:  # 31 June: no day
        return None


def owner_of(memory: Memory) -> str | None:
    """Whose task it is: who is named before the colon, else who said it."""
    assigned = _ASSIGNED.match(memory.text)
    return assigned["who"] if assigned else memory.speaker


def closed(memory: Memory, state: TodoState, *, at: datetime, now: datetime) -> Memory:
    """Done or cancelled from `at` on; the words stay."""
    tags = (*(tag for tag in memory.tags if tag not in _CLOSED), state.value)
    return replace(memory, tags=tags, lifetime=memory.lifetime.closed(valid_to=at, now=now))


def reopened(memory: Memory) -> Memory:
    tags = tuple(tag for tag in memory.tags if tag not in _CLOSED)
    return replace(memory, tags=tags, lifetime=replace(memory.lifetime, valid_to=None, closed_at=None))
