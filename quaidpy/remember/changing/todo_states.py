"""Which tasks are there, and how does one become done, cancelled or open again by hand?"""

from datetime import UTC, datetime

from quaidpy.domain.identity import MemoryId, OperationId, Owner
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.memories.todos import TodoState, closed, due_of, is_todo, owner_of, reopened, state_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.remember.tools import RememberTools

_MOST = 1000
_CLOSED = frozenset({TodoState.DONE, TodoState.CANCELLED})
_NEVER = datetime.max.replace(tzinfo=UTC)


def tasks_of(
    owner: Owner, tools: RememberTools, *, with_closed: bool = False, of: str | None = None
) -> list[Memory]:
    """Open ones (with `with_closed` all), what is due first on top, then by the time they were told.

    `of`: only tasks of this person.
    """
    now = tools.clock.now()
    found = tools.store.newest(Filter(owner=owner, kinds=(Kind.TODO,)), limit=_MOST)
    kept = [
        task
        for task in found
        if (with_closed or state_of(task, now) not in _CLOSED)
        and (of is None or (owner_of(task) or "").casefold() == of.casefold())
    ]
    return sorted(kept, key=lambda task: (due_of(task) or _NEVER, task.stated_at, task.id))


def close_task(identity: MemoryId, state: TodoState, owner: Owner, tools: RememberTools) -> OperationId:
    """Raises NotFoundError, or UsageError when it is no task, or closed already."""
    task, now = _task(identity, owner, tools), tools.clock.now()
    if state_of(task, now) in _CLOSED:
        raise UsageError(
            f"{identity} is {state_of(task, now).value} already; `quaid todo reopen` opens it again"
        )
    return _put(closed(task, state, at=now, now=now), f"{state.value}: {task.text}", tools)


def reopen_task(identity: MemoryId, owner: Owner, tools: RememberTools) -> OperationId:
    """Raises NotFoundError, or UsageError when it is no task, or open."""
    task = _task(identity, owner, tools)
    if state_of(task, tools.clock.now()) not in _CLOSED:
        raise UsageError(f"{identity} is open; nothing to reopen")
    return _put(reopened(task), f"open again: {task.text}", tools)


def _task(identity: MemoryId, owner: Owner, tools: RememberTools) -> Memory:
    for memory in tools.store.memories(owner, [identity]):
        if not is_todo(memory):
            raise UsageError(
                f"{identity} is no task but a {memory.kind.value}; `quaid todo list --all` lists tasks"
            )
        return memory
    raise NotFoundError(f"no task {identity}; `quaid todo list --all` lists them")


def _put(task: Memory, why: str, tools: RememberTools) -> OperationId:
    with tools.store.writing(Cause(owner=task.owner, verb="todo", why=why)) as writing:
        writing.put_memory(task)
    return writing.operation
