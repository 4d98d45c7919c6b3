"""What has been learnt for the files that say who agent and user are?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import NotFoundError, UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session, short_path

if TYPE_CHECKING:
    from quaidpy.learn.identity_files import IdentityFile
    from quaidpy.learn.learning_tools import LearnTools

_ABOUT = click.Choice(["self", "user", "world"])


@click.group(cls=QuaidGroup)
def journal() -> None:
    """See what was learnt for SOUL.md, USER.md and the like."""


@journal.command("list", cls=QuaidCommand)
@click.option("--file", "name", metavar="NAME", help="Only for this identity file, as USER.md.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@click.pass_obj
def list_learnt(session: Session, name: str | None, limit: int) -> None:
    """List what was learnt, newest first."""
    from quaidpy.interfaces.cli.night.journal_views import learnt_document, print_learnt

    with session.reading() as memory:
        tools = memory.parts.learning
        file = _called(name, tools).name if name else None
        found = tools.records.learnings(memory.owner, file=file, limit=limit)
        document = {"learnings": [learnt_document(each) for each in found]}
    session.answer(document, lambda: print_learnt(session.console, document))
    if not tools.keeps_journal:
        session.hint("janitor.journal is false: nothing is learnt, and no file is touched")


@journal.command(cls=QuaidCommand)
@click.argument("name", metavar="FILE")
@click.pass_obj
def show(session: Session, name: str) -> None:
    """Show one identity file: its bullets that wait, and its diary."""
    from quaidpy.interfaces.cli.night.journal_views import print_state, state_document
    from quaidpy.learn.inspection import state_of

    with session.reading() as memory:
        tools = memory.parts.learning
        document = state_document(state_of(_called(name, tools), memory.owner, tools), tools)
    session.answer(document, lambda: print_state(session.console, document))


@journal.command(cls=QuaidCommand)
@click.argument("query", nargs=-1, required=True, metavar="WORDS")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@click.pass_obj
def search(session: Session, query: tuple[str, ...], limit: int) -> None:
    """Find lines in identity files, snippets, journals and archives."""
    from quaidpy.interfaces.cli.night.journal_views import print_found
    from quaidpy.learn.inspection import found_in_files

    with session.reading() as memory:
        found = found_in_files(" ".join(query), memory.parts.learning, limit=limit)
    document = {"found": [{"path": str(f.path), "line": f.line, "text": f.text} for f in found]}
    session.answer(document, lambda: print_found(session.console, document))


@journal.command(cls=QuaidCommand)
@click.pass_obj
def files(session: Session) -> None:
    """List the identity files, how full they are, and what waits for them."""
    from quaidpy.interfaces.cli.night.journal_views import print_files, state_document
    from quaidpy.learn.inspection import state_of

    with session.reading() as memory:
        tools = memory.parts.learning
        states = [state_document(state_of(each, memory.owner, tools), tools) for each in tools.identity]
    document = {"files": states, "keeps_journal": tools.keeps_journal, "edits_files": tools.edits_files}
    session.answer(document, lambda: print_files(session.console, document))


@journal.command(cls=QuaidCommand)
@click.argument("path", metavar="PATH")
@click.option("--about", type=_ABOUT, required=True, help="What it is about: the agent, the user, the world.")
@click.pass_obj
def add(session: Session, path: str, about: str) -> None:
    """Have a file of yours learn, too; nothing of it changes without you."""
    target = session.path(path).absolute()
    entries = [each for each in _entries(session) if _name(each) != target.name]
    _write(session, [*entries, f"{target}={about}"], f"{short_path(target)} learns what is about the {about}")


@journal.command(cls=QuaidCommand)
@click.argument("name", metavar="FILE")
@click.pass_obj
def remove(session: Session, name: str) -> None:
    """Have a file learn no more; the file itself stays as it is."""
    entries = _entries(session)
    kept = [each for each in entries if _name(each).casefold() != name.casefold()]
    if len(kept) == len(entries):
        raise NotFoundError(f"no identity file {name}; there are {', '.join(map(_name, entries))}")
    _write(session, kept, f"{name} learns no more")


def _called(name: str, tools: "LearnTools") -> "IdentityFile":
    found = tools.file_called(name)
    if found is None:
        known = ", ".join(each.name for each in tools.identity)
        raise NotFoundError(f"no identity file {name}; there are {known}. `quaid journal add PATH` adds one")
    return found


def _entries(session: Session) -> list[str]:
    return list(session.settings.tuning.learning.files)


def _name(entry: str) -> str:
    from pathlib import Path

    return Path(entry.rpartition("=")[0].strip()).name


def _write(session: Session, entries: list[str], told: str) -> None:
    import json

    from quaidpy.settings import write_setting

    if not entries:
        raise UsageError(
            "one identity file has to stay; `quaid config set janitor.journal false` ends learning"
        )
    written = write_setting(session.settings, "learning.files", json.dumps(entries))
    document: dict[str, Any] = {"files": entries, "written": str(written)}
    session.answer(document, lambda: click.echo(told))
