"""What did each operation change, before and after, as far as a person cares for it?"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quaidpy.domain.identity import EDGE_PREFIX, EdgeId, EntityId, MemoryId, is_entity
from quaidpy.interfaces.json_forms.identities import name_or_id, short
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.memories.operations import Operation, Row, RowChange
    from quaidpy.memory import Memory


MATTERS = {
    "memories": (
        "text", "kind", "status", "confidence", "importance", "pinned", "tags", "tier", "valid_from", "valid_to",
    ),
    "edges": ("relation", "valid_from", "valid_to", "retracted_at"),
    "entities": ("name", "type", "summary"),
    "aliases": ("name",),
    "file_edits": ("path", "state", "removed", "inserted"),
}  # fmt: skip
"""Columns a person cares for; the rest are keys, hashes and bookkeeping."""


def changes_document(memory: "Memory", operations: "Sequence[Operation]") -> dict[str, Any]:
    """Operations newest first, each with its changes in words."""
    names = _Names(memory, operations)
    return {"changes": [_operation_document(operation, names) for operation in operations]}


def linked(memory: "Memory", source: str, relation: str, target: str) -> dict[str, Any]:
    """Relate two entities or memories: the operation, and the edge in three words as it is kept."""
    operation = memory.link(name_or_id(source, memory), relation, name_or_id(target, memory))
    told = (each.cause.why for each in memory.changes(limit=5) if each.id == operation)
    return {"operation": operation, "edge": next(told, f"{source} {relation} {target}")}


def _operation_document(operation: "Operation", names: "_Names") -> dict[str, Any]:
    cause = operation.cause
    return {
        "id": operation.id,
        "run": cause.run,
        "at": plain(operation.at),
        "verb": cause.verb,
        "why": cause.why,
        "who": cause.who,
        "agent": cause.caller.agent if cause.caller else None,
        "session": cause.caller.session if cause.caller else None,
        "undone_by": operation.undone_by,
        "rows": dict(Counter(change.table for change in operation.changes)),
        "changes": [found for change in operation.changes if (found := _change_document(change, names))],
    }


def _change_document(change: "RowChange", names: "_Names") -> dict[str, Any] | None:
    if change.table not in MATTERS:
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
    return {column: values[column] for column in MATTERS[change.table] if column in values}


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
        # What is there no more has its name in the rows that went.
        self._entities = {
            EntityId(str(dict(c.key)["id"])): str(dict(row)["name"])
            for c in changes
            if c.table == "entities"
            for row in (c.before, c.after)
            if row and "name" in dict(row)
        } | {
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
