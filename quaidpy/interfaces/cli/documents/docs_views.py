"""How do documents, and what was found in them, read on a terminal?"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.terminal.progress import progress_bars
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.documents.indexing import IndexReport, Progress
    from quaidpy.domain.documents.chunks import Found
    from quaidpy.domain.documents.projects import Project

_SHOWN_LINES = 6
_SHOWN_LEFT_OUT = 5


def found_document(query: str, found: "Found") -> dict[str, Any]:
    """`lines`: of the part that answers best; `first_line` and `last_line` of the whole passage."""
    return {
        "query": query,
        "results": [
            {
                "project": each.project,
                "path": each.path,
                "title": each.title,
                "headings": list(each.headings),
                "first_line": each.first_line,
                "last_line": each.last_line,
                "lines": list(each.lines),
                "score": each.score,
                "text": each.text,
                "lanes": dict(each.lanes),
            }
            for each in found.passages
        ],
        "degraded": [{"stage": stage, "reason": reason} for stage, reason in found.degraded],
    }


def print_found(console: "Console", document: dict[str, Any], *, is_whole: bool) -> None:
    """Each passage by file and lines, the headings above it, and its exact words."""
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import DIM, LINK, STRONG, indented, score_bar

    if not document["results"]:
        console.print(Text("no document says anything about this", style=DIM))
    for place, each in enumerate(document["results"]):
        first, last = (each["first_line"], each["last_line"]) if is_whole else each["lines"]
        where = Text(f"{each['path']}:{first}" + (f"-{last}" if last > first else ""), style=LINK)
        line = Text("" if place == 0 else "\n").append(where).append(f"  {each['project']}  ", style=DIM)
        console.print(line.append_text(score_bar(each["score"])))
        if each["headings"]:
            console.print(Text(" › ".join(each["headings"]), style=STRONG))
        console.print(indented(Text(_words(each, is_whole=is_whole))))


def _words(passage: dict[str, Any], *, is_whole: bool) -> str:
    if is_whole:
        return str(passage["text"])
    lines = passage["text"].split("\n")
    first, last = passage["lines"]
    shown = lines[first - passage["first_line"] : last - passage["first_line"] + 1] or lines
    shown = [line for line in shown if line.strip()]
    cut = shown[:_SHOWN_LINES]
    return "\n".join([*cut, "…"] if len(shown) > len(cut) else cut)


def report_document(report: "IndexReport") -> dict[str, Any]:
    return {
        "project": report.project.name,
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "renamed": report.renamed,
        "unchanged": report.unchanged,
        "chunks": report.chunks,
        "embedded": report.embedded,
        "reused": report.reused,
        "left_out": [{"path": path, "reason": reason} for path, reason in report.left_out],
        "notes": list(report.notes),
    }


def print_report(document: dict[str, Any]) -> None:
    counts = [
        f"{document[name]:,} {name}"
        for name in ("added", "changed", "renamed", "removed", "unchanged")
        if document[name]
    ]
    made = (
        f"; {document['chunks']:,} chunks, {document['embedded']:,} texts embedded"
        if document["chunks"]
        else ""
    )
    click.echo(f"{document['project']}: documents {', '.join(counts) or 'none'}{made}")
    for each in document["left_out"][:_SHOWN_LEFT_OUT]:
        click.secho(f"  left out {each['path']}: {each['reason']}", dim=True)
    more = len(document["left_out"]) - _SHOWN_LEFT_OUT
    if more > 0:
        click.secho(f"  and {more} more are left out; --json lists them", dim=True)
    for note in document["notes"]:
        click.secho(f"  note: {note}", fg="yellow")


@contextmanager
def indexing_progress(session: Session) -> "Iterator[Callable[[Project], Progress | None]]":
    """A bar a project, on a terminal."""
    with progress_bars(session) as tell:
        yield lambda project: partial(tell, project.name) if tell else None
