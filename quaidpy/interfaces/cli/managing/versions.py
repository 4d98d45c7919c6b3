"""Which wordings has a memory had, and how does an earlier one come back?"""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import memory_id, short

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_MEMORY = click.argument("identity", metavar="MEMORY")


@click.command(cls=QuaidCommand)
@_MEMORY
@click.pass_obj
def history(session: Session, identity: str) -> None:
    """Show every wording of a memory, who changed it, and what differs."""
    from quaidpy.interfaces.json_forms.versions import history_document

    with session.reading() as memory:
        whole = memory_id(identity, memory)
        document = history_document(whole, memory.history(whole))
    session.answer(document, lambda: _print(session.console, document))


@click.command(cls=QuaidCommand)
@_MEMORY
@click.option("--to", "to", required=True, metavar="VERSION|DATE", help="As `quaid history` numbers them.")
@click.pass_obj
def rollback(session: Session, identity: str, to: str) -> None:
    """Word a memory as it was before; `quaid undo` takes that back."""
    from quaidpy.interfaces.cli.terminal.dates import read_date

    with session.writing() as memory:
        whole = memory_id(identity, memory)
        wanted = int(to) if to.isdecimal() else read_date(to, "--to", now=memory.now())
        operation = memory.rollback(whole, wanted)
        text, version = memory.show(whole).text, memory.history(whole)[-1].number
    session.answer_change(
        f"version {version}: {text}", operation, {"memory": whole, "text": text, "version": version}
    )


def _print(console: "Console", document: dict[str, Any]) -> None:
    for version in document["versions"]:
        console.print(_title(version))
        for line in _lines(version):
            console.print(line)


def _title(version: dict[str, Any]) -> "Text":
    from rich.text import Text

    from quaidpy.interfaces.cli.managing.history_views import caller_told
    from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG, WARNING
    from quaidpy.interfaces.json_forms.times import minute

    title = Text(f"{version['version']}  ", style=STRONG)
    title.append(f"{minute(datetime.fromisoformat(version['at']))}  ", style="not bold dim")
    title.append(version["verb"] or "known")
    by = [caller_told(version), version["model"] and f"with {version['model']}", version["prompt"]]
    if told := ", ".join(filter(None, by)):
        title.append(f"  {'by ' if by[0] else ''}{told}", style=f"not bold {DIM}")
    if version["operation"]:
        title.append(f"  {short(version['operation'])}", style=f"not bold {DIM}")
    if version["undone_by"]:
        title.append("  undone", style=WARNING)
    return title


def _lines(version: dict[str, Any]) -> "Iterator[Text]":
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import BAD, DIM, GOOD
    from quaidpy.interfaces.json_forms.versions import GONE, NEW, SAME

    if version["text"] is None:
        yield Text("   taken back", style=DIM)
        return
    if version["diff"] and any(what != SAME for what, _ in version["diff"]):
        for mark, colour, own in (("-", BAD, GONE), ("+", GOOD, NEW)):
            line = Text(f"   {mark} ", style=colour)
            for what, words in version["diff"]:
                if what in {own, SAME}:
                    line.append(words, style=f"{colour} bold underline" if what == own else colour)
            yield line
    else:
        yield Text(f"     {version['text']}")
    changed = [_changed(name, *pair) for name, pair in version["changed"].items()]
    if changed:
        yield Text(f"   ~ {', '.join(changed)}", style=DIM)
    if version["why"] and version["verb"] in _WHY_MATTERS:
        yield Text(f"     {version['why']}", style=DIM)


def _changed(name: str, before: Any, after: Any) -> str:
    from quaidpy.interfaces.cli.managing.history_views import value_told

    if name == "superseded_by":
        return f"replaced by {short(after)}" if after else f"no longer replaced by {short(before)}"
    return f"{name.replace('_', ' ')} {value_told(before)} → {value_told(after)}"


_WHY_MATTERS = frozenset({"retire", "merge", "resolve", "review", "approve", "rewrite", "extract"})
"""Verbs of which the reason says more than the verb and the id."""
