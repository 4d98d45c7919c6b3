"""What does memory know of where a session stopped, and how does a checkpoint read now?"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quaidpy.domain.agents import AgentName, agent_of
from quaidpy.domain.handover.checkpoints import LAST, Checkpoint, Filled, Said
from quaidpy.domain.handover.names import LONGEST_NAME, checked_name, known_as
from quaidpy.domain.identity import EpisodeId, MemoryId, NodeId, turn_id
from quaidpy.domain.memories.episodes import Episode, Turn
from quaidpy.domain.memories.memory import Kind, Memory, Status
from quaidpy.domain.memories.todos import TodoState, state_of
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.regex import regex
from quaidpy.remember.changing.todo_states import tasks_of
from quaidpy.services.edited_files import edited_in
from quaidpy.services.inbox_draining import SessionEnded
from quaidpy.services.parts import Parts

_DECISIONS, _TODOS, _TURNS, _FILES = 5, 10, 6, 20
_READ_FOR_FILES = 40  # turns before the end
_LOOKED_THROUGH = 200  # conversations, the last taken in
_MOST_NEW = 50  # memories counted as new; past it there are more than anybody reads
_FILE = regex(
    r"(?<![\w/.:@~-])(?:~?/|\.{1,2}/)?(?:[\w-][\w.-]*/){0,20}[\w-][\w.-]{0,100}\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/-])"
)
"""A path whose last name has an ending, as `src/app.py`."""
_OF_HOSTS = frozenset({"com", "org", "net", "io", "eu", "de", "uk", "info"})
_GONE = frozenset({Status.ARCHIVED, Status.RETIRED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A decision or task. `now`: what has become of it since, as `done`; empty where it stands. `id`: of its memory."""

    text: str
    id: str | None = None
    now: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLast:
    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointRead:
    """A checkpoint with its words. `new`: what was taken in since, up to 50, where that was asked for."""

    checkpoint: Checkpoint
    task: str | None
    decisions: tuple[Point, ...]
    todos: tuple[Point, ...]
    files: tuple[str, ...]
    turns: tuple[SaidLast, ...]
    new: tuple[Memory, ...] = ()


def save_checkpoint(
    name: str, said: Said, parts: Parts, *, agent: AgentName, session: str | None, project: str | None
) -> Checkpoint:
    """Under this name of the agent; earlier versions stay. Raises UsageError."""
    called = checked_name(name, of="checkpoint")
    if called == LAST:
        raise UsageError(f"{LAST!r} stands for the checkpoint saved last; choose another name")
    store, tuning = parts.remembering.store, parts.handover.tuning
    newest = store.newest(Filter(owner=parts.owner), limit=1)
    episode = _conversation(parts, session, project)
    checkpoint = Checkpoint(
        owner=parts.owner,
        agent=agent,
        name=called,
        saved_at=parts.remembering.clock.now(),
        said=said,
        filled=replace(
            _filled(said, parts, episode, session=session, project=project),
            edited=() if said.files is not None else edited_in(session, agent, parts),
        ),
        session=session,
        project=project or (episode.project if episode and session else None),
        newest=newest[0].id if newest else None,
    )
    return parts.handover.records.put_checkpoint(
        checkpoint, versions=tuning.checkpoint_versions, names=tuning.checkpoint_names
    )


def save_at_end(parts: Parts, ended: SessionEnded) -> None:
    """Where a session of a host stopped, under its own name. None of a session in which nobody spoke."""
    name = " ".join("".join(filter(str.isprintable, ended.session)).split())[:LONGEST_NAME]
    if name in {"", LAST} or _conversation(parts, ended.session, None) is None:
        return
    agent = agent_of(ended.host)
    save_checkpoint(name, Said(), parts, agent=agent, session=ended.session, project=ended.project)


def _filled(
    said: Said, parts: Parts, episode: Episode | None, *, session: str | None, project: str | None
) -> Filled:
    """Only what the caller does not say."""
    store, owner = parts.remembering.store, parts.owner
    decisions: list[Memory] = []
    if said.decisions is None:
        now = parts.remembering.clock.now()
        keep = Filter(owner=owner, kinds=(Kind.DECISION,), moment=Moment(as_of=now, known_at=now))
        of_session = store.newest(_narrowed(keep, session=session), limit=_DECISIONS) if session else []
        decisions = of_session or store.newest(_narrowed(keep, project=project), limit=_DECISIONS)
    todos = tasks_of(owner, parts.remembering)[:_TODOS] if said.todos is None else []
    needs_turns = said.turns is None or said.files is None
    return Filled(
        decisions=tuple(each.id for each in decisions),
        todos=tuple(each.id for each in todos),
        episode=episode.id if episode and needs_turns else None,
        turns=len(store.turns_of(owner, episode.id)) if episode and needs_turns else 0,
    )


def _narrowed(keep: Filter, *, session: str | None = None, project: str | None = None) -> Filter:
    return Filter(owner=keep.owner, kinds=keep.kinds, moment=keep.moment, session=session, project=project)


def _conversation(parts: Parts, session: str | None, project: str | None) -> Episode | None:
    """That of the session; where none is named the last that was taken in, of the project if one is named."""
    recent = parts.remembering.store.recent_episodes(parts.owner, limit=_LOOKED_THROUGH)
    wanted = (each for each in recent if session is None or each.session == session)
    return next((each for each in wanted if session or project is None or each.project == project), None)


