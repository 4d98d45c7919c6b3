"""How does a piece of the graph read on a terminal?"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.text import Text
from rich.tree import Tree

from quaidpy.domain.graph.edges import MENTIONS
from quaidpy.domain.identity import is_entity
from quaidpy.interfaces.cli.identities import short
from quaidpy.interfaces.cli.json_form import plain
from quaidpy.interfaces.cli.one_memory import names_of, when
from quaidpy.interfaces.cli.printing import DIM, LINK, STRONG, plain_table

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.graph.edges import Connection
    from quaidpy.domain.identity import NodeId
    from quaidpy.memory import Memory


_SEEN = (
    200  # links of the node itself that are looked at: mentions outweigh relations, and would crowd them out
)

_NAMES = 8  # of a theme on one line


def neighbours_document(memory: "Memory", node: "NodeId", *, depth: int, fanout: int) -> dict[str, Any]:
    """The links around a node, relations before mentions, and which engine found them."""
    found = memory.around([node], depth=depth, fanout=_SEEN if depth == 1 else fanout)
    chosen = sorted(found.links, key=lambda link: (link.relation == MENTIONS, -link.weight))
    chosen = chosen[:fanout] if depth == 1 else chosen
    names = names_of(memory, [node, *(end for link in chosen for end in (link.source, link.target))])
    links = []
    for link in chosen:
        document = plain(link)
        assert isinstance(document, dict)
        links.append(document | {"source_name": names[link.source], "target_name": names[link.target]})
    return {"node": node, "name": names[node], "engine": found.engine, "links": links}


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


def path_document(memory: "Memory", found: "Connection") -> dict[str, Any]:
    """The nodes of a path, the step between each two in the direction it is stored, and which engine found it."""
    nodes = found.nodes
    names = names_of(memory, list(nodes))
    return {
        "nodes": [{"id": node, "name": names[node]} for node in nodes],
        "steps": [_between(memory, one, other) for one, other in pairwise(nodes)],
        "engine": found.engine,
    }


def _between(memory: "Memory", one: "NodeId", other: "NodeId") -> dict[str, Any]:
    """The edge that joins two nodes now, else the mention."""
    joined = [
        edge
        for edge in memory.edges([one])
        if {edge.source, edge.target} == {one, other} and not edge.lifetime.valid_to
    ]
    if joined:
        best = max(joined, key=lambda edge: (edge.weight, edge.id))
        return {
            "relation": best.relation,
            "is_forward": best.source == one,
            "when": when(_times(best.lifetime)),
        }
    return {"relation": MENTIONS, "is_forward": not is_entity(one), "when": ""}


def _times(lifetime: object) -> dict[str, Any]:
    times = plain(lifetime)
    assert isinstance(times, dict)
    return times


def print_path(console: "Console", document: dict[str, Any]) -> None:
    nodes = document["nodes"]
    if not nodes:
        return
    console.print(Text(nodes[0]["name"], style=STRONG))
    for step, node in zip(document["steps"], nodes[1:], strict=True):
        line = Text("  ").append_text(_step(step["relation"], node["name"], is_forward=step["is_forward"]))
        console.print(line.append(f"  {step['when']}".rstrip(), style=DIM))


def themes_document(memory: "Memory", *, limit: int) -> dict[str, Any]:
    """The largest themes with the names of their members, and which engine gave the relations."""
    from quaidpy.graph.themes import themes

    relations = memory.relations()
    found = themes(relations.links)
    shown = found[:limit]
    names = names_of(memory, [node for theme in shown for node in theme.members])
    return {
        "themes": [
            {
                "members": [{"id": node, "name": names[node]} for node in theme.members],
                "links": theme.links,
            }
            for theme in shown
        ],
        "count": len(found),
        "engine": relations.engine,
    }


def print_themes(console: "Console", document: dict[str, Any]) -> None:
    for theme in document["themes"]:
        names = [member["name"] for member in theme["members"]]
        line = Text(", ".join(names[:_NAMES]), style=STRONG)
        line.append(
            f" and {len(names) - _NAMES} more" if len(names) > _NAMES else "", style=f"not bold {DIM}"
        )
        console.print(line.append(f"  {theme['links']} relations", style=f"not bold {DIM}"))
    if document["count"] > len(document["themes"]):
        console.print(Text(f"… and {document['count'] - len(document['themes'])} more", style=DIM))
    if not document["themes"]:
        console.print(Text("nothing is related yet", style=DIM))


def central_document(memory: "Memory", *, limit: int) -> dict[str, Any]:
    """The most central entities with their share of all attention, and which engine gave the relations."""
    from quaidpy.graph.themes import centralities

    relations = memory.relations()
    found = list(centralities(relations.links).items())[:limit]
    names = names_of(memory, [node for node, _ in found])
    return {
        "entities": [{"id": node, "name": names[node], "share": share} for node, share in found],
        "engine": relations.engine,
    }


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
