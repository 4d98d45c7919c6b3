"""What do several memories have in common? The themes that the night found."""

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session


@click.group(cls=QuaidGroup)
def themes() -> None:
    """See what several memories have in common."""


@themes.command(cls=QuaidCommand, name="list")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Most themes.")
@click.pass_obj
def list_(session: Session, limit: int) -> None:
    """List the themes, the largest first."""
    from quaidpy.interfaces.cli.night.themes_views import print_themes
    from quaidpy.interfaces.json_forms.themes import themes_document

    with session.reading() as memory:
        document = themes_document(memory, limit=limit)
    session.answer(document, lambda: print_themes(session.console, document))
    if not document["themes"]:
        session.hint("the night looks for themes once a week; `quaid themes run` does it now")


@themes.command(cls=QuaidCommand)
@click.argument("identity", metavar="ID")
@click.pass_obj
def show(session: Session, identity: str) -> None:
    """Show one theme with all its memories."""
    from quaidpy.interfaces.cli.night.themes_views import print_theme
    from quaidpy.interfaces.json_forms.identities import theme_id
    from quaidpy.interfaces.json_forms.themes import theme_document

    with session.reading() as memory:
        document = theme_document(memory.theme(theme_id(identity, memory)), memory)
    session.answer(document, lambda: print_theme(session.console, document))


@themes.command(cls=QuaidCommand)
@click.option("--dry-run", is_flag=True, help="Show what would change; change nothing.")
@click.pass_obj
def run(session: Session, *, dry_run: bool) -> int:
    """Look for themes now, in all of memory.

    Members stay as they are. `quaid undo RUN` takes it back.
    """
    from quaidpy.interfaces.cli.night.janitor_views import print_night
    from quaidpy.memory import Memory
    from quaidpy.wiring.nights import night_parts, night_tools
    from quaidpy_janitor.nightly import NIGHT
    from quaidpy_janitor.report import night_document
    from quaidpy_janitor.runner import Orders, preview, run_night

    tasks = [task for task in NIGHT if task.name in {"embeddings", "themes"}]
    orders = Orders(is_resuming=False, is_thorough=True)
    with Memory(night_parts(session.settings)) as memory:
        tools = night_tools(session.settings, memory.parts)
        done = preview if dry_run else run_night
        report = done(tasks, memory.owner, tools, orders)
    session.answer(night_document(report), lambda: print_night(session.console, report))
    return 1 if report.has_failed else 0
