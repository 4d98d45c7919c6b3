"""How does the demo tell what it found?"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.memories.memory import Kind
from quaidpy.errors import StorageError, UsageError
from quaidpy.interfaces.cli.graphs.graph_views import print_cypher, print_path
from quaidpy.interfaces.cli.recalling.finding_views import print_results
from quaidpy.interfaces.cli.remembering.intake_views import head_line
from quaidpy.interfaces.cli.terminal.printing import (
    DIM,
    STRONG,
    counted,
    indented,
    kind_label,
    pairs,
    plain_rows,
)
from quaidpy.interfaces.json_forms.graph import path_document, table_document
from quaidpy.interfaces.json_forms.memories import edge_documents
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.interfaces.json_forms.results import result_document
from quaidpy.interfaces.json_forms.times import when

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.interfaces.cli.getting_started.demo_questions import Question
    from quaidpy.memory import Memory

_FACTS, _EDGES = 14, 14  # rows shown; the rest are counted
_ANSWERS = 2
_TELLING = 0.005  # of a score; smaller parts are not worth a word


def found(memory: "Memory") -> dict[str, Any]:
    """All memories, entities and edges, as JSON has them."""
    from quaidpy.domain.recall.queries import Filter

    statements = memory.memories(Filter(owner=memory.owner), limit=1_000)
    entities = memory.entities()
    return {
        "memories": [
            {
                "id": m.id,
                "kind": m.kind.value,
                "text": m.text,
                "status": m.status.value,
                "importance": m.importance,
            }
            for m in statements
        ],
        "entities": plain(entities),
        "edges": edge_documents(memory.edges([entity.id for entity in entities]), memory),
    }


def asked(memory: "Memory", question: "Question") -> dict[str, Any]:
    """The answer with evidence and trace, and the way through the graph where the question names two ends."""
    from quaidpy.domain.recall.queries import Query
    from quaidpy.interfaces.cli.terminal.dates import read_date

    instant = read_date(question.as_of, "as of", now=memory.now()) if question.as_of else None
    result = memory.recall(Query(text=question.text, as_of=instant, limit=_ANSWERS))
    return {
        "title": question.title,
        "question": question.text,
        "as_of": question.as_of,
        **result_document(result, memory),
        "path": path_document(memory, memory.path(*question.ends)) if question.ends else None,
    }


def print_session(console: "Console", report: dict[str, Any]) -> None:
    console.print(head_line(report))


def print_found(console: "Console", document: dict[str, Any]) -> None:
    _print_memories(console, document["memories"])
    _print_entities(console, document["entities"])
    _print_edges(console, document["edges"])


def _print_memories(console: "Console", memories: list[dict[str, Any]]) -> None:
    """The weightiest, all kinds in turn, so that a reader sees each kind there is."""
    console.print(Text(f"\n{counted(len(memories), 'memory', 'memories')}", style=STRONG))
    by_kind = [sorted((m for m in memories if m["kind"] == kind), key=_weight) for kind in Kind]
    chosen = [kind[turn] for turn in range(_FACTS) for kind in by_kind if turn < len(kind)][:_FACTS]
    order = list(Kind)
    rows = [(kind_label(m["kind"]), m["text"]) for m in sorted(chosen, key=lambda m: order.index(m["kind"]))]
    _print_some(console, rows, len(memories))


def _weight(memory: dict[str, Any]) -> tuple[float, str]:
    return (-memory["importance"], memory["id"])


def _print_entities(console: "Console", entities: list[dict[str, Any]]) -> None:
    console.print(Text(f"\n{counted(len(entities), 'entity', 'entities')}", style=STRONG))
    types = dict.fromkeys(entity["type"] for entity in sorted(entities, key=lambda each: each["type"]))
    rows = [(Text(t, style="cyan"), ", ".join(e["name"] for e in entities if e["type"] == t)) for t in types]
    _print_some(console, rows, len(rows))


def _print_edges(console: "Console", edges: list[dict[str, Any]]) -> None:
    console.print(Text(f"\n{counted(len(edges), 'edge')}", style=STRONG))
    rows = [
        (
            e["source_name"],
            Text(e["relation"], style="cyan"),
            e["target_name"],
            Text(when(e["lifetime"]), style=DIM),
        )
        for e in edges
    ]
    _print_some(console, rows[:_EDGES], len(edges))


def _print_some(console: "Console", rows: list[Any], number: int) -> None:
    if rows:
        console.print(indented(plain_rows(rows)))
    if number > len(rows):
        console.print(Text(f"  … and {number - len(rows)} more", style=DIM))


def print_answer(console: "Console", document: dict[str, Any]) -> None:
    as_of = f"  as of {document['as_of']}" if document["as_of"] else ""
    console.print(Text(f"\n{document['title']}", style=DIM))
    console.print(Text().append(f"? {document['question']}", style=STRONG).append(as_of, style=DIM))
    print_results(console, document)
    if document["path"]:
        print_path(console, document["path"])
        console.print(Text(f"  path by {document['path']['engine']}", style=DIM))
    console.print(indented(pairs(list(_how(document["trace"])))))


def queried(memory: "Memory", query: str) -> dict[str, Any]:
    """What the graph says to a query of its own language; where it cannot be asked, `refused` says why."""
    try:
        return {"query": query, **table_document(memory.cypher(query))}
    except (UsageError, StorageError) as err:
        return {"query": query, "refused": str(err)}


def print_queried(console: "Console", document: dict[str, Any]) -> None:
    console.print(Text("\nThe graph, asked in Cypher", style=DIM))
    console.print(Text(document["query"], style=STRONG))
    if "refused" in document:
        console.print(Text(document["refused"], style=DIM))
    else:
        print_cypher(console, document)


def _how(trace: dict[str, Any]) -> Iterator[tuple[str, Text]]:
    """How the best result was found, in three lines; `quaid why` has all of it."""
    if trace["results"]:
        best = trace["results"][0]
        parts = [f"{share:+.2f} {part}" for part, share in best["parts"] if abs(share) >= _TELLING]
        yield "score", Text("  ".join(parts), style=DIM)
        yield "found by", Text(" · ".join(dict.fromkeys(lane for lane, *_ in best["lanes"])), style=DIM)
    spent = sum(stage["ms"] for stage in trace["stages"])
    yield "asked", Text(f"{trace['intent']}, {spent:.0f} ms, walk by {trace['engine']}", style=DIM)
