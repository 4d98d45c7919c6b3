"""Which folders of documents are known, and how are they named?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import NotFoundError
from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.documents import projects_document
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from rich.console import Console


@click.group(cls=QuaidGroup)
def projects() -> None:
    """Register folders of documents, find and name them."""


@projects.command()
@click.argument("folder", default=".", metavar="[FOLDER]")
@click.option("--name", metavar="NAME", help="What it is called [default: as the folder].")
@click.option("--nested", is_flag=True, help="Even inside, or around, another project.")
@click.option("--no-index", is_flag=True, help="Do not read its documents now.")
@click.pass_obj
def register(session: Session, /, folder: str, name: str | None, nested: bool, no_index: bool) -> None:
    """Know a folder as a project and read its documents.

    Nothing in the folder is changed. What git ignores, secrets such as .env, and files that are no text are never read.
    """
    with session.writing() as memory:
        library = memory.documents
        project = library.register(_here(session, folder), name=name, is_nested=nested)
        reports = [] if no_index else _read(session, project.name, memory)
    document = {"project": plain(project), "reports": reports}
    session.answer(document, lambda: _print_registered(document))


@projects.command()
@click.argument("name", metavar="NAME")
@click.option("--at", "folder", metavar="FOLDER", help="Where [default: a folder of this name here].")
@click.pass_obj
def create(session: Session, /, name: str, folder: str | None) -> None:
    """Make a folder with a PROJECT.md, and register it."""
    with session.writing() as memory:
        project = memory.documents.create(name, _here(session, folder or name))
        reports = _read(session, project.name, memory)
    document = {"project": plain(project), "reports": reports}
    session.answer(document, lambda: _print_registered(document))


@projects.command(name="list")
@click.pass_obj
def list_(session: Session) -> None:
    """List the projects with how much is indexed of each."""
    with session.reading() as memory:
        document = projects_document(memory.documents.projects())
    session.answer(document, lambda: _print_all(session.console, document["projects"]))


@projects.command()
@click.argument("path", default=".", metavar="[PATH]")
@click.pass_obj
def find(session: Session, path: str) -> None:
    """Say which project a file or folder belongs to.

    Of nested projects the innermost.
    """
    with session.reading() as memory:
        project = memory.documents.find(_here(session, path))
    if project is None:
        raise NotFoundError(
            f"{path} belongs to no project; `quaid projects register {path}` registers it, or the folder around it"
        )
    session.answer({"project": plain(project)}, lambda: click.echo(f"{project.name}  {project.root}"))


@projects.command()
@click.argument("folder", default=".", metavar="[FOLDER]")
@click.option("--depth", type=click.IntRange(0, 20), metavar="N", help="Levels below [default: 3].")
@click.option("--register", "is_registering", is_flag=True, help="Register those that are found.")
@click.pass_obj
def discover(session: Session, /, folder: str, depth: int | None, is_registering: bool) -> None:
    """Look for folders that are projects: with .git, a README, pyproject.toml and the like."""
    levels = session.settings.tuning.documents.discover_depth if depth is None else depth
    with session.writing() if is_registering else session.reading() as memory:
        library = memory.documents
        found = library.discover(_here(session, folder), depth=levels)
        fresh = [each.root for each in found if each.project is None and not library.find(each.root)]
        registered = [library.register(root) for root in fresh] if is_registering else []
    document = {"found": plain(found), "registered": plain(registered)}

    def show() -> None:
        for each in found:
            known = f"  (project {each.project})" if each.project else ""
            click.echo(f"{each.root}  {each.marker}{known}")
        if not found:
            click.echo("no project was found")
        for project in registered:
            click.echo(f"registered {project.name}")

    session.answer(document, show)
    if registered:
        session.hint("`quaid docs reindex` reads their documents")


@projects.command()
@click.argument("project", metavar="PROJECT")
@click.argument("name", metavar="NAME")
@click.pass_obj
def rename(session: Session, project: str, name: str) -> None:
    """Call a project by another name."""
    with session.writing() as memory:
        known, operation = memory.documents.rename(project, name)
    session.answer_change(f"{known.root} is now {known.name}", operation, {"project": known})


@projects.command()
@click.argument("project", metavar="PROJECT")
@click.pass_obj
def archive(session: Session, project: str) -> None:
    """Neither search nor read it any more, but keep its name."""
    with session.writing() as memory:
        known, operation = memory.documents.archive(project)
    session.answer_change(f"{known.name} is archived", operation, {"project": known})


@projects.command()
@click.argument("project", metavar="PROJECT")
@click.pass_obj
def unarchive(session: Session, project: str) -> None:
    """Search and read it again."""
    with session.writing() as memory:
        known, operation = memory.documents.archive(project, is_archived=False)
        memory.documents.reindex([known.name])
    session.answer_change(f"{known.name} is searched again", operation, {"project": known})


@projects.command()
@click.argument("project", metavar="PROJECT")
@click.pass_obj
def unregister(session: Session, project: str) -> None:
    """Know a project no more; its folder stays as it is."""
    with session.writing() as memory:
        known, operation = memory.documents.unregister(_meant(session, project))
    told = f"{known.name} is registered no more; nothing in {known.root} was changed"
    session.answer_change(told, operation, {"project": known})


def _here(session: Session, typed: str) -> str:
    return str(session.path(typed))


def _meant(session: Session, typed: str) -> str:
    """A name as it is, a path from where the command was called."""
    return _here(session, typed) if "/" in typed or typed in {".", ".."} else typed


def _read(session: Session, name: str, memory: Any) -> list[dict[str, Any]]:
    from quaidpy.interfaces.cli.documents.docs_views import indexing_progress, report_document

    with indexing_progress(session) as told:
        return [report_document(report) for report in memory.documents.reindex([name], progress=told)]


def _print_registered(document: dict[str, Any]) -> None:
    from quaidpy.interfaces.cli.documents.docs_views import print_report

    project = document["project"]
    click.echo(f"{project['name']} is {project['root']}")
    for report in document["reports"]:
        print_report(report)


def _print_all(console: "Console", listed: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import DIM, plain_table

    def state(each: dict[str, Any]) -> str:
        return "archived" if each["is_archived"] else "" if each["is_there"] else "its folder is not there"

    rows = [
        (
            each["name"],
            f"{each['documents']:,}",
            f"{each['chunks']:,}",
            Text(state(each), style=DIM),
            Text(each["root"], style=DIM),
        )
        for each in listed
    ]
    empty = Text("no project is registered yet; `quaid projects register FOLDER` makes a start", style=DIM)
    console.print(plain_table(("project", "documents", "chunks", "", "folder"), rows) if rows else empty)
