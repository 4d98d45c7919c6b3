"""What changed, and how is it taken back?"""

from datetime import datetime

from quaidpy.domain.identity import RUN_PREFIX, OperationId, Owner, RunId
from quaidpy.domain.memories.operations import Cause, Operation, caller_named
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.ports.storage import MemoryStore

_EVERYTHING = 1_000_000  # operations of one run are undone together or not at all


def changes(
    store: MemoryStore,
    owner: Owner,
    *,
    since: datetime | None = None,
    agent: str | None = None,
    limit: int = 100,
) -> list[Operation]:
    """Newest first. `agent`: only what this caller did, however its name is spelt."""
    caller = caller_named(agent)
    return store.operations(owner, since=since, agent=caller.agent if caller else None, limit=limit)


def undo(store: MemoryStore, owner: Owner, identity: str) -> OperationId:
    """Take back one operation, or all of a run that are not taken back yet.

    Raises NotFoundError, UsageError when it is undone already, ConflictError when later changes depend on it.
    """
    operations = operations_of(store, owner, identity)
    pending = [operation.id for operation in operations if operation.undone_by is None]
    if not pending:
        raise UsageError(f"{identity} is undone already, by {operations[0].undone_by}")
    return store.undo(pending, Cause(owner=owner, verb="undo", why=f"undo {identity}"))


def operations_of(store: MemoryStore, owner: Owner, identity: str) -> list[Operation]:
    """Those meant by the id of an operation or run, newest first. Raises NotFoundError."""
    if not identity.startswith(RUN_PREFIX):
        return [store.operation(owner, OperationId(identity))]
    found = store.operations(owner, run=RunId(identity), limit=_EVERYTHING)
    if not found:
        raise NotFoundError(f"no run {identity}; `quaid changes` lists runs and operations")
    return found
