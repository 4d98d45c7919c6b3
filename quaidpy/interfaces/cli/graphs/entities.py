"""Who and what does memory know?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import name_or_id, short
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from rich.console import Console


@click.command(cls=QuaidCommand)
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--limit", type=click.IntRange(1), default=8, show_default=True, help="Memories on the card.")
@click.pass_obj
def entity(session: Session, name: str | None, limit: int) -> None:
    """List everybody and everything known, or show one card.

    A card says what holds now, what held before, and the latest memories.
    """
    from quaidpy.interfaces.json_forms.entities import card_document

    with session.reading() as memory:
        if name is None:
            listed = {"entities": plain(memory.entities())}
            session.answer(listed, lambda: _print_all(session.console, listed))
            return
        document = card_document(name, memory, limit)
    session.answer(document, lambda: print_card(session.console, document))


@click.group(cls=QuaidGroup)
def aliases() -> None:
    """List, add and remove the other names of entities."""


@aliases.command(name="list")
@click.argument("name", required=False, metavar="[NAME]")
@click.pass_obj
def list_(session: Session, name: str | None) -> None:
    """List who has which other names."""
    with session.reading() as memory:
        found = [memory.entity(name_or_id(name, memory))] if name else memory.entities()
    document = {
        "aliases": [
            {"id": e.id, "name": e.name, "aliases": list(e.aliases)} for e in found if e.aliases or name
        ]
    }
    session.answer(document, lambda: _print_aliases(document))


@aliases.command()
@click.argument("name", metavar="NAME")
@click.argument("alias", metavar="ALIAS")
@click.pass_obj
def add(session: Session, name: str, alias: str) -> None:
    """Give an entity another name, as in `quaid aliases add Ana Anita`."""
    with session.writing() as memory:
        operation = memory.add_alias(name_or_id(name, memory), alias)
        known = memory.entity(alias)
    session.answer_change(f"{alias} now means {known.name}", operation, {"entity": known})


@aliases.command()
@click.argument("name", metavar="NAME")
@click.argument("alias", metavar="ALIAS")
@click.pass_obj
def remove(session: Session, name: str, alias: str) -> None:
    """Take another name from an entity."""
    with session.writing() as memory:
        known = memory.entity(name_or_id(name, memory))
        operation = memory.remove_alias(known.id, alias)
        known = memory.entity(known.id)
    session.answer_change(f"{alias} no longer means {known.name}", operation, {"entity": known})


def print_card(console: "Console", document: dict[str, Any]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.graphs.graph_views import attribute_line, edge_line
    from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG, indented, kind_label, plain_rows

    title = Text(document["name"], style=STRONG).append(f"  {document['type']}", style="not bold cyan")
    console.print(title.append(f"  {short(document['id'])}", style=f"not bold {DIM}"))
    if document["aliases"]:
        console.print(Text(f"also {', '.join(document['aliases'])}", style=DIM))
    if document["summary"]:
        console.print(document["summary"])
    for heading, edges in (("Now", document["now"]), ("Before", document["before"])):
        if edges:
            console.print(Text(f"\n{heading}", style=STRONG))
            for edge in edges:
                console.print(indented(edge_line(edge)))
    if document["attributes"]:
        console.print(Text("\nAttributes", style=STRONG))
        for told in document["attributes"]:
            console.print(indented(attribute_line(told)))
    if document["memories"]:
        console.print(Text("\nLatest memories", style=STRONG))
        rows = [(kind_label(m["kind"]), m["stated_at"][:10], _statement(m)) for m in document["memories"]]
        console.print(indented(plain_rows(rows)))


def _statement(memory: dict[str, Any]) -> Any:
    from rich.text import Text

    style = "dim strike" if memory["status"] == "superseded" else ""
    return Text(memory["text"], style=style).append(f"  {short(memory['id'])}", style="dim not strike")


def _print_all(console: "Console", document: dict[str, Any]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import DIM, id_label, plain_table

    known = sorted(document["entities"], key=lambda each: (each["type"], each["name"].casefold()))
    rows = [
        (
            Text(each["type"], style="cyan"),
            each["name"],
            id_label(each["id"]),
            Text(", ".join(each["aliases"]), style=DIM),
        )
        for each in known
    ]
    console.print(
        plain_table(("type", "name", "id", "also"), rows) if rows else Text("nobody is known yet", style=DIM)
    )


def _print_aliases(document: dict[str, Any]) -> None:
    for each in document["aliases"]:
        click.echo(f"{each['name']}: {', '.join(each['aliases']) or 'no other names'}")
    if not document["aliases"]:
        click.echo("nobody has another name yet; `quaid aliases add NAME ALIAS` gives one")
