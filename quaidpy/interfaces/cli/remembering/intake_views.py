"""How does it read what became of what was taken in?"""

from typing import TYPE_CHECKING, Any

from quaidpy.interfaces.cli.terminal.printing import (
    BAD,
    DIM,
    GOOD,
    STRONG,
    WARNING,
    counted,
    heading,
    kind_label,
    plain_rows,
    plain_table,
)
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.times import day

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


_SHOWN_AT_MOST = 40  # memories of one source; a person reads no more
_MARKS = {"new": ("+", GOOD), "confirmed": ("=", DIM), "superseded": ("×", WARNING)}


def print_intake(console: "Console", document: dict[str, Any]) -> None:
    """A head line, the memories, and one line of what was left out."""
    console.print(head_line(document))
    print_statements(console, document)
    if document["drops"]:
        drops = " · ".join(f"{number} {reason}" for reason, number in document["drops"].items())
        console.print(_dim(f"  left out: {drops}"))
    if document["learnt"]:
        lines = counted(document["learnt"], "line")
        console.print(_dim(f"  learnt {lines} for identity files: quaid journal list"))
    if document["unread_languages"]:
        languages = " and ".join(document["unread_languages"])
        console.print(_dim(f"  the rules do not read {languages}: its lines are kept in their own words"))
    for damaged in document["damaged"]:
        console.print(_coloured(f"  line {damaged['line']} was skipped: {damaged['reason']}", BAD))
    if document["new"] or document["superseded"]:
        console.print(_dim(f"  take it back: quaid undo {short(document['run'])}"))


def head_line(document: dict[str, Any]) -> "Text":
    if document["known"]:
        return heading(document["source"], note="known already, nothing new")
    found = [
        counted(document["turns"], "turn"),
        f"{len(document['new'])} new",
        *([f"{len(document['confirmed'])} confirmed"] if document["confirmed"] else []),
        *([f"{len(document['superseded'])} superseded"] if document["superseded"] else []),
        counted(document["entities"], "entity", "entities"),
        counted(document["edges"], "edge"),
    ]
    return heading(document["source"], note=" · ".join(found))


def print_statements(console: "Console", document: dict[str, Any]) -> None:
    """A line a memory: new, confirmed, superseded."""
    rows = [
        (_coloured(mark, style), kind_label(statement["kind"]), _statement_text(statement))
        for name, (mark, style) in _MARKS.items()
        for statement in document[name]
    ]
    if rows:
        console.print(plain_rows(rows[:_SHOWN_AT_MOST]))
    if len(rows) > _SHOWN_AT_MOST:
        console.print(_dim(f"  … and {len(rows) - _SHOWN_AT_MOST:,} more; --json has all"))


def _statement_text(statement: dict[str, Any]) -> "Text":
    text = _coloured(statement["text"], "")
    text.append(f"  {short(statement['id'])}", style=DIM)
    if statement["flagged"]:
        text.append("  reads like an instruction: kept as data only", style=WARNING)
    return text


def print_note(console: "Console", document: dict[str, Any]) -> None:
    print_statements(console, document)
    for dropped in document["rejections"]:
        console.print(_coloured(f"  left out: {dropped['reason']}: {dropped['text']}", WARNING))
    if document["new"]:
        console.print(_dim(f"  take it back: quaid undo {short(document['run'])}"))


def print_episodes(console: "Console", document: dict[str, Any]) -> None:
    rows = []
    for episode in document["episodes"]:
        name = episode["title"] or episode["source_key"]
        queued = "" if episode["extracted_turns"] else "  (queued)"
        rows.append(
            (_dim(short(episode["id"])), _day(episode), str(episode["extracted_turns"]), name + queued)
        )
    console.print(plain_table(("id", "when", "turns", "what"), rows))


def print_episode(console: "Console", document: dict[str, Any]) -> None:
    last = None
    for turn in document["turns"]:
        if turn["at"] and turn["at"][:10] != last:
            last = turn["at"][:10]
            console.print(_dim(f"── {last}"))
        line = _coloured(f"{turn['speaker'] or turn['role']}: ", STRONG)
        console.print(line.append(turn["text"], style="not bold"))


def _day(episode: dict[str, Any]) -> str:
    from datetime import datetime

    return day(datetime.fromisoformat(episode["started_at"] or episode["recorded_at"]))


def _dim(text: str) -> "Text":
    return _coloured(text, DIM)


def _coloured(text: str, style: str) -> "Text":
    from rich.text import Text

    return Text(text, style=style)
