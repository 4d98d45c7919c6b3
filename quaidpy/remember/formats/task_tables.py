"""Which tasks does a table of a meeting's notes give, to whom, and until when?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quaidpy.regex import regex
from quaidpy.remember.words.sentences import Span

_ROW = regex(r"^[ \t]*\|(?P<cells>.+)\|[ \t]*$", re.MULTILINE)
_RULE = regex(r"^[\s|:-]+$")
_WHO = frozenset({"who", "owner", "assignee", "responsible", "name", "person", "by whom", "assigned to"})
_WHAT = frozenset({"what", "task", "action", "to do", "todo", "item", "action item"})
_WHEN = frozenset({"by", "when", "due", "due date", "deadline", "until", "by when", "date"})
_STATE = frozenset({"state", "status", "done"})
_DONE = frozenset({"done", "x", "yes", "closed", "✓", "✔", "✅", "[x]", "finished"})


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task as its row tells it."""

    span: Span
    who: str
    what: str
    by: str | None
    is_done: bool


def task_rows(text: str) -> Iterator[TaskRow]:
    """The tasks of a table whose head says who and what; nothing of any other table."""
    rows = [(found, [cell.strip() for cell in found["cells"].split("|")]) for found in _ROW.finditer(text)]
    if not rows:
        return
    head = [cell.lower() for cell in rows[0][1]]
    who, what = _column(head, _WHO), _column(head, _WHAT)
    if who is None or what is None:
        return
    when, state = _column(head, _WHEN), _column(head, _STATE)
    for found, cells in rows[1:]:
        if _RULE.match(found[0]) or len(cells) != len(head) or not cells[who] or not cells[what]:
            continue
        yield TaskRow(
            span=Span(found.start(), found.end(), found[0]),
            who=cells[who],
            what=cells[what],
            by=cells[when] if when is not None and cells[when] else None,
            is_done=state is not None and cells[state].lower() in _DONE,
        )


def _column(head: Sequence[str], names: frozenset[str]) -> int | None:
    return next((place for place, cell in enumerate(head) if cell in names), None)
