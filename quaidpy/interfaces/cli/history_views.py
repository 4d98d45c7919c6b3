"""How does a change read? Before → after, and only what matters."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from quaidpy.domain.identity import EDGE_PREFIX, EdgeId, EntityId, MemoryId, is_entity
from quaidpy.interfaces.cli.identities import short
from quaidpy.interfaces.cli.json_form import plain
from quaidpy.interfaces.cli.printing import (
    BAD,
    DIM,
    GOOD,
    LINK,
    STRONG,
    WARNING,
    counted,
    day,
    marked_lines,
    minute,
)

if TYPE_CHECKING:
    from rich.console import Console

    from quaidpy.domain.memories.operations import Operation, Row, RowChange
    from quaidpy.memory import Memory

_MATTERS = {
    "memories": (
        "text", "kind", "status", "confidence", "importance", "pinned", "tags", "tier", "valid_from", "valid_to",
    ),
    "edges": ("relation", "valid_from", "valid_to", "retracted_at"),
    "entities": ("name", "type", "summary"),
    "aliases": ("name",),
    "file_edits": ("path", "state", "removed", "inserted"),
}  # fmt: skip
"""Columns a person cares for; the rest are keys, hashes and bookkeeping."""
_LONGEST_WHY = 36  # characters beside time, verb and id on one line
_SHOWN_AT_MOST = 12  # lines an operation; the JSON has all of them


def changes_document(memory: "Memory", operations: "Sequence[Operation]") -> dict[str, Any]:
    """Operations newest first, each with its changes in words."""
    names = _Names(memory, operations)
    return {"changes": [_operation_document(operation, names) for operation in operations]}


def _operation_document(operation: "Operation", names: "_Names") -> dict[str, Any]:
    cause = operation.cause
    return {
        "id": operation.id,
        "run": cause.run,
        "at": plain(operation.at),
        "verb": cause.verb,
        "why": cause.why,
        "who": cause.who,
        "undone_by": operation.undone_by,
        "rows": dict(Counter(change.table for change in operation.changes)),
        "changes": [found for change in operation.changes if (found := _change_document(change, names))],
    }


def _change_document(change: "RowChange", names: "_Names") -> dict[str, Any] | None:
    if change.table not in _MATTERS:
        return None
    before, after = _matters(change, change.before), _matters(change, change.after)
    if change.before is not None and change.after is not None and before == after:
        return None
    return {
        "table": change.table,
        "id": dict(change.key).get("id") or dict(change.key).get("entity"),
        "what": names.of(change),
        "before": before if change.before is not None else None,
        "after": after if change.after is not None else None,
    }


def _matters(change: "RowChange", row: "Row | None") -> dict[str, Any]:
    values = dict(row or ())
    return {column: values[column] for column in _MATTERS[change.table] if column in values}


class _Names:
    """What the changed rows are called: a memory by its text, an edge by its three words."""

    def __init__(self, memory: "Memory", operations: "Iterable[Operation]") -> None:
        changes = [change for operation in operations for change in operation.changes]
        # Of an edit that was proposed before, an operation has its state alone.
        is_filed = any(change.table == "file_edits" for change in changes)
        edits = memory.parts.learning.records.file_edits(memory.owner) if is_filed else ()
        self._paths = {str(edit.id): edit.path for edit in edits}
        rows = [dict(row) for change in changes for row in (change.before, change.after) if row]
        entities = {str(value) for row in rows for key in ("source", "target") if (value := row.get(key))}
        entities |= {str(v) for c in changes for k in ("id", "entity") if (v := dict(c.key).get(k))}
        memories = {str(value) for change in changes if (value := dict(change.key).get("id"))}
        edges = [EdgeId(edge) for edge in sorted(memories) if edge.startswith(EDGE_PREFIX)]
        self._edges = {edge.id: edge for edge in memory.edges_called(edges)}
        entities |= {end for edge in self._edges.values() for end in (edge.source, edge.target)}
        self._entities = {
            e.id: e.name
            for e in memory.named([EntityId(i) for i in sorted(entities) if is_entity(EntityId(i))])
        }
        self._texts = {m.id: m.text for m in memory.called([MemoryId(i) for i in sorted(memories)])}

    def of(self, change: "RowChange") -> str:
        key, row = dict(change.key), dict(change.after or change.before or ())
        identity = str(key.get("id") or key.get("entity") or "")
        if change.table == "memories":
            return str(row.get("text") or self._texts.get(MemoryId(identity)) or identity)
        if change.table == "edges":
            return self._edge(identity, row)
        if change.table == "file_edits":
            return Path(str(row.get("path") or self._paths.get(identity, identity))).name
        if change.table == "aliases":
            return f"{self._node(identity)} is also {row.get('name', '')}"
        return str(row.get("name") or self._node(identity))

    def _edge(self, identity: str, row: dict[str, Any]) -> str:
        stored = self._edges.get(EdgeId(identity))
        ends = (row.get("source"), row.get("relation"), row.get("target"))
        source, relation, target = (
            ends if all(ends) or stored is None else (stored.source, stored.relation, stored.target)
        )
        return f"{self._node(str(source))} {relation} {self._node(str(target))}"

    def _node(self, identity: str) -> str:
        return self._entities.get(EntityId(identity)) or short(identity)


def print_changes(console: "Console", document: dict[str, Any]) -> None:
    if not document["changes"]:
        console.print(Text("nothing has changed in that time", style=DIM))
    for _, group in groupby(document["changes"], key=lambda each: each["run"] or each["id"]):
        together = list(group)
        console.print(_title(together))
        lines = list(_lines([change for operation in together for change in operation["changes"]]))
        if lines:
            console.print(marked_lines(lines[:_SHOWN_AT_MOST]))
        if len(lines) > _SHOWN_AT_MOST:
            more = counted(len(lines) - _SHOWN_AT_MOST, "more line")
            console.print(Text(f"    … {more}; --json has all", style=DIM))


def _title(operations: Sequence[dict[str, Any]]) -> Text:
    """Of one operation, or of those of one run; the first of a run says what it was about."""
    first = operations[-1]
    title = Text(f"{minute(datetime.fromisoformat(first['at']))}  ")
    title.stylize(DIM)
    title = Text().append_text(title).append(first["verb"], style=STRONG).append(f"  {_cut(first['why'])}")
    title.append(f"  {short(first['run'] or first['id'])}", style=DIM)
    if all(operation["undone_by"] for operation in operations):
        title.append("  undone", style=WARNING)
    return title


def _cut(why: str) -> str:
    line = " ".join(why.split())
    return line if len(line) <= _LONGEST_WHY else f"{line[: _LONGEST_WHY - 1]}…"


def _lines(changes: Sequence[dict[str, Any]]) -> Iterator[tuple[Text, Text]]:
    """Memories first, then edges; new entities together in one line."""
    order = list(_MATTERS)
    new = [change["what"] for change in changes if change["table"] == "entities" and change["before"] is None]
    for change in sorted(changes, key=lambda each: order.index(each["table"])):
        if change["before"] is None and change["table"] == "entities":
            continue
        if change["table"] == "file_edits":
            yield Text("~", style=WARNING), _file(change)
            continue
        if change["before"] is None:
            yield Text("+", style=GOOD), _named(change)
        elif change["after"] is None:
            yield Text("-", style=BAD), _named(change)
        else:
            yield from _altered(change)
    if new:
        yield Text("+", style=GOOD), Text("entities  ", style=DIM).append(", ".join(new), style="not dim")


def _file(change: dict[str, Any]) -> Text:
    """A file with the number of its lines that came and went, the other way round when an edit was taken back."""
    row = change["after"] or change["before"]
    came, gone = (len(str(row.get(name) or "").splitlines()) for name in ("inserted", "removed"))
    if change["after"] is None:
        came, gone = gone, came
    told = "proposed" if row.get("state") == "proposed" else f"+{came} -{gone} lines"
    if "inserted" not in row:
        told = "as it was" if row.get("state") == "proposed" else "as proposed"
    return Text(f"{change['what']}  ").append(told, style=DIM)


def _named(change: dict[str, Any]) -> Text:
    return Text(change["what"], style=LINK if change["table"] == "edges" else "")


def _altered(change: dict[str, Any]) -> Iterator[tuple[Text, Text]]:
    before, after = change["before"], change["after"]
    columns = [column for column in {**before, **after} if before.get(column) != after.get(column)]
    if "text" in columns:
        yield Text("-", style=BAD), Text(str(before.get("text")), style=BAD)
        yield Text("+", style=GOOD), Text(str(after.get("text")), style=GOOD)
    told = [f"{c} {_value(before.get(c))} → {_value(after.get(c))}" for c in columns if c != "text"]
    if told:
        what = Text().append_text(_named(change)).append(f"  {', '.join(told)}", style=DIM)
        yield Text("~", style=WARNING), what


def _value(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}"
    text = str(value)
    if text.startswith("[") and text.endswith("]"):
        return ", ".join(map(str, json.loads(text))) or "–"
    is_instant = len(text) >= 20 and text[4:5] == "-" and text[10:11] == "T"
    return day(datetime.fromisoformat(text)) if is_instant else text
