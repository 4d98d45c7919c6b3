"""What did a night change, and why? As a document, and as a page."""

from collections.abc import Sequence
from typing import Any

from quaidpy.domain.models.prompting import Spending
from quaidpy_janitor.runner import NightReport, TaskReport
from quaidpy_janitor.task import Change

_LINES_A_CHANGE = 12


def night_document(report: NightReport) -> dict[str, Any]:
    """Everything, for JSON."""
    return {
        "run": None if report.is_dry else report.run,
        "dry_run": report.is_dry,
        "started_at": report.started_at,
        "ended_at": report.ended_at,
        "resumed": report.resumed,
        "backup": report.backup,
        "failed": report.has_failed,
        "cost": _cost(report.spending),
        "tasks": [_task(task) for task in report.tasks],
    }


def night_page(report: NightReport) -> str:
    """The same in Markdown."""
    what = "would change" if report.is_dry else "changed"
    lines = [f"# What the night {what}", ""]
    if not report.is_dry:
        lines += [f"Run `{report.run}`; `quaid undo {report.run}` takes all of it back.", ""]
    lines += ["| task | planned | done | note |", "|---|---|---|---|"]
    for task in report.tasks:
        note = (task.failure or task.skipped or "").replace("|", "\\|")
        lines.append(f"| {task.task} | {len(task.planned)} | {task.applied} | {note} |")
    for task in report.tasks:
        if task.planned or task.left:
            lines += [
                "",
                f"## {task.task}",
                "",
                *_told(task.planned),
                *(f"- left: {each}" for each in task.left),
            ]
    cost = report.spending
    if cost.calls:
        lines += ["", f"Model: {cost.calls} calls, {cost.input_tokens + cost.output_tokens} tokens, "]
        lines[-1] += f"{cost.cost_usd:.4f} USD."
    return "\n".join(lines) + "\n"


def _told(changes: Sequence[Change]) -> list[str]:
    told: list[str] = []
    for change in changes:
        by = f" ({change.model}, {change.prompt})" if change.model else ""
        told.append(f"- {change.verb}: {_inline(change.summary)}{by}")
        told += [f"  - `{line[:1]}` {_inline(line[2:])}" for line in change.lines[:_LINES_A_CHANGE]]
        if len(change.lines) > _LINES_A_CHANGE:
            told.append(f"  - … {len(change.lines) - _LINES_A_CHANGE} more")
    return told


def _inline(text: str) -> str:
    return " ".join(text.split())


def _task(task: TaskReport) -> dict[str, Any]:
    return {
        "task": task.task,
        "planned": len(task.planned),
        "applied": task.applied,
        "skipped": task.skipped,
        "failure": task.failure,
        "left": task.left,
        "seconds": round(task.seconds, 3),
        "cost": _cost(task.spending),
        "changes": [
            {
                "verb": change.verb,
                "summary": change.summary,
                "lines": change.lines,
                "model": change.model,
                "prompt": change.prompt,
            }
            for change in task.planned
        ],
    }


def _cost(spending: Spending) -> dict[str, Any]:
    return {
        "calls": spending.calls,
        "input_tokens": spending.input_tokens,
        "output_tokens": spending.output_tokens,
        "usd": spending.cost_usd,
    }
