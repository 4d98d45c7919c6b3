"""How is memory kept as Markdown in a folder, and how do changes come back from there?"""

from typing import Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import short


@click.group(cls=QuaidGroup)
def mirror() -> None:
    """Keep memory as Markdown that you read and edit.

    A page for each person or thing that is known well, one for the rest. Change, tick or delete items, or add your own
    between the two marks of a page: `quaid mirror sync` takes that in, in one run that `quaid undo` takes back, and
    writes what is new. The night does so, too. What you write outside of the marks stays yours.
    """


@mirror.command("to", cls=QuaidCommand)
@click.argument("folder", metavar="FOLDER")
@click.pass_obj
def to(session: Session, /, folder: str) -> None:
    """Mirror into a folder from now on."""
    from quaidpy.interfaces.json_forms.mirror import mirror_document

    place = session.path(folder)
    with session.writing() as memory:
        document = mirror_document(memory.mirror_to(place))
    session.answer(document, lambda: _print(document))


@mirror.command("sync", cls=QuaidCommand)
@click.option("--dry-run", is_flag=True, help="Show what would be taken in; change nothing.")
@click.option("--yes", "is_sure", is_flag=True, help="Also forget where very many items are gone.")
@click.pass_obj
def sync(session: Session, /, dry_run: bool, is_sure: bool) -> None:
    """Take in what you changed, then write what is new."""
    from quaidpy.interfaces.json_forms.mirror import mirror_document

    with session.writing() as memory:
        document = mirror_document(memory.mirror(is_dry=dry_run, is_sure=is_sure))
    session.answer(document, lambda: _print(document))


@mirror.command("show", cls=QuaidCommand)
@click.pass_obj
def show(session: Session) -> None:
    """Show where memory is mirrored."""
    from quaidpy.interfaces.json_forms.mirror import mirrored_document

    with session.reading() as memory:
        document = mirrored_document(memory.mirrored())
    session.answer(document, lambda: click.echo(_shown(document)))


@mirror.command("off", cls=QuaidCommand)
@click.pass_obj
def off(session: Session) -> None:
    """Mirror no more; the pages stay."""
    with session.writing() as memory:
        folder = memory.mirror_no_more()
    session.answer({"folder": folder}, lambda: click.echo(f"mirrors no more; the pages in {folder} stay"))


def _print(document: dict[str, Any]) -> None:
    for line in _changed(document):
        click.echo(line)
    if document["dry_run"]:
        click.echo("nothing was changed" if any(_changed(document)) else "nothing to take in")
    else:
        click.echo(
            f"{document['memories']:,} memories on {document['pages']} pages in {document['folder']}, "
            f"{document['written']} written"
        )
    if document["run"]:
        click.echo(f"take it back: quaid undo {document['run']}")
    for note in document["notes"]:
        click.echo(note, err=True)


def _changed(document: dict[str, Any]) -> list[str]:
    return [
        *(f"changed  {_named(each)}{_as(each['kind'])}" for each in document["reworded"]),
        *(f"done     {_named(each)}" for each in document["ticked"]),
        *(f"forgot   {_named(each)}" for each in document["struck"]),
        *(f"new      {each['text']}" for each in document["added"]),
    ]


def _named(changed: dict[str, Any]) -> str:
    return f"{changed['text']}  {short(changed['memory'])}"


def _as(kind: str | None) -> str:
    return f", a {kind} now" if kind else ""


def _shown(document: dict[str, Any]) -> str:
    if document["folder"] is None:
        return "nothing is mirrored; `quaid mirror to FOLDER` begins"
    return f"{document['memories']:,} memories on {document['pages']} pages in {document['folder']}"
