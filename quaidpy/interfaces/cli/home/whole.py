"""What can be done with all of memory at once?"""

from pathlib import Path

import click

from quaidpy.errors import NotFoundError, UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session, short_path
from quaidpy.interfaces.json_forms.plain import plain


@click.command(cls=QuaidCommand)
@click.option("--by-space", is_flag=True, help="How many memories each space has.")
@click.pass_obj
def stats(session: Session, by_space: bool) -> None:
    """Count what is remembered."""
    from quaidpy.interfaces.cli.home.doctor_views import print_spaces, print_stats

    with session.reading() as memory:
        counts, spent, spaces = memory.stats(), plain(memory.spent()), memory.by_space()
    document = {
        "home": str(session.settings.home),
        "owner": session.settings.owner,
        "counts": counts,
        "models": spent,
        "by_space": spaces,
    }
    if by_space:
        session.answer(spaces, lambda: print_spaces(session.console, spaces))
        return
    session.answer(document, lambda: print_stats(session.console, document))


@click.command(cls=QuaidCommand)
@click.argument("file", metavar="FILE")
@click.pass_obj
def export(session: Session, file: str) -> None:
    """Write everything as JSON lines.

    One row a line; - is standard output.
    """
    with session.reading() as memory:
        if file == "-":
            for line in memory.export():
                click.echo(line)
            return
        lines = list(memory.export())
    written = session.write_text(file, "".join(f"{line}\n" for line in lines))
    document = {"file": str(written), "rows": len(lines)}
    session.answer(document, lambda: click.echo(f"{len(lines):,} rows in {written}"))


@click.command(cls=QuaidCommand)
@click.argument("file", metavar="FILE")
@click.pass_obj
def backup(session: Session, file: str) -> None:
    """Copy the database, whole and consistent.

    Others may read and write meanwhile.
    """
    _require_home(session)
    with session.writing() as memory:
        written = memory.backup(Path(file).expanduser())
    document = {"file": str(written), "bytes": written.stat().st_size}
    session.answer(document, lambda: click.echo(f"backed up to {written} ({document['bytes']:,} bytes)"))


@click.command(cls=QuaidCommand)
@click.argument("file", metavar="FILE")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@click.pass_obj
def restore(session: Session, file: str, is_sure: bool) -> int:
    """Put a backup in the place of the database.

    The one that was there is kept aside.
    """
    from quaidpy.interfaces.cli.terminal.server_use import ask_to_leave
    from quaidpy.wiring.parts import restore_home

    source = Path(file).expanduser()
    if not source.is_file():
        raise NotFoundError(f"no backup {source}; `quaid backup FILE` makes one")
    home = short_path(session.settings.home)
    if session.has_database() and not is_sure:
        if session.is_json:
            raise UsageError("restore asks before it replaces a database; with --json give --yes as well")
        if not session.is_agreed(f"Replace the memory in {home} by {source}?"):
            click.echo("nothing was restored", err=True)
            return 1
    ask_to_leave(str(session.settings.home))
    kept = restore_home(session.settings, source)
    with session.alone(), session.writing() as memory:
        memory.rebuild()
        counts = memory.stats()
    document = {"restored": str(source), "kept": str(kept) if kept is not None else None, "counts": counts}
    session.answer(document, lambda: click.echo(_restored(home, kept, counts)))
    return 0


@click.command(cls=QuaidCommand)
@click.pass_obj
def rebuild(session: Session) -> None:
    """Make the text, vector and graph indexes anew from the rows."""
    _require_home(session)
    with session.alone(), session.writing() as memory:
        memory.rebuild()
        differences = memory.check()
    document = {"rebuilt": ["text", "vector", "graph"], "differences": differences}
    told = "; ".join(differences) or "all of it agrees with the rows"
    session.answer(document, lambda: click.echo(f"text, vector and graph index made anew; {told}"))


def _require_home(session: Session) -> None:
    if not session.has_database():
        raise NotFoundError(
            f"no memory in {short_path(session.settings.home)}; `quaid init` makes one, --home names another"
        )


def _restored(home: str, kept: Path | None, counts: dict[str, int]) -> str:
    aside = f"; what was there is kept as {kept}" if kept is not None else ""
    return f"restored {counts.get('memories', 0):,} memories to {home}{aside}"
