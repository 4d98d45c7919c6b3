"""Which versions has a memory had? Read back from the images that its operations keep, the newest first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quaidpy.domain.identity import MemoryId, OperationId, Owner
from quaidpy.domain.memories.memory import Evidence
from quaidpy.domain.memories.operations import RowChange
from quaidpy.domain.memories.versions import Version, wording
from quaidpy.storage.sql.engine import SqlSession
from quaidpy.storage.sql.images import changes_from_json
from quaidpy.storage.sql.operation_rows import cause_of
from quaidpy.storage.sql.rows import Columns, StoredRow, instant_of, memory_of

_OF_MEMORY = """SELECT o.id, o.at, o.verb, o.why, o.who, o.run, o.model, o.prompt, o.agent, o.session, o.undone_by
FROM memory_operations m
JOIN operations o ON o.owner = m.owner AND o.id = m.operation
WHERE m.owner = :owner AND m.memory = :memory ORDER BY o.at DESC, o.id DESC"""
_NOTE = """INSERT INTO memory_operations(owner, memory, operation) VALUES (:owner, :memory, :operation)
ON CONFLICT DO NOTHING"""
_MERGE = "merge"  # brings evidence along: told though no word differs


def note_memories(
    session: SqlSession, owner: Owner, operation: OperationId, changes: Sequence[RowChange]
) -> None:
    """Make the operation findable by the memories that it changed."""
    ids = [change.key[0][1] for change in changes if change.table == "memories"]
    session.execute_many(_NOTE, [{"owner": owner, "memory": each, "operation": operation} for each in ids])


def versions_of(session: SqlSession, owner: Owner, memory: MemoryId) -> list[Version]:
    """The first one first; empty for an id that never was a memory."""
    bound = {"owner": owner, "memory": memory}
    now = session.rows("SELECT * FROM memories WHERE owner = :owner AND id = :memory", bound)
    words = _evidence(session, owner, memory)
    made: list[Version] = []
    later = last = dict(now[0]) if now else None
    operations = session.rows(_OF_MEMORY, bound)
    for row in operations[:-1]:
        for change in _changes_of(session, owner, str(row["id"]), memory):
            if (own := _overtaken(owner, later, change)) is not None:
                later = last = own
            before = _before(later, change)
            if _is_worded_anew(owner, before, later, str(row["verb"])):
                made.append(_version(owner, last, words, row))
                last = before
            later = before
    if (
        operations and last is not None
    ):  # the oldest made it: its image, of all that it took in, tells nothing more
        made.append(_version(owner, last, words, operations[-1]))
    elif last is not None:  # no operation tells of it
        first = memory_of(owner, last, words)
        made.append(Version(number=0, at=first.lifetime.recorded_at, memory=first))
    return [replace(each, number=number) for number, each in enumerate(reversed(made), start=1)]


def _changes_of(session: SqlSession, owner: Owner, operation: str, memory: MemoryId) -> Iterator[RowChange]:
    query = "SELECT changes FROM operations WHERE owner = :owner AND id = :id"
    for (text,) in session.values(query, {"owner": owner, "id": operation}):
        for change in changes_from_json(text):
            if change.table == "memories" and change.key[0][1] == memory:
                yield change


def _before(later: Columns | None, change: RowChange) -> Columns | None:
    if change.before is None:
        return None
    return {**(later or {}), **dict(change.before)}


def _overtaken(owner: Owner, later: Columns | None, change: RowChange) -> Columns | None:
    """How an edit left the memory that another home overtook without having heard of it; None of any other edit."""
    if later is None or change.before is None or change.after is None:
        return None
    own = {**later, **dict(change.after)}
    return own if wording(memory_of(owner, own, ())) != wording(memory_of(owner, later, ())) else None


def _is_worded_anew(owner: Owner, before: Columns | None, later: Columns | None, verb: str) -> bool:
    if before is None or later is None or verb == _MERGE:
        return True
    return wording(memory_of(owner, before, ())) != wording(memory_of(owner, later, ()))


def _version(owner: Owner, row: Columns | None, words: Sequence[Evidence], operation: StoredRow) -> Version:
    by = operation["undone_by"]
    return Version(
        number=0,
        at=instant_of(operation["at"]),
        memory=None if row is None else memory_of(owner, row, words),
        operation=OperationId(operation["id"]),
        cause=cause_of(owner, operation),
        undone_by=None if by is None else OperationId(by),
    )


def _evidence(session: SqlSession, owner: Owner, memory: MemoryId) -> list[Evidence]:
    query = (
        'SELECT turn, start, "end" FROM evidence WHERE owner = :owner AND memory = :memory ORDER BY position'
    )
    return [Evidence(*row) for row in session.values(query, {"owner": owner, "memory": memory})]
