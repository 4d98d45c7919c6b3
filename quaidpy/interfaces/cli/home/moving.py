"""How does all of memory go to a server, and back into a file?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.progress import progress_bars
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from pathlib import Path

    from quaidpy.wiring.moving import MovePlan, MoveReport

_OF_FILE = "file"


@click.command(cls=QuaidCommand, name="move-to")
@click.argument("target", metavar="URL|file")
@click.option("--dry-run", is_flag=True, help="Show what would be moved; change nothing.")
@click.option("--delete-old", is_flag=True, help="Delete the file that was left behind.")
@click.pass_obj
def move_to(session: Session, target: str, dry_run: bool, delete_old: bool) -> None:
    """Move all memory to a PostgreSQL server, or back into a file.

    URL is postgresql://USER@HOST/DATABASE, without a password. Everything of all owners goes along, is compared row by
    row, and is used from then on. A move that was cut off goes on when it is called again.
    """
    from quaidpy.wiring.moving import FILE, delete_kept, kept_files, move_home, planned_move, require_settable

    settings = session.settings
    url = FILE if target == _OF_FILE else target
    if url != FILE and "=" not in url and "://" not in url:
        raise UsageError(f"{target} is neither a postgresql:// address nor `file`; nothing was moved")
    require_settable(settings)
    if dry_run:
        plan = planned_move(settings, url)
        session.answer(_planned(plan, target), lambda: _print_plan(session, plan))
        return
    if delete_old and url == settings.tuning.storage.url and kept_files(settings.home):
        _answer_deleted(session, delete_kept(settings.home))
        return
    with session.alone(), progress_bars(session, unit="rows") as told:
        report = move_home(settings, url, told or (lambda _work, _done, _total: None))
    deleted = delete_kept(settings.home) if delete_old else []
    document = _done(report) | {"deleted": [str(path) for path in deleted]}
    session.answer(document, lambda: _print_done(session, report, has_old=not delete_old))


def _planned(plan: "MovePlan", target: str) -> dict[str, Any]:
    return {
        "from": plan.source,
        "to": target,
        "resumes": plan.is_resumed,
        "rows": plan.held.rows,
        "bytes": plan.bytes,
        "tables": plan.held.by_table,
        "owners": {owner: sum(plan.held.of(owner).values()) for owner in plan.held.owners},
    }


def _print_plan(session: Session, plan: "MovePlan") -> None:
    from quaidpy.interfaces.cli.terminal.printing import counted

    _print_tables(session, plan.held.by_table)
    size = f", a file of {plan.bytes / 1_000_000:.1f} MB" if plan.bytes is not None else ""
    goes_on = "; an unfinished move goes on" if plan.is_resumed else ""
    click.echo(
        f"{counted(plan.held.rows, 'row')} of {counted(len(plan.held.owners), 'owner')} in {plan.source}{size}"
        f" would be moved{goes_on}; words, vectors and links are made findable there, nothing is embedded again"
    )


def _done(report: "MoveReport") -> dict[str, Any]:
    moved = report.moved
    tables = moved.compared if moved else ()
    return {
        "from": report.source,
        "to": report.target,
        "resumed": moved is None or moved.is_resumed,
        "written": moved.written if moved else 0,
        "kept": str(report.kept) if report.kept else None,
        "tables": [
            {"owner": each.owner, "table": each.table, "rows": each.target.rows, "hash": each.target.digest}
            for each in tables
        ],
    }


def _print_done(session: Session, report: "MoveReport", *, has_old: bool) -> None:
    from quaidpy.interfaces.cli.terminal.printing import counted

    moved = report.moved
    if moved is None:
        click.echo(f"memory is in {report.target}; what was left to do of the move is done")
    else:
        _print_tables(session, moved.by_table)
        goes_on = f"an unfinished move went on, {moved.written:,} written now; " if moved.is_resumed else ""
        click.echo(
            f"{goes_on}{counted(sum(moved.by_table.values()), 'row')} of {counted(len(moved.owners), 'owner')}"
            f" compared one by one: the same in {report.source} and {report.target}"
        )
        click.echo(f"memory is in {report.target} from now on")
    if report.kept is not None and has_old:
        click.echo(f"the file of before is kept as {short_path(report.kept)}; --delete-old deletes it")


def _print_tables(session: Session, tables: dict[str, int]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import plain_table

    rows = [
        (Text(name), Text(f"{count:,}", justify="right")) for name, count in sorted(tables.items()) if count
    ]
    if rows:
        session.console.print(plain_table(["TABLE", "ROWS"], rows))


def _answer_deleted(session: Session, files: "list[Path]") -> None:
    document = {"deleted": [str(path) for path in files]}

    def show() -> None:
        for path in files:
            click.echo(f"deleted {short_path(path)}")

    session.answer(document, show)
