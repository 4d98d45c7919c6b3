"""How do memories change their space, and how is that taken back whole?"""

from collections.abc import Mapping
from itertools import chain

from quaidpy.domain.identity import RUN_PREFIX, MemoryId, OperationId, Owner, RunId
from quaidpy.domain.memories.operations import Operation
from quaidpy.domain.spaces import PRIVATE, Space, standing_space
from quaidpy.errors import UsageError
from quaidpy.services.parts import Parts

MOVE = "move"


def move_memories(places: Mapping[MemoryId, Parts], target: Space, name: str, parts: Parts) -> OperationId:
    """`places`: where each of them is. Raises UsageError when all of them are there already."""
    by_space: dict[Owner, list[MemoryId]] = {}
    for identity, place in places.items():
        if place.owner != target.key:
            by_space.setdefault(place.owner, []).append(identity)
    if not by_space:
        raise UsageError(f"nothing to move: all of it is in {name} already")
    run = RunId(parts.remembering.ids.new(RUN_PREFIX))
    moved = ", ".join(chain(*by_space.values()))
    why = {space: f"{', '.join(ids)} out of here" for space, ids in by_space.items()}
    return parts.remembering.store.move(
        by_space, target.key, run, {**why, target.key: f"{moved} into {name}"}
    )


def moved_together(operation: Operation) -> bool:
    """Whether it is a part of a change of several spaces: a move, or what took one back."""
    return operation.cause.run is not None and operation.cause.verb in {MOVE, "undo"}


def undo_move(operation: Operation, parts: Parts) -> OperationId:
    """All of it, in every space. Raises UsageError when it is undone already, ForbiddenError, ConflictError."""
    if operation.undone_by is not None:
        raise UsageError(f"{operation.id} is undone already, by {operation.undone_by}")
    store, run, access = parts.remembering.store, operation.cause.run, parts.access
    private = standing_space(access.owner, PRIVATE)
    assert private is not None, "every owner has one"
    found: dict[Owner, list[OperationId]] = {}
    for space in (private, *access.records.spaces()):
        pending = [each.id for each in store.operations(space.key, run=run) if each.undone_by is None]
        if pending:
            access.require_writable(space)
            found[space.key] = pending
    return store.undo_together(found, f"undo {operation.id}", RunId(parts.remembering.ids.new(RUN_PREFIX)))
