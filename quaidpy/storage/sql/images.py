"""Which rows have operations images of, and how are those written down?

An image is neutral: a row by table and key, as it was before and as it is after, of an update only what differs. What
an operation stores is a list of `[table, key, before, after]`, and has been since the first version.
"""

import json
from collections.abc import Iterable, Mapping

from quaidpy.domain.memories.operations import Row, RowChange, Value
from quaidpy.storage.sql.rows import Columns
from quaidpy.storage.sql.unreadable_rows import readable

TRACKED: dict[str, tuple[str, ...]] = {
    "memories": ("id",),
    "evidence": ("memory", "position"),
    "entities": ("id",),
    "aliases": ("entity", "position"),
    "edges": ("id",),
    "attributes": ("id",),
    "mentions": ("node", "entity"),
    "episodes": ("id",),
    "turns": ("id",),
    "relation_queue": ("relation", "operation"),
    "readings": ("episode", "first_turn"),
    "questions": ("matter", "subject"),
    "projects": ("id",),
    "verified": ("project", "path"),
    "learnings": ("id",),
    "file_edits": ("id",),
    "themes": ("id",),
    "theme_members": ("theme", "member"),
    "suppressions": ("memory", "context"),
}
"""Canonical tables under operations, and their keys within an owner."""

_TABLE_ORDER = {table: place for place, table in enumerate(TRACKED)}
Key = tuple[Value, ...]
"""The values of a table's key, in its order."""


def key_of(table: str, row: Mapping[str, Value]) -> Key:
    return tuple(row[name] for name in TRACKED[table])


def change_of(table: str, key: Key, before: Columns | None, after: Columns | None) -> RowChange | None:
    """The image of a row that was `before` and is `after`, both whole and without the owner; None when it is as it was.

    Of an update only the columns that differ, in column order.
    """
    named = tuple(zip(TRACKED[table], key, strict=True))
    if before == after:
        return None
    if before is None or after is None:
        return RowChange(table=table, key=named, before=_whole(before), after=_whole(after))
    differ = [name for name, value in before.items() if after[name] != value]
    return RowChange(
        table=table,
        key=named,
        before=tuple((name, before[name]) for name in differ),
        after=tuple((name, after[name]) for name in differ),
    )


def _whole(row: Columns | None) -> Row | None:
    return None if row is None else tuple(row.items())


def in_order(changes: Iterable[RowChange]) -> tuple[RowChange, ...]:
    """By table and key."""
    return tuple(sorted(changes, key=lambda change: (_TABLE_ORDER[change.table], change.key)))


def changes_json(changes: Iterable[RowChange]) -> str:
    """As it is stored; keys and columns keep their order."""
    rows = [[c.table, dict(c.key), _object(c.before), _object(c.after)] for c in changes]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


@readable
def changes_from_json(text: str) -> tuple[RowChange, ...]:
    return tuple(
        RowChange(table=table, key=_pairs(key), before=_optional_pairs(before), after=_optional_pairs(after))
        for table, key, before, after in json.loads(text)
    )


def _object(row: Row | None) -> dict[str, Value] | None:
    return None if row is None else dict(row)


def _pairs(row: Mapping[str, Value]) -> Row:
    return tuple(row.items())


def _optional_pairs(row: Mapping[str, Value] | None) -> Row | None:
    return None if row is None else _pairs(row)
