"""Where does a session stop, and from where does the next go on?"""

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.options import AGENT, SESSION
from quaidpy.interfaces.cli.terminal.session import Session

if TYPE_CHECKING:
    from quaidpy.domain.handover.checkpoints import Said

_NAME = click.argument("name", default="last", metavar="[NAME|last]")
_VERSION = click.option(
    "--version", "version", type=click.IntRange(1), metavar="N", help="An earlier version."
)


@click.group(cls=QuaidGroup)
def checkpoint() -> None:
    """Save where you stop, and go on from there."""


@checkpoint.command()
@click.argument("name", metavar="NAME")
@click.argument("task", nargs=-1, metavar="[TASK]")
@click.option("--decision", "decisions", multiple=True, metavar="TEXT", help="What was decided.")
@click.option("--todo", "todos", multiple=True, metavar="TEXT", help="What is yet to be done.")
@click.option("--file", "files", multiple=True, metavar="PATH", help="A file that matters.")
@click.option("--said", "turns", multiple=True, metavar="TEXT", help="What was said last.")
@SESSION
@click.option("--project", metavar="NAME", help="The project it belongs to.")
@AGENT
@click.pass_obj
def save(
    session: Session,
    /,
    name: str,
    task: tuple[str, ...],
    conversation: str | None,
    project: str | None,
    agent: str | None,
    **lists: tuple[str, ...],
) -> None:
    """Save where you stop: the task, decisions, open todos, files, what was said last.

    What you do not say is filled from memory. TASK may be - for a JSON object with task, decisions, todos, files,
    turns. The same name again keeps the older versions, ten of them.
    """
    from quaidpy.interfaces.json_forms.handover import checkpoint_document

    said = _said(" ".join(task), lists)
    with session.writing() as memory:
        who = session.agent_called(agent)
        saved = memory.save_checkpoint(name, said, agent=who, session=conversation, project=project)
        document = checkpoint_document(memory.checkpoint(saved.name, agent=who, version=saved.version))

    def show() -> None:
        counts = {each: len(document[f"{each}s"]) for each in ("decision", "todo", "file", "turn")}
        filled = ", ".join(f"{count} {each}{'s' if count != 1 else ''}" for each, count in counts.items())
        click.echo(f"saved: {saved.name}, version {saved.version} ({filled})")
        click.secho(
            f"go on from it: quaid checkpoint restore {json.dumps(saved.name, ensure_ascii=False)}", dim=True
        )

    session.answer(document, show)


def _said(task: str, lists: dict[str, tuple[str, ...]]) -> "Said":
    from quaidpy.domain.handover.checkpoints import Said

    given: dict[str, Any] = {name: list(found) for name, found in lists.items() if found}
    if task != "-":
        return Said.from_json({"task": task or None, **given})
    try:
        read = json.loads(sys.stdin.read() or "{}")
    except ValueError as err:
        raise UsageError(f"standard input is no JSON: {err}") from err
    if not isinstance(read, dict):
        raise UsageError("standard input is no JSON object; it has task, decisions, todos, files and turns")
    return Said.from_json({**read, **given})


@checkpoint.command(name="list")
@click.option("--agent", metavar="NAME", help="Only of this agent.")
@click.option("--all", "with_versions", is_flag=True, help="Earlier versions as well.")
@click.pass_obj
def list_(session: Session, /, agent: str | None, with_versions: bool) -> None:
    """List checkpoints of all agents, the last saved first."""
    from quaidpy.interfaces.cli.handing_over.handover_views import print_checkpoints
    from quaidpy.interfaces.json_forms.handover import checkpoint_row

    with session.reading() as memory:
        found = memory.checkpoints(agent=session.agent_called(agent) if agent else None, limit=1000)
    seen: set[tuple[str, str]] = set()
    rows = []
    for each in found:
        if with_versions or (each.agent, each.name) not in seen:
            rows.append(checkpoint_row(each))
        seen.add((each.agent, each.name))
    session.answer({"checkpoints": rows}, lambda: print_checkpoints(session.console, rows))


@checkpoint.command()
@_NAME
@_VERSION
@AGENT
@click.pass_obj
def show(session: Session, /, name: str, version: int | None, agent: str | None) -> None:
    """Show a checkpoint with its words as they are now, and what is new since."""
    from quaidpy.interfaces.cli.handing_over.handover_views import print_checkpoint
    from quaidpy.interfaces.json_forms.handover import checkpoint_document

    with session.reading() as memory:
        document = checkpoint_document(
            memory.checkpoint(name, agent=session.agent_called(agent), version=version)
        )
    session.answer(document, lambda: print_checkpoint(session.console, document))


@checkpoint.command()
@_NAME
@_VERSION
@AGENT
@click.option(
    "--budget",
    "budget_tokens",
    type=click.IntRange(50),
    default=2000,
    metavar="TOKENS",
    help="Most tokens [default: 2,000].",
)
@click.pass_obj
def restore(
    session: Session, /, name: str, version: int | None, agent: str | None, budget_tokens: int
) -> None:
    """Print the block to go on from, for an agent. Changes nothing.

    Where that agent stopped, and what was taken in since.
    """
    with session.reading() as memory:
        block = memory.restore_checkpoint(
            name, agent=session.agent_called(agent), version=version, budget_tokens=budget_tokens
        )
    session.answer({"context": block}, lambda: click.echo(block))
