"""How do checks and counts read on a terminal?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.graph.entities import EntityType
from quaidpy.domain.memories.memory import Kind, Status
from quaidpy.interfaces.cli.home.findings import BAD, OK, WARN, Finding
from quaidpy.interfaces.cli.terminal.printing import BAD as RED
from quaidpy.interfaces.cli.terminal.printing import (
    DIM,
    GOOD,
    STRONG,
    WARNING,
    indented,
    pairs,
    plain_rows,
)

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {OK: GOOD, WARN: WARNING, BAD: RED}


def print_findings(console: "Console", findings: Sequence[Finding]) -> None:
    rows = []
    for finding in findings:
        text = Text(finding.text)
        if finding.remedy:
            text.append(f"\n→ {finding.remedy}", style=DIM)
        rows.append((Text(finding.level, style=_STYLES[finding.level]), finding.name, text))
    console.print(plain_rows(rows))


def print_stats(console: "Console", document: dict[str, Any]) -> None:
    counts = document["counts"]
    console.print(Text(f"{document['owner']} in {document['home']}", style=STRONG))
    whole = [(name, f"{number:,}") for name, number in counts.items() if "." not in name]
    console.print(indented(pairs([(name.replace("_", " "), number) for name, number in whole])))
    for table, column in (("memories", "kind"), ("memories", "status"), ("entities", "type")):
        parts = _grouped(counts, table, column)
        if parts:
            console.print(Text(f"\n{table} by {column}", style=STRONG))
            console.print(indented(pairs(parts)))
    if document["models"]:
        console.print(Text("\nspent on language models", style=STRONG))
        console.print(
            indented(pairs([(f"{s['doing']}, {s['model']}", _spent(s)) for s in document["models"]]))
        )


def print_spaces(console: "Console", spaces: dict[str, int]) -> None:
    console.print(pairs([(name, f"{number:,}") for name, number in spaces.items()]))


def _spent(document: dict[str, Any]) -> str:
    meter = document["spending"]
    cost = f", ${meter['cost_usd']:.4f}" if meter["cost_usd"] else ""
    counted = " (in part estimated)" if meter["estimated"] else ""
    tokens = f"{meter['input_tokens']:,} + {meter['output_tokens']:,} tokens{counted}"
    return f"{meter['calls']:,} call{'s' * (meter['calls'] != 1)}, {tokens}{cost}"


_MEMBERS: dict[str, list[str]] = {
    "kind": [kind.value for kind in Kind],
    "status": [status.value for status in Status],
    "type": [each.value for each in EntityType],
}


def _grouped(counts: dict[str, int], table: str, column: str) -> list[tuple[str, str]]:
    found = [
        (name.partition(".")[2], number)
        for name, number in counts.items()
        if name.startswith(f"{table}.") and name.partition(".")[2] in _MEMBERS[column]
    ]
    return [(name, f"{number:,}") for name, number in sorted(found, key=lambda each: (-each[1], each[0]))]