def found_checkpoint(name: str, parts: Parts, *, agent: AgentName, version: int | None = None) -> Checkpoint:
    """The agent's own of this name (or `AGENT/NAME`, or `last`), else the only one of another agent.

    Raises NotFoundError, and UsageError where several agents have one.
    """
    whose, slash, rest = name.partition("/")
    called = known_as(name)
    found = _versions(parts, called, agent)
    if not found and slash:
        found = _versions(parts, known_as(rest), AgentName(whose.strip().casefold()))
    found = found or _versions(parts, called, None)
    owners = sorted({each.agent for each in found})
    if called != LAST and len(owners) > 1:
        theirs = ", ".join(f"{each}/{called}" for each in owners)
        raise UsageError(f"several agents have a checkpoint {called!r}; say which: {theirs}")
    chosen = [each for each in found if version is None or each.version == version]
    if not chosen:
        which = f" with a version {version}" if version and found else ""
        raise NotFoundError(f"no checkpoint {called!r}{which}; `quaid checkpoint list` lists them")
    return chosen[0]


def _versions(parts: Parts, name: str, agent: AgentName | None) -> list[Checkpoint]:
    wanted, limit = (None, 1) if name == LAST else (name, 1000)
    return parts.handover.records.checkpoints(parts.owner, agent=agent, name=wanted, limit=limit)


def last_checkpoint(
    parts: Parts, *, agent: AgentName, project: str | None, since: datetime
) -> Checkpoint | None:
    """Where this agent stopped last, in this project where one is named; None when that is longer ago."""
    found = parts.handover.records.checkpoints(parts.owner, agent=agent, project=project, limit=1)
    return found[0] if found and found[0].saved_at >= since else None


def read_checkpoint(
    checkpoint: Checkpoint, parts: Parts, *, kept_out: Collection[NodeId] = ()
) -> CheckpointRead:
    """With the words that its ids have now; what was erased or forgotten, or is kept out here, is left out."""
    said, filled = checkpoint.said, checkpoint.filled
    turns = [each for each in _turns(parts, filled.episode, filled.turns) if each.id not in kept_out]
    named = said.files if said.files is not None else _files(filled.edited, turns)
    spoken = (SaidLast(who=each.speaker or each.role.value, text=each.text) for each in turns[-_TURNS:])
    known = parts.remembering.store.memories(parts.owner, [*filled.decisions, *filled.todos])
    memories, now = (
        {each.id: each for each in known if each.id not in kept_out},
        parts.remembering.clock.now(),
    )
    return CheckpointRead(
        checkpoint=checkpoint,
        task=said.task,
        decisions=_points(said.decisions, filled.decisions, memories, now),
        todos=_points(said.todos, filled.todos, memories, now),
        files=named,
        turns=tuple(spoken) if said.turns is None else tuple(SaidLast(who="", text=t) for t in said.turns),
    )


def _points(
    said: tuple[str, ...] | None,
    ids: tuple[MemoryId, ...],
    memories: Mapping[MemoryId, Memory],
    now: datetime,
) -> tuple[Point, ...]:
    if said is not None:
        return tuple(Point(text=each) for each in said)
    found = [memories[identity] for identity in ids if identity in memories]
    return tuple(
        Point(text=each.text, id=each.id, now=_become(each, now))
        for each in found
        if each.status not in _GONE
    )


def _become(memory: Memory, now: datetime) -> str:
    if memory.kind is Kind.TODO:
        state = state_of(memory, now)
        return "" if state is TodoState.OPEN else state.value
    return "" if memory.lifetime.holds(Moment(as_of=now, known_at=now)) else "over"


def _turns(parts: Parts, episode: EpisodeId | None, upto: int) -> list[Turn]:
    if episode is None:
        return []
    wanted = [turn_id(episode, seq) for seq in range(max(0, upto - _READ_FOR_FILES), upto)]
    return parts.remembering.store.turns(parts.owner, wanted)


def _files(edited: Sequence[str], turns: Sequence[Turn]) -> tuple[str, ...]:
    """Those that were written, the last one first, then those that the last turns name."""
    matches = (match[0] for turn in reversed(turns) for match in _FILE.finditer(turn.text))
    named = (name for name in filter(_is_file, matches) if not any(_is_of(path, name) for path in edited))
    return tuple(dict.fromkeys((*reversed(edited), *named)))[:_FILES]


def _is_of(path: str, name: str) -> bool:
    """Whether a file is the one that somebody named in short, as `app.py`."""
    return path == name or path.endswith(f"/{name.removeprefix('./').removeprefix('~/')}")


def _is_file(name: str) -> bool:
    """What stands alone may as well be letters cut short (`e.g`), or the name of a host."""
    parts = name.split(".")
    return "/" in name or not (all(len(part) == 1 for part in parts) or parts[-1].lower() in _OF_HOSTS)


def with_news(read: CheckpointRead, parts: Parts, *, kept_out: Collection[NodeId] = ()) -> CheckpointRead:
    """With what was taken in since, of its project if it has one."""
    keep = Filter(owner=parts.owner, project=read.checkpoint.project)
    store, newest = parts.remembering.store, read.checkpoint.newest
    new = store.memories_where(keep, limit=_MOST_NEW, after=newest)
    return replace(read, new=tuple(each for each in new if each.id not in kept_out))
