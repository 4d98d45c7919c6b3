"""What do the documents of registered projects say, and is the index of them current?"""

from typing import Any

import click

from quaidpy.interfaces.cli.json_form import plain
from quaidpy.interfaces.cli.lazy import QuaidGroup
from quaidpy.interfaces.cli.session import Session

_PROJECT = click.option("--project", metavar="NAME", help="Only this project.")


@click.group(cls=QuaidGroup)
def docs() -> None:
    """Search the documents of projects, and keep them right."""


@docs.command()
@click.argument("query", nargs=-1, required=True, metavar="QUERY")
@_PROJECT
@click.option(
    "--limit", "-n", type=click.IntRange(1, 50), default=5, show_default=True, help="Most passages."
)
@click.option("--whole", is_flag=True, help="Show whole passages, not only the lines that answer best.")
@click.pass_obj
def search(session: Session, /, query: tuple[str, ...], project: str | None, limit: int, whole: bool) -> None:
    """Find passages by words and by meaning.

    Each with its file and lines, the headings above it, and its exact words.
    """
    from quaidpy.documents.searching import DocumentQuery
    from quaidpy.interfaces.cli.docs_views import found_document, print_found

    text = " ".join(query)
    with session.reading() as memory:
        found = memory.documents.search(DocumentQuery(text=text, limit=limit, project=project))
        is_empty = not found.passages and not memory.documents.projects()
    document = found_document(text, found)
    session.answer(document, lambda: print_found(session.console, document, is_whole=whole))
    if is_empty:
        session.hint("no project is registered yet; `quaid projects register FOLDER` makes a start")
    for each in document["degraded"]:
        session.hint(f"degraded: {each['stage']} ({each['reason']})")


@docs.command()
@_PROJECT
@click.pass_obj
def reindex(session: Session, /, project: str | None) -> None:
    """Read what changed: only changed documents, and of them only changed parts are embedded.

    The janitor does it every night.
    """
    from quaidpy.interfaces.cli.docs_views import indexing_progress, print_report, report_document

    with session.writing() as memory, indexing_progress(session) as told:
        names = [project] if project else []
        reports = [report_document(each) for each in memory.documents.reindex(names, progress=told)]

    def show() -> None:
        for each in reports:
            print_report(each)
        if not reports:
            click.echo("no project is registered yet; `quaid projects register FOLDER` makes a start")

    session.answer({"reports": reports}, show)


@docs.command(name="list")
@_PROJECT
@click.pass_obj
def list_(session: Session, /, project: str | None) -> None:
    """List the documents that are indexed."""
    with session.reading() as memory:
        library = memory.documents
        names = [project] if project else [each.project.name for each in library.projects()]
        listed: dict[str, Any] = {name: plain(library.documents(name)) for name in names}

    def show() -> None:
        for name, documents in listed.items():
            for each in documents:
                title = f"  {each['title']}" if each["title"] else ""
                click.echo(f"{name}/{each['path']}  {each['chunks']} chunks{title}")

    session.answer({"documents": listed}, show)
