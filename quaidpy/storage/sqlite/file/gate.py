"""Who stands at the gate? Every connection: no text gets into the database past `storage.sql.gate`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import apsw

from quaidpy.storage.sql.gate import UNGATED, admitted

_WRITES = re.compile(r"\A\s*+(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE)\s+(?P<table>\w+)", re.IGNORECASE)


class GatedConnection(apsw.Connection):
    """Takes secrets out of every text that an INSERT or UPDATE brings."""

    def execute(self, statements: str, bindings: Any = None, **options: Any) -> apsw.Cursor:
        if bindings is not None and is_gated(statements):
            bindings = kept(bindings)
        return super().execute(statements, bindings, **options)

    def executemany(self, statements: str, sequenceofbindings: Iterable[Any], **options: Any) -> apsw.Cursor:
        if is_gated(statements):
            sequenceofbindings = [kept(bindings) for bindings in sequenceofbindings]
        return super().executemany(statements, sequenceofbindings, **options)


@lru_cache(maxsize=1024)
def is_gated(statements: str) -> bool:
    """Whether the statement brings texts that the gate must see."""
    written = _WRITES.match(statements)
    return written is not None and written["table"].lower() not in UNGATED


def kept(bindings: Any) -> Any:
    if isinstance(bindings, Mapping):
        return {name: admitted(value) for name, value in bindings.items()}
    if isinstance(bindings, Sequence):
        return tuple([admitted(value) for value in bindings])
    return bindings
