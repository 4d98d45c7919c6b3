"""What changed, and how is it taken back?"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import meant_change

if TYPE_CHECKING:
    from quaidpy.memory import Memory


@click.command(cls=QuaidCommand)
@click.option("--since", metavar="DATE", help="Only from then on: 2025-06-02, or “3 days ago”.")
@click.option("--agent", metavar="NAME", help="Only what this caller did.")
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first."
)
@click.pass_obj
def changes(session: Session, since: str | None, agent: str | None, limit: int) -> None:
    """Show what was learnt, replaced and edited, before → after."""
    from quaidpy.interfaces.cli.managing.history_views import print_changes
    from quaidpy.interfaces.json_forms.changes import changes_document

    with session.reading() as memory:
        start = _start(since, memory)
        document = changes_document(memory, memory.changes(since=start, agent=agent, limit=limit))
    session.answer(document, lambda: print_changes(session.console, document))


@click.command(cls=QuaidCommand)
@click.argument("identity", metavar="OPERATION|RUN|last")
@click.pass_obj
def undo(session: Session, identity: str) -> None:
    """Take back an operation, a whole run, or the last change.

    Named by their ids (op_…, run_…). Rows return byte for byte. A later change of the
    same rows is named instead of overwritten.
    """
    from quaidpy.interfaces.cli.managing.history_views import print_changes
    from quaidpy.interfaces.json_forms.changes import changes_document

    with session.writing() as memory:
        operation = memory.undo(meant_change(identity, memory))
        done = [change for change in memory.changes(limit=5) if change.id == operation]
        document: dict[str, Any] = {"operation": operation, **changes_document(memory, done)}
    session.answer(document, lambda: print_changes(session.console, document))


def _start(since: str | None, memory: "Memory") -> datetime | None:
    from quaidpy.interfaces.cli.terminal.dates import read_date

    return read_date(since, "--since", now=memory.now()) if since else None
