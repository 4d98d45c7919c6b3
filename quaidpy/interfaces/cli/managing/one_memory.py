"""What is known about one memory?"""

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from quaidpy.domain.identity import ENTITY_PREFIX, EPISODE_PREFIX
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import memory_id, short, whole_id

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from quaidpy.memory import Memory

_MEMORIES_ON_A_CARD = 8


@click.command(cls=QuaidCommand)
@click.argument("identity", metavar="MEMORY")
@click.option("--known-at", metavar="DATE", help="As it was worded then.")
@click.pass_obj
def show(session: Session, identity: str, known_at: str | None) -> None:
    """Show everything about a memory.

    The words it came from, its times, its entities and edges, how it fared in recalls. Takes ids of entities (e_…)
    and episodes (ep_…), too.
    """
    with session.reading() as memory:
        whole = whole_id(identity, memory) if "_" in identity else identity
        document, show = _shown(whole, memory, known_at)
    session.answer(document, lambda: show(session.console, document))


def _shown(
    identity: str, memory: "Memory", known_at: str | None
) -> "tuple[dict[str, Any], Callable[[Console, dict[str, Any]], None]]":
    """What is known about the thing of this id, and how to print it."""
    if identity.startswith(ENTITY_PREFIX):
        from quaidpy.interfaces.cli.graphs.entities import print_card
        from quaidpy.interfaces.json_forms.entities import card_document

        return card_document(identity, memory, _MEMORIES_ON_A_CARD), print_card
    if identity.startswith(EPISODE_PREFIX):
        from quaidpy.interfaces.cli.remembering.intake_views import print_episode
        from quaidpy.interfaces.json_forms.intake import episode_document

        return episode_document(identity.partition(".")[0], memory), print_episode
    from quaidpy.interfaces.cli.terminal.dates import read_date
    from quaidpy.interfaces.json_forms.memories import memory_document

    then = read_date(known_at, "--known-at", now=memory.now()) if known_at else None
    return memory_document(memory.show(memory_id(identity, memory), known_at=then), memory), _print


def _print(console: "Console", document: dict[str, Any]) -> None:
    from rich.text import Text

    from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG, indented, kind_label, pairs

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
    from quaidpy.interfaces.json_forms.times import when

    usage, times = document["usage"], document["lifetime"]
    marks = [mark for mark in ("pinned", "verified", "flagged") if document[mark]]
    yield "status", ", ".join([document["status"], document["tier"], *marks])
    if document["superseded_by"]:
        yield "replaced by", f"{document['successor']}  {short(document['superseded_by'])}"
    yield "version", _version(document)
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
    recalls += _rests(usage["recalled_at"])
    yield "used", f"{recalls}; strength {usage['strength']:.2f}, outcome {usage['outcome']:.2f}"
    for name in ("keywords", "tags"):
        if document[name]:
            yield name, ", ".join(document[name])
    if document["suppressed_in"]:
        yield "left out in", ", ".join(document["suppressed_in"])
    place = [f"{name} {document[name]}" for name in ("space", "project", "session") if document[name]]
    yield "kept in", ", ".join(place)


def _rests(recalled: list[str]) -> str:
    """The days between the last recalls."""
    times = [datetime.fromisoformat(each) for each in recalled[-4:]]
    days = [f"{(later - earlier).total_seconds() / 86_400:.3g}" for earlier, later in pairwise(times)]
    return f", after {', '.join(days)} {'day' if days == ['1'] else 'days'}" if days else ""


def _version(document: dict[str, Any]) -> str:
    from quaidpy.interfaces.cli.managing.history_views import caller_told

    by = [caller_told(document[name]) for name in ("made_by", "changed_by")]
    first = f"made{f' by {by[0]}' if by[0] else ''}"
    changed = document["changed_by"]
    if document["version"] < 2:
        return f"1, {first}"
    last = f"{changed['verb']}{f' by {by[1]}' if by[1] else ''} {_minute(changed['at'])}"
    return f"{document['version']}, {first}, last {last}"


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
    from quaidpy.interfaces.cli.graphs.graph_views import edge_line

    for edge in document["edges"]:
        yield edge_line(edge)


def _minute(at: str | None, unknown: str = "never") -> str:
    from quaidpy.interfaces.json_forms.times import minute

    return minute(datetime.fromisoformat(at)) if at else unknown
