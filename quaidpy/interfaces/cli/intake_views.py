"""What became of what was taken in? Documents, and how a person reads them."""

from typing import TYPE_CHECKING, Any

from quaidpy.domain.identity import EpisodeId, MemoryId
from quaidpy.domain.language.languages import NAMES
from quaidpy.errors import NotFoundError
from quaidpy.interfaces.cli.identities import short, whole_id
from quaidpy.interfaces.cli.intake import count_reasons
from quaidpy.interfaces.cli.json_form import plain
from quaidpy.interfaces.cli.printing import (
    BAD,
    DIM,
    GOOD,
    STRONG,
    WARNING,
    counted,
    day,
    heading,
    kind_label,
    plain_table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from quaidpy.domain.sources.transcripts import DamagedLine
    from quaidpy.memory import Memory
    from quaidpy.remember.changing.noting import NoteReport
    from quaidpy.remember.deciding.storing import ChunkOutcome
    from quaidpy.remember.pipeline import IntakeReport

_SHOWN_AT_MOST = 40  # memories of one source; a person reads no more
_MARKS = {"new": ("+", GOOD), "confirmed": ("=", DIM), "superseded": ("×", WARNING)}


def report_document(
    name: str, report: "IntakeReport", memory: "Memory", unfinished: "Sequence[DamagedLine]" = ()
) -> dict[str, Any]:
    """One source: counts, the memories it made, confirmed and ended, and every drop with its reason."""
    rejections = plain(report.rejections)
    assert isinstance(rejections, list)
    return {
        "source": name,
        "episode": report.episode,
        "run": report.run,
        "format": report.format,
        "known": report.known,
        "turns": report.turns,
        **outcome_document(report.outcome, memory),
        "drops": count_reasons(rejections),
        "rejections": rejections,
        "damaged": plain((*report.damaged, *unfinished)),
        "unread_languages": [NAMES.get(code, code) for code in report.unread_languages],
        "learnt": report.learnt,
    }


def without_half_lines(document: dict[str, Any]) -> dict[str, Any]:
    """A report of a file that is still being written: the end of its last line is yet to come."""
    whole = [line for line in document["damaged"] if not line["is_unfinished"]]
    return {**document, "damaged": whole}


def note_document(report: "NoteReport", memory: "Memory") -> dict[str, Any]:
    rejections = plain(report.rejections)
    assert isinstance(rejections, list)
    return {"run": report.run, **outcome_document(report.outcome, memory), "rejections": rejections}


def outcome_document(outcome: "ChunkOutcome", memory: "Memory") -> dict[str, Any]:
    """The memories that are new, confirmed and superseded, and counts."""
    return {
        "new": _statements(outcome.inserted, memory),
        "confirmed": _statements(outcome.confirmed, memory),
        "superseded": _statements(outcome.superseded, memory),
        "entities": outcome.entities,
        "edges": outcome.edges,
        "doubts": outcome.doubts,
    }


def _statements(ids: "Sequence[MemoryId]", memory: "Memory") -> list[dict[str, Any]]:
    return [
        {"id": found.id, "kind": found.kind.value, "text": found.text, "flagged": found.flagged}
        for found in memory.called(list(dict.fromkeys(ids)))
    ]


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
        table = plain_table(("", "", ""), rows[:_SHOWN_AT_MOST])
        table.show_header = False
        console.print(table)
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


def episodes_document(memory: "Memory", limit: int) -> dict[str, Any]:
    return {"episodes": plain(memory.episodes(limit=limit))}


def print_episodes(console: "Console", document: dict[str, Any]) -> None:
    rows = []
    for episode in document["episodes"]:
        name = episode["title"] or episode["source_key"]
        queued = "" if episode["extracted_turns"] else "  (queued)"
        rows.append(
            (_dim(short(episode["id"])), _day(episode), str(episode["extracted_turns"]), name + queued)
        )
    console.print(plain_table(("id", "when", "turns", "what"), rows))


def episode_document(typed: str, memory: "Memory") -> dict[str, Any]:
    """Raises NotFoundError."""
    identity = EpisodeId(whole_id(typed, memory))
    turns = memory.turns(identity)
    if not turns:
        raise NotFoundError(f"episode {typed} holds no turns")
    return {"episode": identity, "turns": plain(turns)}


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
