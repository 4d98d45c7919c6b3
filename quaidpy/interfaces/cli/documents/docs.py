"""What do the documents of registered projects say, and is the index of them current?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import NotFoundError
from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.documents.library import Library

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
    from quaidpy.interfaces.cli.documents.docs_views import found_document, print_found

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
    from quaidpy.interfaces.cli.documents.docs_views import indexing_progress, print_report, report_document

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


@docs.command()
@_PROJECT
@click.option("--maybe", is_flag=True, help="Also where only much of a file spoken of was rewritten.")
@click.pass_obj
def stale(session: Session, /, project: str | None, maybe: bool) -> None:
    """Say which documents may no longer be true, and why.

    Each is held against what changed in the code since its own last commit, or since `quaid docs verify`.
    """
    from quaidpy.interfaces.cli.documents.freshness_views import freshness_document, print_freshness

    with session.reading() as memory:
        library = memory.documents
        found = [
            freshness_document(library.freshness(name), with_maybe=maybe) for name in _names(library, project)
        ]
    session.answer({"projects": found}, lambda: print_freshness(session.console, found))


@docs.command()
@click.argument("file", metavar="FILE")
@click.option("--reason", default="looked at", show_default=True, metavar="TEXT", help="Why it is right.")
@click.pass_obj
def verify(session: Session, /, file: str, reason: str) -> None:
    """Note that a document is right as of now.

    FILE is a path, or PROJECT/PATH. What changed before does not count against it any more.
    """
    with session.writing() as memory:
        project, path = _document_meant(memory.documents, file, session)
        operation = memory.documents.verify(project, path, reason)
    told = f"{project}/{path} is right as of now"
    session.answer_change(told, operation, {"project": project, "path": path})


@docs.command()
@_PROJECT
@click.pass_obj
def check(session: Session, /, project: str | None) -> None:
    """Find dead links, and empty, copied and forgotten documents."""
    with session.reading() as memory:
        library = memory.documents
        found = {name: library.untidy(name) for name in _names(library, project)}

    def show() -> None:
        for name, each in found.items():
            for untidy in each:
                click.echo(f"{name}/{untidy.path}:{untidy.line}  {untidy.kind.value}: {untidy.words}")
            if not each:
                click.echo(f"{name}: nothing is wrong")

    session.answer({"projects": {name: plain(each) for name, each in found.items()}}, show)


def _names(library: "Library", project: str | None) -> list[str]:
    """The project named, or all that are not archived."""
    if project:
        return [library.project(project).name]
    return [each.project.name for each in library.projects() if not each.project.is_archived]


def _document_meant(library: "Library", typed: str, session: Session) -> tuple[str, str]:
    """Project and path of a document, by its file or by PROJECT/PATH. Raises NotFoundError."""
    there = library.tools.folders.portable(str(session.path(typed)))
    owning = library.find(there) if session.path(typed).exists() else None
    if owning is not None:
        return owning.name, there.removeprefix(owning.root).lstrip("/")
    project, _, path = typed.partition("/")
    if not path:
        raise NotFoundError(
            f"there is no {typed} here; give a path, or PROJECT/PATH as `quaid docs list` prints it"
        )
    return library.project(project).name, path
