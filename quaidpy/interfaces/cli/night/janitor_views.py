"""How does a night read on a terminal?"""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.nights import NightState, QuestionState
from quaidpy.interfaces.cli.night.scheduling import scheduled
from quaidpy.interfaces.cli.terminal.printing import (
    BAD,
    DIM,
    GOOD,
    LINK,
    STRONG,
    WARNING,
    counted,
    marked_lines,
    plain_table,
)
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.times import minute

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.tuning import JanitorTuning
    from quaidpy.memory import Memory
    from quaidpy.settings import Settings
    from quaidpy_janitor.runner import NightReport, TaskReport

_CHANGES_SHOWN, _LINES_SHOWN, _DIFF_LINES_SHOWN = 20, 8, 60
_STYLES = {"-": BAD, "+": GOOD, "~": WARNING}


def print_night(console: "Console", report: "NightReport") -> None:
    """What each task changed and why, then what it cost."""
    for task in report.tasks:
        if task.planned or task.failure or task.skipped or task.left:
            print_plan(console, task)
    planned = sum(len(task.planned) for task in report.tasks)
    if report.is_dry:
        told = f"{counted(planned, 'change')} planned, none made" if planned else "nothing to do"
        console.print(Text(told, style=STRONG))
        return
    applied = sum(task.applied for task in report.tasks)
    console.print(Text(counted(applied, "change") + " made" if applied else "nothing to do", style=STRONG))
    spent = report.spending
    seconds = (report.ended_at - report.started_at).total_seconds()
    cost = f"{seconds:.1f} s"
    if spent.calls:
        cost += f", {counted(spent.calls, 'model call')}, {spent.input_tokens + spent.output_tokens:,} tokens"
        cost += f", {spent.cost_usd:.4f} USD"
    console.print(Text(cost, style=DIM))
    if report.resumed:
        console.print(Text(f"done before it was interrupted: {', '.join(report.resumed)}", style=DIM))
    if applied:
        console.print(Text(f"`quaid undo {short(report.run)}` takes it all back", style=DIM))


def print_plan(console: "Console", task: "TaskReport") -> None:
    title = Text(task.task, style=STRONG)
    if task.planned:
        title.append(f"  {counted(len(task.planned), 'change')}", style=DIM)
    if task.failure:
        title.append(f"  failed: {task.failure}", style=BAD)
    if task.skipped:
        title.append(f"  {task.skipped}", style=WARNING)
    console.print(title)
    for change in task.planned[:_CHANGES_SHOWN]:
        by = f"  {change.model}, {change.prompt}" if change.model else ""
        console.print(
            Text(f"  {change.verb}  ", style=LINK)
            .append(change.summary, style="not cyan")
            .append(by, style=DIM)
        )
        most = _DIFF_LINES_SHOWN if change.files else _LINES_SHOWN
        shown = change.lines[:most]
        if shown:
            rows = [(Text(f"  {line[0]}", style=_STYLES.get(line[0], DIM)), Text(line[2:])) for line in shown]
            console.print(marked_lines(rows))
        if len(change.lines) > most:
            console.print(Text(f"      … {len(change.lines) - most} more", style=DIM))
    if len(task.planned) > _CHANGES_SHOWN:
        more = counted(len(task.planned) - _CHANGES_SHOWN, "more change")
        console.print(Text(f"  … {more}; --json or --report FILE.md has all", style=DIM))
    for each in task.left:
        console.print(Text(f"  left: {each}", style=DIM))


def status_document(memory: "Memory", settings: "Settings", *, limit: int) -> dict[str, Any]:
    """The last runs, who is at work now, the questions waiting, and a warning when it has not run for too long."""
    parts, now = memory.parts, memory.now()
    nights = parts.nights.nights(memory.owner, limit=limit)
    last = next((night for night in nights if night.state is NightState.DONE), None)
    open_questions = parts.nights.questions(memory.owner, state=QuestionState.OPEN)
    return {
        "running": parts.lock.holder(memory.owner),
        "last": last.ended_at if last else None,
        "waiting": sum(question.is_due(now) for question in open_questions),
        "warning": overdue(
            last.ended_at if last else None,
            now,
            settings.tuning.janitor,
            is_wanted=bool(nights or scheduled(settings)[0]),
        ),
        "nights": nights,
    }


def overdue(last: Any, now: Any, tuning: "JanitorTuning", *, is_wanted: bool) -> str | None:
    """A sentence when the janitor has not finished a run for too long; none where nobody ever asked for one."""
    if last is None and not is_wanted:
        return None
    if last is None:
        return "the janitor has never finished a run here; `quaid janitor run`, or `quaid janitor install`"
    if now - last < timedelta(hours=tuning.warn_after_hours):
        return None
    hours = (now - last) / timedelta(hours=1)
    return f"the janitor last finished {hours:.0f} hours ago; `quaid janitor run`, or `quaid janitor install`"


def print_status(console: "Console", document: dict[str, Any]) -> None:
    if document["running"]:
        console.print(Text(f"at work: {document['running']}", style=WARNING))
    rows = []
    for night in document["nights"]:
        applied = sum(task.applied for task in night.tasks)
        failures = [f"{task.task}: {task.failure}" for task in night.tasks if task.failure]
        rows.append(
            (
                minute(night.started_at),
                Text(night.state.value, style=GOOD if night.state is NightState.DONE else WARNING),
                counted(applied, "change"),
                Text(short(night.run), style=DIM),
                Text("; ".join(failures), style=BAD),
            )
        )
    if rows:
        console.print(plain_table(("began", "state", "made", "run", ""), rows))
    else:
        console.print(Text("no run yet", style=DIM))
    if document["waiting"]:
        console.print(f"{counted(document['waiting'], 'question')} waiting; `quaid review` goes through them")
