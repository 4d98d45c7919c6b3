"""What may no row hold? The one gate for every text on its way into the database: secrets stay outside."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.regex import regex
from quaidpy.storage.sql.rows import Columns

# An id, an instant, a digest: made by us, the most frequent texts of all, and no secret's form.
_OURS = regex(
    r"(?:[emrq]|ep|op|run|th)_[0-9a-z]{26}(?:\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]{8,15}Z|[0-9a-f]{64}", re.ASCII
)
_SHORTEST = 6
UNGATED = frozenset(
    {
        # Made from rows that came through the gate.
        "adjacency", "change_log", "memory_index", "turn_index", "memory_text", "turn_text", "window_text",
        "chunk_text", "chunk_window", "memory_vector", "turn_vector", "chunk_parts", "vectors",
        "looks", "usage", "recall_times", "evidence", "mentions", "theme_members", "health", "meta", "sqlite_sequence",
        # Lines of the user's own files, kept to give them back to the byte; what is learnt is gated before it is one.
        "file_edits", "file_writes",
    }
)  # fmt: skip
"""Tables whose texts are not looked at; all others are."""


class AsItIs(str):
    """A text that may be written as it is: it came through the gate, or is the path of a user's file."""

    __slots__ = ()


def admitted_row(table: str, row: Columns, known: Columns | None) -> Columns:
    """What of a row may be stored. `known`: the row as it is stored; what stays as it is came through the gate."""
    if table in UNGATED:
        return row
    if known is None:
        return {name: admitted(value) for name, value in row.items()}
    return {name: value if value == known[name] else admitted(value) for name, value in row.items()}


def admitted(value: Any) -> Any:
    """A value without secrets."""
    if type(value) is not str or len(value) < _SHORTEST or _OURS.fullmatch(value):
        return value
    return AsItIs(without_secrets(value))


@lru_cache(maxsize=1024)
def is_gated(statement: str) -> bool:
    """Whether the statement brings texts that the gate must see."""
    first, *others = statement.replace("(", " ").split()[:6] or [""]
    if first.upper() == "INSERT":
        others = others[[word.upper() for word in others].index("INTO") + 1 :]
    elif first.upper() != "UPDATE":
        return False
    return others[0].lower() not in UNGATED


def kept(bindings: Any) -> Any:
    if isinstance(bindings, Mapping):
        return {name: admitted(value) for name, value in bindings.items()}
    if isinstance(bindings, Sequence):
        return tuple([admitted(value) for value in bindings])
    return bindings
