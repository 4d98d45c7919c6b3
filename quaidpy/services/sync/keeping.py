"""When does a home meet its store, what became of it, and how far behind is it?"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from quaidpy.domain.identity import Owner
from quaidpy.domain.sync.pacing import Progress, behind_told
from quaidpy.errors import QuaidError, UsageError
from quaidpy.ports.sync import Position, Taken
from quaidpy.services.mirroring import erase_from_mirror
from quaidpy.services.parts import Parts, SyncTools
from quaidpy.services.spaces.placing import parts_in
from quaidpy.services.sync.rounds import Round, run_round


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """One owner or space as this home has it. `last`: its last number here. `waiting`: rows to be sent."""

    owner: Owner
    last: int
    waiting: int
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncStatus:
    """`behind`: as results say it; None while all is well."""

    store: str
    node: str
    progress: Progress
    behind: str | None
    followed: tuple[Followed, ...]


def tools_of(parts: Parts) -> SyncTools:
    """Raises UsageError when this home shares its memory with nobody."""
    if parts.sync is None:
        raise UsageError(
            "this home shares its memory with no store;"
            " `quaid config set sync.url postgresql://USER@HOST/DATABASE` names one"
        )
    return parts.sync


def sync_now(parts: Parts, *, is_anew: bool = False) -> Round:
    """One round, whatever the time. Raises a QuaidError when the store is away, and notes that.

    `is_anew`: both sides tell all they have, as if they had never met.
    """
    tools = tools_of(parts)
    now, tuning = tools.clock.now(), tools.tuning
    try:
        with tools.opened() as there:
            peer = there.rows.node
            for owner in tools.here.rows.followed() if is_anew else ():
                tools.here.rows.keep_position(owner, peer, Position())
            done = run_round(tools, there, erased=partial(_erase_copies, parts))
    except QuaidError as error:
        told = str(error)
        _note(tools, lambda progress: progress.after_failure(told, now, tuning))
        raise
    for owner in done.left:
        parts.graph.rebuild(owner)
    _note(tools, lambda progress: replace(progress.after_round(done.moved, now, tuning), peer=peer))
    return done


def sync_when_due(parts: Parts, *, has_news: bool = False) -> Round | None:
    """A round, if it is time for one; None when it is not. What was changed here brings the next one near.

    `has_news`: others are known to have written in the store. Then it is time, if nobody has paused.
    """
    tools = tools_of(parts)
    progress = progress_of(tools)
    if has_news and not progress.is_paused:
        return sync_now(parts)
    if not progress.is_paused and progress.interval_s > tools.tuning.interval_s and _waiting(tools, progress):
        progress = progress.hurried(tools.tuning)
    return sync_now(parts) if progress.is_due(tools.clock.now()) else None


def pause(parts: Parts, *, is_paused: bool) -> None:
    """Have no rounds of themselves, or have them again, at once."""
    tools = tools_of(parts)
    _note(tools, lambda progress: replace(progress.hurried(tools.tuning), is_paused=is_paused))


def status(parts: Parts) -> SyncStatus:
    """From this home alone: the store is not asked."""
    tools = tools_of(parts)
    progress, rows = progress_of(tools), tools.here.rows
    return SyncStatus(
        store=tools.name,
        node=rows.node,
        progress=progress,
        behind=behind_told(progress, tools.clock.now()),
        followed=tuple(
            Followed(
                owner=owner,
                last=rows.last(owner),
                waiting=rows.waiting(owner, progress.peer),
                position=rows.position(owner, progress.peer),
            )
            for owner in rows.followed()
        ),
    )


def told_behind(parts: Parts) -> str | None:
    """For a result: how far behind this home is; None while all is well, or it shares its memory with nobody."""
    if parts.sync is None:
        return None
    return behind_told(progress_of(parts.sync), parts.sync.clock.now())


def progress_of(tools: SyncTools) -> Progress:
    return tools.here.rows.progress() or Progress(interval_s=tools.tuning.interval_s)


def _note(tools: SyncTools, change: Callable[[Progress], Progress]) -> None:
    """Of what stands there now: somebody may have paused it during the round."""
    tools.here.rows.keep_progress(change(progress_of(tools)))


def _waiting(tools: SyncTools, progress: Progress) -> bool:
    rows = tools.here.rows
    return any(rows.waiting(owner, progress.peer) for owner in rows.followed())


def _erase_copies(parts: Parts, owner: Owner, taken: Taken) -> None:
    """What was purged elsewhere goes out of every copy in this home, as after a purge of its own."""
    own = parts_in(parts, owner)
    assert taken.purged is not None, "something was erased"
    own.graph.rebuild(owner)
    own.files.erase_copies(owner, taken.memories, taken.episodes, taken.purged)
    erase_from_mirror(taken.memories, own)
