"""How does an answer read to a person, and how it was found?"""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from quaidpy.interfaces.cli.identities import short
from quaidpy.interfaces.cli.json_form import plain
from quaidpy.interfaces.cli.printing import DIM, STRONG, day, kind_label, quoted, score_bar

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.traces import RecallResult, Trace
    from quaidpy.memory import Memory


def result_document(result: "RecallResult", memory: "Memory") -> dict[str, Any]:
    del memory
    document = plain(result)
    assert isinstance(document, dict)
    return document


def trace_document(trace: "Trace", only: str | None) -> object:
    del only
    return plain(trace)


def print_results(console: "Console", document: dict[str, Any]) -> None:
    for result in document["results"]:
        head = score_bar(result["score"]).append("  ").append_text(kind_label(result["kind"]))
        console.print(head.append(f"  {short(result['id'])}", style=DIM))
        console.print(Padding(Text(result["text"], style=STRONG), (0, 0, 0, 2)))


def print_trace(console: "Console", trace: "Trace", *, only: str | None = None) -> None:
    del only
    console.print(str(plain(trace)))


__all__ = ["datetime", "day", "quoted"]
