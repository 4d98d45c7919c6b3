"""What is known about one memory?"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from quaidpy.domain.identity import ENTITY_PREFIX, EPISODE_PREFIX
from quaidpy.interfaces.cli.identities import memory_id, short, whole_id
from quaidpy.interfaces.cli.json_form import plain
from quaidpy.interfaces.cli.lazy import QuaidCommand
from quaidpy.interfaces.cli.session import Session

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from quaidpy.domain.graph.edges import Edge
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.memory import Memory

_MEMORIES_ON_A_CARD = 8


@click.command(cls=QuaidCommand)
@click.argument("identity", metavar="MEMORY")
@click.pass_obj
def show(session: Session, identity: str) -> None:
    """Show everything about a memory.

    The words it came from, its times, its entities and edges, how it fared in recalls. Takes ids of entities (e_…)
    and episodes (ep_…), too.
    """
    with session.reading() as memory:
        whole = whole_id(identity, memory) if "_" in identity else identity
        document, show = _shown(whole, memory)
    session.answer(document, lambda: show(session.console, document))


def _shown(
    identity: str, memory: "Memory"
) -> "tuple[dict[str, Any], Callable[[Console, dict[str, Any]], None]]":
    """What is known about the thing of this id, and how to print it."""
    if identity.startswith(ENTITY_PREFIX):
        from quaidpy.interfaces.cli.entities import card_document, print_card

        return card_document(identity, memory, _MEMORIES_ON_A_CARD), print_card
    if identity.startswith(EPISODE_PREFIX):
        from quaidpy.interfaces.cli.intake_views import episode_document, print_episode

        return episode_document(identity.partition(".")[0], memory), print_episode
    return memory_document(memory.show(memory_id(identity, memory)), memory), _print


def memory_document(statement: "Statement", memory: "Memory") -> dict[str, Any]:
    """All fields, and what they point to: evidence verbatim, entities, edges in words, usage."""
    document = plain(statement)
    assert isinstance(document, dict)
    successor = memory.called([statement.superseded_by]) if statement.superseded_by else []
    return document | {
        "evidence": evidence_documents(statement, memory),
        "entities": [
            {"id": entity.id, "name": entity.name, "type": entity.type.value}
            for entity in memory.named([m.entity for m in memory.mentions([statement.id])])
        ],
        "edges": edge_documents(memory.stated_by([statement.id]), memory),
        "usage": plain(memory.usage(statement.id)),
        "successor": successor[0].text if successor else None,
    }


def evidence_documents(statement: "Statement", memory: "Memory") -> list[dict[str, Any]]:
    """The quoted characters, and the whole turn they stand in."""
    turns = {turn.id: turn for turn in memory.words([each.turn for each in statement.evidence])}
    return [
        {
            "turn": each.turn,
            "speaker": turns[each.turn].speaker,
            "at": plain(turns[each.turn].at),
            "quote": turns[each.turn].text[each.start : each.end],
            "text": turns[each.turn].text,
            "start": each.start,
            "end": each.end,
        }
        for each in statement.evidence
        if each.turn in turns
    ]


def edge_documents(edges: "list[Edge]", memory: "Memory") -> list[dict[str, Any]]:
    """Edges with the names of their ends."""
    names = names_of(memory, [end for edge in edges for end in (edge.source, edge.target)])
    found = []
    for edge in edges:
        document = plain(edge)
        assert isinstance(document, dict)
        found.append(document | {"source_name": names[edge.source], "target_name": names[edge.target]})
    return found


def names_of(memory: "Memory", nodes: "list[Any]") -> dict[str, str]:
    """What each node is called: an entity by its name, a memory by its text, a turn by its words."""
    wanted = list(dict.fromkeys(nodes))
    names = {node: short(node) for node in wanted}
    names |= {entity.id: entity.name for entity in memory.named(wanted)}
    names |= {statement.id: statement.text for statement in memory.called(wanted)}
    return names | {turn.id: f"{turn.speaker or turn.role}: {turn.text}" for turn in memory.words(wanted)}


def _print(console: "Console", document: dict[str, Any]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.printing import DIM, STRONG, indented, kind_label, pairs

    console.print(kind_label(document["kind"]).append(f"  {short(document['id'])}", style=DIM))
    console.print(Text(document["text"], style=STRONG))
    console.print()
    console.print(indented(pairs(_facts(document))))
    sections = (("Said in these words", _evidence_lines), ("Entities", _entity_lines), ("Edges", _edge_lines))
    for title, lines_of in sections:
        lines = list(lines_of(document))
        if lines:
            console.print(Text(f"\n{title}", style=STRONG))
            for line in lines:
                console.print(indented(line))


def _facts(document: dict[str, Any]) -> "Iterator[tuple[str, RenderableType]]":
    usage, times = document["usage"], document["lifetime"]
    marks = [mark for mark in ("pinned", "verified", "flagged") if document[mark]]
    yield "status", ", ".join([document["status"], document["tier"], *marks])
    if document["superseded_by"]:
        yield "replaced by", f"{document['successor']}  {short(document['superseded_by'])}"
    yield "true", when(times) or "at any time, as far as known"
    yield "known", f"{_minute(times['recorded_at'])} to {_minute(times['retracted_at'], 'now')}"
    yield (
        "said",
        f"{_minute(document['stated_at'])} by {document['speaker'] or 'unknown'} ({document['source']})",
    )
    confirmed = document["confirmations"]
    yield (
        "sure",
        f"{document['confidence']:.2f}, confirmed {confirmed} {'time' if confirmed == 1 else 'times'}",
    )
    yield "matters", f"{document['importance']:.2f}"
    last = f", last on {_minute(usage['last_recalled_at'])}" if usage["last_recalled_at"] else ""
    recalls = f"{usage['recalls']} {'recall' if usage['recalls'] == 1 else 'recalls'}{last}"
    yield "used", f"{recalls}; strength {usage['strength']:.2f}, outcome {usage['outcome']:.2f}"
    for name in ("keywords", "tags"):
        if document[name]:
            yield name, ", ".join(document[name])
    place = [f"{name} {document[name]}" for name in ("scope", "project", "session") if document[name]]
    yield "kept in", ", ".join(place)


def _evidence_lines(document: dict[str, Any]) -> "Iterator[RenderableType]":
    from rich.text import Text

    for each in document["evidence"]:
        who = f"{each['speaker'] or 'somebody'}, {_minute(each['at'], 'undated')}: "
        line = Text(who, style="dim")
        line.append(each["text"][: each["start"]], style="dim")
        line.append(each["quote"], style="italic not dim")
        yield line.append(each["text"][each["end"] :], style="dim")


def _entity_lines(document: dict[str, Any]) -> "Iterator[RenderableType]":
    from rich.text import Text

    for entity in document["entities"]:
        yield Text(entity["name"]).append(f"  {entity['type']}", style="dim")


def _edge_lines(document: dict[str, Any]) -> "Iterator[RenderableType]":
    for edge in document["edges"]:
        yield edge_line(edge)


def edge_line(edge: dict[str, Any]) -> "RenderableType":
    """Ana ─lives_in→ Lisbon  since 2 June 2025."""
    from rich.text import Text

    line = Text(edge["source_name"]).append(" ─", style="dim").append(edge["relation"], style="cyan")
    line.append("→ ", style="dim").append(edge["target_name"])
    return line.append(f"  {when(edge['lifetime'])}".rstrip(), style="dim")


def when(times: dict[str, Any]) -> str:
    """Since when, until when; nothing when unbounded."""
    start, end = times["valid_from"], times["valid_to"]
    if times["retracted_at"]:
        return "taken back"
    if start and end:
        return f"{_day(start)} to {_day(end)}"
    return f"until {_day(end)}" if end else f"since {_day(start)}" if start else ""


def _day(at: str | None, unknown: str = "always") -> str:
    from quaidpy.interfaces.cli.printing import day

    return day(datetime.fromisoformat(at)) if at else unknown


def _minute(at: str | None, unknown: str = "never") -> str:
    from quaidpy.interfaces.cli.printing import minute

    return minute(datetime.fromisoformat(at)) if at else unknown
