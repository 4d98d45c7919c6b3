"""What may no row hold? The one gate for every text on its way into the database: secrets stay outside."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import apsw

from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.storage.sqlite.file.views import ViewingConnection

_WRITES = re.compile(r"\A\s*+(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE)\s+(?P<table>\w+)", re.IGNORECASE)
# An id, an instant, a digest: made by us, the most frequent texts of all, and no secret's form.
_OURS = re.compile(
    r"(?:[emrq]|ep|op|run)_[0-9a-z]{26}(?:\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]{8,15}Z|[0-9a-f]{64}", re.ASCII
)
_SHORTEST = 6
UNGATED = frozenset(
    {
        # Made from rows that came through the gate.
        "adjacency", "change_log", "memory_index", "turn_index", "memory_text", "turn_text", "window_text",
        "chunk_text", "chunk_window", "memory_vector", "turn_vector", "chunk_parts", "vectors",
        "looks", "usage", "evidence", "mentions", "health", "meta", "sqlite_sequence",
        # Lines of the user's own files, kept to give them back to the byte; what is learnt is gated before it is one.
        "file_edits", "file_writes",
    }
)  # fmt: skip
"""Tables whose texts are not looked at; all others are."""


class AsItIs(str):
    """A text that may be written as it is: made of rows that came through the gate, or the path of a user's file."""

    __slots__ = ()


class GatedConnection(ViewingConnection):
    """Takes secrets out of every text that an INSERT or UPDATE brings."""

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        if bindings is not None and _is_gated(statements):
            bindings = _kept(bindings)
        return super().execute(statements, bindings, **options)

    def executemany(self, statements: str, sequenceofbindings: Iterable[Any], **options: Any) -> apsw.Cursor:
        if _is_gated(statements):
            sequenceofbindings = [_kept(bindings) for bindings in sequenceofbindings]
        return super().executemany(statements, sequenceofbindings, **options)


@lru_cache(maxsize=1024)
def _is_gated(statements: str) -> bool:
    written = _WRITES.match(statements)
    return written is not None and written["table"].lower() not in UNGATED


def _kept(bindings: Any) -> Any:
    if isinstance(bindings, Mapping):
        return {name: _kept_value(value) for name, value in bindings.items()}
    if isinstance(bindings, Sequence):
        return tuple([_kept_value(value) for value in bindings])
    return bindings


def _kept_value(value: Any) -> Any:
    if type(value) is not str or len(value) < _SHORTEST or _OURS.fullmatch(value):
        return value
    return without_secrets(value)
