"""What is yet to be done, and how is a task closed or opened again?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import memory_id, short
from quaidpy.interfaces.json_forms.plain import plain

if TYPE_CHECKING:
    from quaidpy.domain.memories.todos import TodoState

_TASK = click.argument("identity", metavar="TASK")


@click.group(cls=QuaidGroup)
def todo() -> None:
    """List tasks, close them, open them again."""


@todo.command(name="list")
@click.option("--all", "with_closed", is_flag=True, help="Those that are done or cancelled as well.")
@click.option("--of", "owner", metavar="NAME", help="Only tasks of this person.")
@click.pass_obj
def list_(session: Session, with_closed: bool, owner: str | None) -> None:
    """List what is yet to be done, what is due first on top."""
    from quaidpy.remember.changing.todo_states import tasks_of

    with session.reading() as memory:
        now = memory.now()
        found = tasks_of(memory.owner, memory.parts.remembering, with_closed=with_closed, of=owner)
        document = {"todos": [_document(task, now) for task in found]}
    session.answer(document, lambda: _print(document["todos"]))


@todo.command()
@_TASK
@click.pass_obj
def done(session: Session, /, identity: str) -> None:
    """Say that a task is done."""
    from quaidpy.domain.memories.todos import TodoState

    _close(session, identity, TodoState.DONE)


@todo.command()
@_TASK
@click.pass_obj
def cancel(session: Session, /, identity: str) -> None:
    """Say that a task need not be done any more."""
    from quaidpy.domain.memories.todos import TodoState

    _close(session, identity, TodoState.CANCELLED)


@todo.command()
@_TASK
@click.pass_obj
def reopen(session: Session, /, identity: str) -> None:
    """Open a task again that was done or cancelled."""
    from quaidpy.remember.changing.todo_states import reopen_task

    with session.writing() as memory:
        operation = reopen_task(memory_id(identity, memory), memory.owner, memory.parts.remembering)
    _answer(session, "open again", identity, operation)


def _close(session: Session, identity: str, state: "TodoState") -> None:
    from quaidpy.remember.changing.todo_states import close_task

    with session.writing() as memory:
        operation = close_task(memory_id(identity, memory), state, memory.owner, memory.parts.remembering)
    _answer(session, state.value, identity, operation)


def _answer(session: Session, what: str, identity: str, operation: str) -> None:
    session.answer_change(f"{what}: {identity}", operation, {"todo": identity, "state": what})


def _document(task: Any, now: Any) -> dict[str, Any]:
    from quaidpy.domain.memories.todos import due_of, owner_of, state_of

    return {
        "id": task.id,
        "text": task.text,
        "state": state_of(task, now).value,
        "owner": owner_of(task),
        "due": plain(due_of(task)),
    }


def _print(tasks: list[dict[str, Any]]) -> None:
    if not tasks:
        click.echo("nothing is yet to be done")
    for task in tasks:
        due = f", due {task['due'][:10]}" if task["due"] else ""
        click.echo(f"{task['state']:9} {task['text']}{due}  {short(task['id'])}")
