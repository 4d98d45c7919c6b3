"""What is a memory put together from, where it is one space's? The parts of its owner, with other rows."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

from quaidpy.domain.identity import Owner
from quaidpy.ports.storage import MemoryStore
from quaidpy.services.parts import Parts

_WRITING = frozenset({"writing", "writing_together", "undo", "undo_together", "purge", "import_rows", "move"})


def parts_in(parts: Parts, key: Owner) -> Parts:
    """For the space of this key, or another owner. Nothing is learnt of a space for the files of a person."""
    learning = parts.learning
    if key != parts.access.owner:
        learning = replace(learning, identity=(), keeps_journal=False, edits_files=False)
    return replace(
        parts,
        owner=key,
        remembering=replace(parts.remembering, is_retired=partial(parts.files.is_retired, key)),
        recalling=replace(parts.recalling, owner=key),
        documents=replace(parts.documents, owner=key),
        learning=learning,
    )


def guarded(parts: Parts, require_writable: Callable[[], object]) -> Parts:
    """The same, but whoever writes is asked first whether they may, every time."""
    store = cast("MemoryStore", _GuardedStore(parts.remembering.store, require_writable))
    rows = cast("Any", _GuardedStore(parts.documents.rows, require_writable))
    return replace(
        parts,
        remembering=replace(parts.remembering, store=store),
        documents=replace(parts.documents, rows=rows),
        learning=replace(parts.learning, store=store),
    )


class _GuardedStore:
    """All of a store, whose writing methods ask before."""

    def __init__(self, store: object, require_writable: Callable[[], object]) -> None:
        self._store = store
        self._require_writable = require_writable

    def __getattr__(self, name: str) -> object:
        if name in _WRITING:
            self._require_writable()
        return cast("object", getattr(self._store, name))
