"""How is a memory changed by hand? Every change can be undone, but for purge."""

from typing import TYPE_CHECKING, Any

import click

from quaidpy.errors import UsageError
from quaidpy.interfaces.cli.terminal.lazy import QuaidCommand
from quaidpy.interfaces.cli.terminal.options import KINDS
from quaidpy.interfaces.cli.terminal.session import Session
from quaidpy.interfaces.json_forms.identities import memory_id, short

if TYPE_CHECKING:
    from quaidpy.domain.identity import EpisodeId, MemoryId, OperationId
    from quaidpy.domain.memories.erasure import Purged
    from quaidpy.domain.memories.memory import Memory as Statement
    from quaidpy.memory import Memory

_MEMORY = click.argument("identity", metavar="MEMORY")


@click.command(cls=QuaidCommand)
@_MEMORY
@click.option("--text", metavar="TEXT", help="The new statement.")
@click.option("--kind", type=click.Choice(KINDS), metavar="KIND", help=f"One of {', '.join(KINDS)}.")
@click.option("--importance", type=float, metavar="0-1", help="How much it matters.")
@click.option("--confidence", type=float, metavar="0-1", help="How sure it is.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="The new tags; may be given several times.")
@click.option(
    "--expect", type=click.IntRange(1), metavar="VERSION", help="Only if this is still its version."
)
@click.pass_obj
def edit(
    session: Session,
    /,
    identity: str,
    tags: tuple[str, ...],
    kind: str | None,
    expect: int | None,
    **values: Any,
) -> None:
    """Change what a memory says or how it is kept.

    With --expect nothing is changed when somebody was faster: both texts are
    told, and the exit code is 14. `quaid show` tells the version.
    """
    from quaidpy.domain.memories.memory import Kind
    from quaidpy.remember.changing.editing import Edit

    change = Edit(kind=Kind(kind) if kind else None, tags=tags or None, **values)
    if change == Edit():
        raise UsageError(
            f"nothing to change in {identity}; give --text, --kind, --importance, --confidence or --tag"
        )
    with session.writing() as memory:
        whole = memory_id(identity, memory)
        before = memory.show(whole)
        operation = memory.edit(whole, change, expect=expect)
        after = memory.show(whole)
    document = {"operation": operation, "memory": whole, "before": before.text, "text": after.text}
    session.answer(document, lambda: _say_edited(before, after, operation))


@click.command(cls=QuaidCommand)
@click.argument("source", metavar="FROM")
@click.argument("relation", metavar="RELATION")
@click.argument("target", metavar="TO")
@click.pass_obj
def link(session: Session, /, source: str, relation: str, target: str) -> None:
    """Relate two entities or memories.

    As in `quaid link Ana works_at "Marmelo Studio"`. The relation is brought to its
    canonical form; one that allows a single target ends what held before.
    """
    from quaidpy.interfaces.json_forms.changes import linked

    with session.writing() as memory:
        done = linked(memory, source, relation, target)
    edge = done["edge"]
    is_turned = edge.casefold().startswith(f"{target} ".casefold()) and edge.casefold().endswith(
        source.casefold()
    )
    same = f", the same as {source} {relation} {target}" if is_turned else ""
    session.answer_change(f"linked: {edge}{same}", done["operation"], {"edge": edge})


@click.command(cls=QuaidCommand)
@_MEMORY
@click.pass_obj
def pin(session: Session, /, identity: str) -> None:
    """Keep a memory from ever fading."""
    _change(session, identity, "pinned", lambda memory, whole: memory.pin(whole))


@click.command(cls=QuaidCommand)
@_MEMORY
@click.pass_obj
def unpin(session: Session, /, identity: str) -> None:
    """Let a pinned memory fade like any other."""
    _change(session, identity, "unpinned", lambda memory, whole: memory.unpin(whole))


@click.command(cls=QuaidCommand)
@_MEMORY
@click.option(
    "--in", "contexts", multiple=True, required=True, metavar="CONTEXT", help="Where it is not wanted."
)
@click.pass_obj
def suppress(session: Session, /, identity: str, contexts: tuple[str, ...]) -> None:
    """Keep a memory out of recall in some sessions.

    CONTEXT is project:NAME, agent:NAME, or a word: what a session is called with --context, or its project, its agent,
    or what the setting recall.contexts says of them. In these sessions neither it nor the turns it came from are given;
    everywhere else they are. What comes in its place later is kept out, too.
    """
    named = ", ".join(contexts)
    done = f"keeps out of {named} sessions"
    _change(session, identity, done, lambda memory, whole: memory.suppress(whole, contexts))


@click.command(cls=QuaidCommand)
@_MEMORY
@click.option("--in", "contexts", multiple=True, metavar="CONTEXT", help="Only there [default: everywhere].")
@click.pass_obj
def unsuppress(session: Session, /, identity: str, contexts: tuple[str, ...]) -> None:
    """Give a memory again in sessions that it was kept out of."""
    _change(session, identity, "gives again", lambda memory, whole: memory.unsuppress(whole, contexts))


@click.command(cls=QuaidCommand)
@_MEMORY
@click.pass_obj
def forget(session: Session, /, identity: str) -> None:
    """Take a memory out of recall; `quaid undo` brings it back."""
    _change(session, identity, "forgot", lambda memory, whole: memory.forget(whole))


@click.command(cls=QuaidCommand)
@_MEMORY
@click.option("--reason", required=True, metavar="TEXT", help="Why it is withdrawn.")
@click.option("--persist", is_flag=True, help="Keep these words out for good, even of a rebuilt database.")
@click.pass_obj
def retire(session: Session, /, identity: str, reason: str, persist: bool) -> None:
    """Withdraw a memory for a reason."""
    _change(session, identity, "retired", lambda memory, whole: memory.retire(whole, reason, persist=persist))


@click.command(cls=QuaidCommand)
@click.argument("identities", nargs=-1, required=True, metavar="MEMORY|EPISODE...")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@click.pass_obj
def purge(session: Session, /, identities: tuple[str, ...], is_sure: bool) -> int:
    """Erase memories or whole episodes for ever.

    There is no undo. Backups and other copies in the home are rewritten or deleted; copies elsewhere are yours to
    erase. A memory of a conversation leaves its words in the episode; purge that as well.
    """
    from quaidpy.domain.identity import EPISODE_PREFIX, EpisodeId
    from quaidpy.interfaces.json_forms.identities import whole_id
    from quaidpy.learn.inspection import lines_taught_by

    with session.alone(), session.writing() as memory:
        chosen = [whole_id(identity, memory) for identity in identities]
        episodes = [EpisodeId(each) for each in chosen if each.startswith(EPISODE_PREFIX)]
        memories = [memory_id(each, memory) for each in chosen if not each.startswith(EPISODE_PREFIX)]
        episodes += [note for note in _notes_behind(memories, memory) if note not in episodes]
        if not is_sure and not _is_agreed(session, memory, memories, episodes):
            click.echo("nothing was erased", err=True)
            return 1
        left = [
            f"{found.path}:{found.line}"
            for found in lines_taught_by({*memories, *episodes}, memory.owner, memory.parts.learning)
        ]
        erased = memory.purge(memories, episodes)
    lines = {line.rpartition(":")[0] for line in left}
    left += [str(path) for path in map(session.settings.home.joinpath, erased.left) if str(path) not in lines]
    document = {
        "memories": memories,
        "episodes": episodes,
        "rows_erased": erased.rows,
        "files_rewritten": erased.rewritten,
        "files_deleted": erased.deleted,
        "still_in_files": left,
        "off_the_disk": erased.is_off_disk,
    }
    session.answer(document, lambda: _say_erased(erased))
    if not erased.is_off_disk:
        session.warn(
            "the rows lie on the server's disk, where nobody is shown them, until it vacuums; at once if an"
            " administrator runs VACUUM"
        )
    if left:
        session.warn(f"files of yours still say it, take it out there: {', '.join(left)}")
    return 0


def _say_erased(erased: "Purged") -> None:
    click.echo(f"erased {erased.rows} rows for ever")
    if erased.rewritten:
        click.echo(f"and rewrote without them: {', '.join(erased.rewritten)}")
    if erased.deleted:
        click.echo(f"and deleted, for they could not be: {', '.join(erased.deleted)}")


def _notes_behind(memories: "list[MemoryId]", memory: "Memory") -> "list[EpisodeId]":
    """What was stored by hand is an episode of its own, and nothing but that memory: both go."""
    from quaidpy.domain.identity import EpisodeId

    turns = [each.turn for statement in memory.called(memories) for each in statement.evidence]
    found = dict.fromkeys(EpisodeId(turn.rpartition(".")[0]) for turn in turns)
    return [episode.id for episode in memory.episodes_called(list(found)) if episode.format == "note"]


def _is_agreed(
    session: Session, memory: "Memory", memories: "list[MemoryId]", episodes: "list[EpisodeId]"
) -> bool:
    if session.is_json:
        raise UsageError("purge asks before it erases; with --json give --yes as well")
    for statement in memory.called(memories):
        click.echo(f"  {short(statement.id)}  {statement.text}", err=True)
    for episode in episodes:
        turns = memory.turns(episode)
        click.echo(f"  {short(episode)}  {len(turns)} turns, and what was derived from them alone", err=True)
    return session.is_agreed("Erase this for ever? It cannot be undone.")


def _change(session: Session, identity: str, done: str, change: Any) -> None:
    with session.writing() as memory:
        whole = memory_id(identity, memory)
        text = memory.show(whole).text
        operation = change(memory, whole)
    session.answer_change(f"{done}: {text}", operation, {"memory": whole, "text": text})


def _say_edited(before: "Statement", after: "Statement", operation: "OperationId") -> None:
    if before.text != after.text:
        click.secho(f"- {before.text}", fg="red")
        click.secho(f"+ {after.text}", fg="green")
    for name in ("kind", "importance", "confidence", "tags"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            click.echo(f"{name}: {_value(old)} → {_value(new)}")
    click.secho(f"undo: quaid undo {short(operation)}", dim=True)


def _value(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)
