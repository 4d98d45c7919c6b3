"""How do things hang together?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand, QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import name_or_id

if TYPE_CHECKING:
    from quaidpy.memory import Memory


@click.group(cls=QuaidGroup)
def graph() -> None:
    """Walk, query, export and draw the graph."""


@graph.command(cls=QuaidCommand)
@click.argument("name", metavar="NAME")
@click.option("--depth", type=click.IntRange(1, 3), default=1, show_default=True, help="Steps away.")
@click.option("--limit", type=click.IntRange(1, 100), default=15, show_default=True, help="Links a node.")
@click.pass_obj
def neighbours(session: Session, name: str, depth: int, limit: int) -> None:
    """Show what is related to an entity or memory now."""
    from quaidpy.interfaces.cli.graphs.graph_views import print_neighbours
    from quaidpy.interfaces.json_forms.graph import neighbours_document

    with session.reading() as memory:
        node = memory.node(name_or_id(name, memory))
        document = neighbours_document(memory, node, depth=depth, fanout=limit)
    session.answer(document, lambda: print_neighbours(session.console, document))


@graph.command(cls=QuaidCommand)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option(
    "--max-steps", type=click.IntRange(1, 12), default=6, show_default=True, help="Longest way to look for."
)
@click.pass_obj
def path(session: Session, source: str, target: str, max_steps: int) -> None:
    """Find the shortest way from one entity or memory to another."""
    from quaidpy.interfaces.cli.graphs.graph_views import print_path
    from quaidpy.interfaces.json_forms.graph import path_document

    with session.reading() as memory:
        ends = [name_or_id(source, memory), name_or_id(target, memory)]
        document = path_document(memory, memory.path(ends[0], ends[1], max_steps=max_steps))
    if not document["nodes"]:
        session.hint(f"no way from {source} to {target} in {max_steps} steps")
    session.answer(document, lambda: print_path(session.console, document))


@graph.command(cls=QuaidCommand)
@click.argument("query", metavar="QUERY")
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="Most rows.")
@click.pass_obj
def cypher(session: Session, query: str, limit: int) -> None:
    """Ask in Cypher, read-only.

    Entities, memories and turns are `Node` (id, kind, type, name); relations are `Edge` (relation, weight,
    confidence, valid_from, valid_to) and `Mentions` (weight).

    \b
    quaid graph cypher "MATCH (a:Node)-[e:Edge]->(b:Node)
                        RETURN a.name, e.relation, b.name LIMIT 5"
    """  # noqa: D301 - \b keeps click from filling the lines
    from quaidpy.interfaces.cli.graphs.graph_views import print_cypher
    from quaidpy.interfaces.json_forms.graph import table_document

    with session.reading() as memory:
        document = table_document(memory.cypher(query, limit=limit))
    session.answer(document, lambda: print_cypher(session.console, document))


@graph.command(cls=QuaidCommand)
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, help="Most communities.")
@click.pass_obj
def communities(session: Session, limit: int) -> None:
    """Show which entities belong together, the most central of each first."""
    from quaidpy.interfaces.cli.graphs.graph_views import print_communities
    from quaidpy.interfaces.json_forms.communities import communities_document

    with session.reading() as memory:
        document = communities_document(memory, limit=limit)
    session.answer(document, lambda: print_communities(session.console, document))


@graph.command(cls=QuaidCommand)
@click.option("--limit", type=click.IntRange(1), default=15, show_default=True, help="Most entities.")
@click.pass_obj
def central(session: Session, limit: int) -> None:
    """Show which entities the graph is about most."""
    from quaidpy.interfaces.cli.graphs.graph_views import print_central
    from quaidpy.interfaces.json_forms.communities import central_document

    with session.reading() as memory:
        document = central_document(memory, limit=limit)
    session.answer(document, lambda: print_central(session.console, document))


@graph.command(cls=QuaidCommand, name="export")
@click.option(
    "--format",
    "form",
    type=click.Choice(["graphml", "json"]),
    default="graphml",
    show_default=True,
    metavar="FORM",
    help="graphml or json.",
)
@click.option(
    "--output", "-o", default="-", metavar="FILE", help="Where to write it [default: standard output]."
)
@click.pass_obj
def export_(session: Session, form: str, output: str) -> None:
    """Write the graph for Gephi, yEd, networkx and the like."""
    from quaidpy.graph.export import to_graphml, to_json

    with session.reading() as memory:
        entities, found = memory.entities(), memory.parts.graph.edges(memory.owner)
    known = {entity.id for entity in entities}
    edges = [edge for edge in found.edges if known.issuperset((edge.source, edge.target))]
    text = (to_graphml if form == "graphml" else to_json)(entities, edges)
    if output == "-" and not session.is_json:
        click.echo(text)
        return
    if output == "-":
        raise UsageError("--json reports on a written file; give -o FILE (or leave --json out)")
    counts = {"entities": len(entities), "edges": len(edges), "engine": found.engine}
    _tell(session, {"file": str(session.write_text(output, text)), "format": form, **counts})


@graph.command(cls=QuaidCommand)
@click.option(
    "--output", "-o", default="graph.svg", show_default=True, metavar="FILE", help="Where to write it."
)
@click.option("--title", metavar="TEXT", help="Above the picture.")
@click.pass_obj
def picture(session: Session, output: str, title: str | None) -> None:
    """Draw the graph of entities as it is now, as SVG."""
    with session.reading() as memory:
        _tell(session, draw(session, memory, output, title=title or f"What {memory.owner} remembers"))


def draw(session: Session, memory: "Memory", output: str, *, title: str) -> dict[str, Any]:
    """Write the picture of what holds now. Returns where, and how much is in it."""
    from quaidpy.graph.drawing import draw_svg

    found = memory.parts.graph.relations(memory.owner)
    joined = {end for link in found.links for end in (link.source, link.target)}
    # Nodes without any edge would fill the picture and say nothing; they are drawn only when there is nothing else.
    entities = memory.entities()
    drawn = [entity for entity in entities if entity.id in joined] or entities
    written = session.write_text(output, draw_svg(drawn, found.links, title=title))
    return {
        "file": str(written),
        "entities": len(drawn),
        "edges": len(found.links),
        "engine": found.engine,
    }


def _tell(session: Session, document: dict[str, Any]) -> None:
    told = "{entities} entities and {edges} edges in {file}".format_map(document)
    session.answer(document, lambda: click.echo(told))
