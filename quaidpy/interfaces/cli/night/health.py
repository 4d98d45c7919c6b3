"""Is memory well? Three lines."""

from datetime import timedelta
from typing import Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session

_DAYS = 30
_NIGHTS = 30  # among which the last finished one is looked for


@click.command(cls=QuaidCommand)
@click.option(
    "--days", type=click.IntRange(1), default=_DAYS, show_default=True, help="What trends are seen against."
)
@click.pass_obj
def health(session: Session, days: int) -> None:
    """Say in three lines whether memory is well."""
    from quaidpy.domain.identity import RunId
    from quaidpy.interfaces.cli.hosts.readers import reading_problems
    from quaidpy.interfaces.cli.night.janitor_views import status_document
    from quaidpy.interfaces.cli.terminal.printing import counted
    from quaidpy.wiring.nights import night_tools
    from quaidpy_janitor.runner import night_of
    from quaidpy_janitor.tasks.upkeep import measured

    with session.reading() as memory:
        tools = night_tools(session.settings, memory.parts)
        now = measured(night_of(memory.owner, RunId("run_health"), tools)).figures
        past = tools.records.health(memory.owner, since=memory.now() - timedelta(days=days))
        status = status_document(memory, session.settings, limit=_NIGHTS)
        reading = reading_problems(memory)
        spaces = memory.by_space()
    trend = {name: now[name] - past[0].figures.get(name, now[name]) for name in now} if past else {}
    if tools.embedder is None:  # nobody wants vectors
        now = {**now, "waiting_vectors": 0.0}
    problems = [*_problems(dict(now), status), *reading]
    waiting = int(now["open_questions"])
    document: dict[str, Any] = {
        "well": not problems, "problems": problems, "figures": now, "trend": trend,
        "since": past[0].at if past else None, "snapshots": len(past), "spaces": spaces,
    }  # fmt: skip

    def show() -> None:
        questions = f"{counted(waiting, 'question')} for you: `quaid review`" if waiting else ""
        click.echo(
            f"well: {'; '.join([*problems, questions] if problems else ['yes', questions]).strip('; ')}"
        )
        grown = f", {trend['live']:+,.0f} since {past[0].at:%Y-%m-%d}" if past else ""
        click.echo(
            f"size: {now['live']:,.0f} memories{grown}, {now['superseded']:,.0f} in history, "
            f"{now['entities']:,.0f} entities, {now['edges']:,.0f} relations"
        )
        never = f"{now['never_recalled_share']:.0%} of memories never recalled{_points(trend)}"
        late = f"{now['merged_late']:,.0f} duplicates found late"
        if len(spaces) > 1:
            told = ", ".join(f"{name} {number:,}" for name, number in spaces.items())
            click.echo(f"spaces: {told} memories")
        click.echo(f"use: {now['recalls_30_days']:,.0f} recalls in 30 days, {never}, {late}")

    session.answer(document, show)


def _points(trend: dict[str, float]) -> str:
    """How noise has moved, in points of a hundred; nothing below one."""
    moved = round(100 * trend.get("never_recalled_share", 0.0))
    return f" ({moved:+d})" if moved else ""


def _problems(figures: dict[str, float], status: dict[str, Any]) -> list[str]:
    from quaidpy.domain.nights import NightState

    warning, nights = status["warning"], status["nights"]
    found = [warning] if warning and figures["live"] else []
    if nights and nights[0].state is NightState.FAILED:
        failed = ", ".join(task.task for task in nights[0].tasks if task.failure) or "it was cut off"
        found.append(f"the last night failed ({failed}); `quaid janitor run` tries again")
    if figures["waiting_vectors"]:
        found.append(
            f"{figures['waiting_vectors']:,.0f} texts have no vector; `quaid janitor run` makes them"
        )
    return found
