"""How does a person see and steer what their home shares with a store?"""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.interfaces.cli.terminal.lazy import QuaidGroup
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.sync import round_document, status_document

if TYPE_CHECKING:
    from datetime import datetime

    from quaidpy.services.sync.keeping import SyncStatus


@click.group(cls=QuaidGroup)
def sync() -> None:
    """Share this home's memory with a store, and so with homes on other machines.

    All of it stays in this home's file, too: recall is local and works without the store. `sync.url` names the store.
    """


@sync.command("now")
@click.option("--anew", is_flag=True, help="Compare everything; after a backup took the store's place.")
@click.pass_obj
def now(session: Session, anew: bool) -> None:
    """Meet the store: take what others did, send what was done here."""
    from quaidpy.services.sync.keeping import sync_now

    with session.writing() as memory:
        done = sync_now(memory.parts, is_anew=anew)
        names = [memory.access.name_of_key(key) for key in done.followed]
        left = [key.replace("//", "/") for key in done.left]

    def show() -> None:
        click.echo(f"{_rows(done.pulled)} taken, {_rows(done.pushed)} sent; followed: {', '.join(names)}")
        if done.vectors:
            click.echo(f"{done.vectors:,} embeddings of the same model, not made again")
        for key in left:
            click.echo(f"let go of {key}: you are no member any more")

    session.answer(round_document(done), show)


@sync.command("status")
@click.pass_obj
def status(session: Session) -> None:
    """Show when this home last met its store, and what waits to be sent; asks nobody."""
    from quaidpy.services.sync.keeping import status as status_of

    with session.writing() as memory:
        found, at = status_of(memory.parts), memory.now()
        names = {each.owner: memory.access.name_of_key(each.owner) for each in found.followed}
    document = {**status_document(found)}
    session.answer(document, lambda: _print(session, found, names, at))


@sync.command("pause")
@click.pass_obj
def pause(session: Session) -> None:
    """Have no rounds of themselves until `quaid sync resume`; `quaid sync now` still works."""
    _set_paused(session, is_paused=True)


@sync.command("resume")
@click.pass_obj
def resume(session: Session) -> None:
    """Have rounds again."""
    _set_paused(session, is_paused=False)


def _set_paused(session: Session, *, is_paused: bool) -> None:
    from quaidpy.services.sync import keeping

    with session.writing() as memory:
        keeping.pause(memory.parts, is_paused=is_paused)
    told = "paused; results will say how far behind they are" if is_paused else "on again"
    session.answer({"paused": is_paused}, lambda: click.echo(told))


def _print(session: Session, found: "SyncStatus", names: dict[Any, str], at: "datetime") -> None:
    from quaidpy.domain.sync.pacing import span_told
    from quaidpy.interfaces.cli.terminal.printing import pairs, plain_table

    progress = found.progress
    last = (
        "never" if progress.whole_at is None else f"{span_told((at - progress.whole_at).total_seconds())} ago"
    )
    following = "when a server of this home runs"
    if progress.is_paused:
        following = "paused; `quaid sync resume` goes on"
    elif progress.tried_at is not None:
        wait_s = max(0.0, (progress.next_at - at).total_seconds())
        following = f"in {span_told(wait_s)}, while a server of this home runs"
    lines = [
        ("store", found.store),
        ("last round", last if found.behind is None else f"{last}: {found.behind}"),
        ("next", following),
    ]
    if progress.error:
        lines.append(("failed", progress.error))
    session.console.print(pairs(iter(lines)))
    rows = [
        [names[each.owner], f"{each.waiting:,}", f"{each.position.pulled:,}", f"{each.position.pushed:,}"]
        for each in found.followed
    ]
    if rows:
        session.console.print(plain_table(["space", "to be sent", "heard up to", "told up to"], rows))


def _rows(number: int) -> str:
    return f"{number:,} {'row' if number == 1 else 'rows'}"
