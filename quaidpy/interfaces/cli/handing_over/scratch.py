"""What does an agent write down for itself?"""

import sys

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.options import AGENT
from quaidpy.interfaces.cli.terminal.session import Session

_NAME = click.argument("name", metavar="NAME")
_TEXT = click.argument("text", nargs=-1, required=True, metavar="TEXT")


@click.group(cls=QuaidGroup)
def scratch() -> None:
    """Keep small texts of an agent: its scratchpads.

    Up to 8 KiB each and 32 KiB together, thirty days from the last writing. They are no memories: nothing recalls them
    and nothing is learnt from them.
    """


@scratch.command(name="list")
@click.option("--agent", metavar="NAME", help="Only of this agent.")
@click.pass_obj
def list_(session: Session, /, agent: str | None) -> None:
    """List the scratchpads of all agents."""
    from quaidpy.interfaces.cli.handing_over.handover_views import print_scratchpads
    from quaidpy.interfaces.json_forms.handover import scratchpads_document

    with session.reading() as memory:
        found = memory.scratchpads(agent=session.agent_called(agent) if agent else None)
        document = scratchpads_document(found, memory)
    session.answer(document, lambda: print_scratchpads(session.console, document))


@scratch.command()
@_NAME
@click.option("--version", "version", type=click.IntRange(1), metavar="N", help="An earlier version.")
@AGENT
@click.pass_obj
def show(session: Session, /, name: str, version: int | None, agent: str | None) -> None:
    """Print a scratchpad, word for word."""
    from quaidpy.interfaces.json_forms.handover import scratchpad_document

    with session.reading() as memory:
        pad = memory.scratchpad(name, agent=session.agent_called(agent), version=version)
        document = scratchpad_document(pad, memory)
    session.answer(document, lambda: click.echo(pad.text, nl=not pad.text.endswith("\n")))


@scratch.command()
@_NAME
@_TEXT
@AGENT
@click.pass_obj
def write(session: Session, /, name: str, text: tuple[str, ...], agent: str | None) -> None:
    """Write a scratchpad anew; TEXT may be - for standard input. What it said stays as a version."""
    from quaidpy.interfaces.json_forms.handover import scratchpad_document

    with session.writing() as memory:
        pad = memory.write_scratchpad(name, _words(text), agent=session.agent_called(agent))
        document = scratchpad_document(pad, memory)
    session.answer(document, lambda: _print_kept(document))


@scratch.command()
@_NAME
@_TEXT
@AGENT
@click.pass_obj
def append(session: Session, /, name: str, text: tuple[str, ...], agent: str | None) -> None:
    """Add a line to a scratchpad; TEXT may be - for standard input."""
    from quaidpy.interfaces.json_forms.handover import scratchpad_document

    with session.writing() as memory:
        pad = memory.append_scratchpad(name, _words(text), agent=session.agent_called(agent))
        document = scratchpad_document(pad, memory)
    session.answer(document, lambda: _print_kept(document))


@scratch.command()
@_NAME
@AGENT
@click.pass_obj
def clear(session: Session, /, name: str, agent: str | None) -> None:
    """Forget a scratchpad with all its versions."""
    with session.writing() as memory:
        gone = memory.clear_scratchpad(name, agent=session.agent_called(agent))
    versions = "1 version" if gone == 1 else f"{gone} versions"
    session.answer({"name": name, "cleared": gone}, lambda: click.echo(f"cleared: {name} ({versions})"))


def _words(text: tuple[str, ...]) -> str:
    words = " ".join(text)
    return sys.stdin.read() if words == "-" else words


def _print_kept(document: dict[str, object]) -> None:
    click.echo(f"kept: {document['name']}, version {document['version']}, {document['bytes']:,} bytes")
