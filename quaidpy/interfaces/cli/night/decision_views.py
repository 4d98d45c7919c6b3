"""What was each new statement taken for, and against which memory was it held?"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.identity import MemoryId
from quaidpy.interfaces.cli.terminal.printing import DIM, STRONG, id_label, indented
from quaidpy.interfaces.json_forms.times import minute

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.memory import Memory

_TOLD = {
    "confirm": "known already",
    "update": "the same, better told",
    "supersede": "replaces",
    "enrich": "adds to",
    "doubt": "left for a question",
}


def decisions_document(memory: "Memory", *, since: datetime, limit: int) -> dict[str, Any]:
    """Newest first, each with the memory it was held against as that reads now; None where it is gone."""
    found = memory.parts.nights.decisions(memory.owner, since=since, newest=limit)
    others = [MemoryId(each.other) for each in found if each.other]
    known = {each.id: each for each in memory.parts.remembering.store.memories(memory.owner, others)}
    return {
        "decisions": [
            {
                "at": each.at,
                "outcome": each.outcome,
                "statement": each.text,
                "memory": each.other,
                "memory_text": known[MemoryId(each.other)].text if each.other in known else None,
                "similarity": each.similarity,
                "reason": each.reason,
                "operation": each.operation,
                "id": f"{each.operation}:{each.place}",
            }
            for each in reversed(found)
        ]
    }


def print_decisions(console: "Console", document: dict[str, Any]) -> None:
    if not document["decisions"]:
        console.print(Text("no statement was taken for a known one in that time", style=DIM))
    for each in document["decisions"]:
        title = Text(f"{minute(each['at'])}  ", style=DIM)
        title.append(_TOLD.get(each["outcome"], each["outcome"]), style=f"not dim {STRONG}")
        console.print(title.append(f"  {each['id']}"))
        console.print(indented(Text(each["statement"])))
        if each["memory"]:
            against = Text("against ", style=DIM)
            against.append(each["memory_text"] or "a memory that is gone", style="not dim")
            console.print(indented(against.append("  ").append_text(id_label(each["memory"]))))
        console.print(indented(Text(f"{each['reason']}{_likeness(each)}", style=DIM)))


def _likeness(each: dict[str, Any]) -> str:
    return "" if each["similarity"] is None else f", {each['similarity']:.2f} alike"
