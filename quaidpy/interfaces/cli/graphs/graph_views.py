"""How does a piece of the graph read on a terminal?"""

from typing import TYPE_CHECKING, Any

from rich.text import Text
from rich.tree import Tree

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.interfaces.cli.terminal.printing import DIM, LINK, STRONG, plain_table
from quaidpy.interfaces.json_forms.identities import short
from quaidpy.interfaces.json_forms.times import when

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


_NAMES = 8  # of a theme on one line


def print_neighbours(console: "Console", document: dict[str, Any]) -> None:
    root = Tree(
        Text(document["name"], style=STRONG).append(f"  {short(document['node'])}", style=f"not bold {DIM}")
    )
    _grow(root, document["node"], document["links"], seen={document["node"]})
    console.print(root)
    if not document["links"]:
        console.print(Text("nothing is related to it yet", style=DIM))


def _grow(branch: Tree, node: str, links: list[dict[str, Any]], *, seen: set[str]) -> None:
    """Each node once, under the first node that reaches it."""
    ends = [(link, link["target"] if link["source"] == node else link["source"]) for link in links]
    touching = [
        (link, other)
        for link, other in ends
        if node in {link["source"], link["target"]} and other not in seen
    ]
    seen |= {other for _, other in touching}
    for link, other in sorted(
        touching, key=lambda pair: (pair[0]["relation"] == MENTIONS, -pair[0]["weight"])
    ):
        is_forward = link["source"] == node
        name = link["target_name"] if is_forward else link["source_name"]
        _grow(branch.add(_step(link["relation"], name, is_forward=is_forward)), other, links, seen=seen)


def _step(relation: str, name: str, *, is_forward: bool) -> Text:
    arrow = f"─{relation}→ " if is_forward else f"←{relation}─ "
    return Text().append(arrow, style=DIM if relation == MENTIONS else LINK).append(name)


def print_path(console: "Console", document: dict[str, Any]) -> None:
    nodes = document["nodes"]
    if not nodes:
        return
    console.print(Text(nodes[0]["name"], style=STRONG))
    for step, node in zip(document["steps"], nodes[1:], strict=True):
        line = Text("  ").append_text(_step(step["relation"], node["name"], is_forward=step["is_forward"]))
        console.print(line.append(f"  {step['when']}".rstrip(), style=DIM))


def print_communities(console: "Console", document: dict[str, Any]) -> None:
    for community in document["communities"]:
        names = [member["name"] for member in community["members"]]
        line = Text(", ".join(names[:_NAMES]), style=STRONG)
        line.append(
            f" and {len(names) - _NAMES} more" if len(names) > _NAMES else "", style=f"not bold {DIM}"
        )
        console.print(line.append(f"  {community['links']} relations", style=f"not bold {DIM}"))
    if document["count"] > len(document["communities"]):
        console.print(Text(f"… and {document['count'] - len(document['themes'])} more", style=DIM))
    if not document["communities"]:
        console.print(Text("nothing is related yet", style=DIM))


def print_central(console: "Console", document: dict[str, Any]) -> None:
    entities = document["entities"]
    rows = [(Text(each["name"], style=STRONG), Text(f"{each['share']:.1%}")) for each in entities]
    if rows:
        console.print(plain_table(["entity", "share"], rows))
    else:
        console.print(Text("nothing is related yet", style=DIM))


def print_cypher(console: "Console", document: dict[str, Any]) -> None:
    rows = [[Text("–" if value is None else str(value)) for value in row] for row in document["rows"]]
    console.print(plain_table(document["columns"], rows))
    console.print(Text(f"{len(rows)} {'row' if len(rows) == 1 else 'rows'}", style=DIM))


def edge_line(edge: dict[str, Any]) -> "RenderableType":
    """Ana ─lives_in→ Lisbon  since 2 June 2025."""
    line = Text(edge["source_name"]).append(" ─", style="dim").append(edge["relation"], style="cyan")
    line.append("→ ", style="dim").append(edge["target_name"])
    return line.append(f"  {when(edge['lifetime'])}".rstrip(), style="dim")


def attribute_line(told: dict[str, Any]) -> Text:
    name = " ".join(part for part in (told["of"], told["attribute"].replace("_", " ")) if part)
    since = (told["from"] or "")[:10]
    until = f" until {told['until'][:10]}" if told["until"] else ""
    line = Text(f"{name}: {told['value']}", style="dim" if until else "")
    return line.append(f"  {since}{until}  {short(told['id'])}", style="dim")
