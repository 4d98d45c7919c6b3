"""What are the candidates, once a turn and the memories made from it are seen as one?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quaidpy.domain.identity import MemoryId, NodeId, TurnId, is_memory, is_turn
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory, Status
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.recall.traces import Rejected
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.understanding.planning import Plan

_HIDDEN = (Status.ARCHIVED, Status.RETIRED)
_SHOWABLE = (*LIVE_STATUSES, Status.SUPERSEDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A turn with the memories made from it that may be shown; or a memory alone, whose turn no lane met.

    `is_outdated`: every memory made from the turn has ended by the moment asked for.
    """

    key: NodeId
    turn: Turn | None
    memories: tuple[Memory, ...]
    is_outdated: bool

    @property
    def nodes(self) -> tuple[NodeId, ...]:
        """All that it stands for."""
        return (self.key, *[memory.id for memory in self.memories])


def assemble(
    keys: Sequence[NodeId], plan: Plan, store: MemoryStore
) -> tuple[list[Candidate], list[Rejected]]:
    """Read the rows behind the keys, once: candidates in the order of the keys, and what must not be shown.

    Memories outside the filter are dropped; a turn all of whose memories were forgotten is not shown either. A key may
    be a turn that no lane found, because a memory came from it: one that the question may not see lends nothing.
    """
    keep, owner = plan.keep, plan.keep.owner
    turn_ids = [TurnId(key) for key in keys if is_turn(key)]
    turns = {turn.id: turn for turn in store.turns(owner, turn_ids)}
    derived = store.memories_from_turns(owner, turn_ids)
    wanted = {m for ids in derived.values() for m in ids} | {MemoryId(key) for key in keys if is_memory(key)}
    memories = {memory.id: memory for memory in store.memories(owner, sorted(wanted))}
    visible, alone = _visible(turns.values(), plan, store)
    found: list[Candidate] = []
    rejected: list[Rejected] = []
    for key in keys:
        behind = derived.get(TurnId(key), ()) if key in turns else (MemoryId(key),)
        made = [memories[m] for m in behind if m in memories]
        shown = tuple(memory for memory in made if keep.admits_memory(memory))
        reason = _why_not(key, made, turns)
        if reason is None and not shown and key not in alone:
            reason = _why_kept_out(key, made, plan)
        if reason is None and not shown and key not in alone:
            reason = "outside the bounds of the question"
        if reason is None:
            found.append(_candidate(key, visible, made, shown, keep))
        else:
            rejected.append(Rejected(key, reason))
    return found, rejected


def _visible(
    turns: Iterable[Turn], plan: Plan, store: MemoryStore
) -> tuple[dict[TurnId, Turn], frozenset[NodeId]]:
    """Turns that may be shown beside a memory, and which of them may stand alone: as `keep_turns` bounds them."""
    place, keep_turns = plan.keep.place, plan.keep_turns
    said = list(turns)
    met = store.episodes(place.owner, sorted({turn.episode for turn in said}))
    episodes = {episode.id: episode for episode in met if place.admits_episode(episode)}
    visible = {turn.id: turn for turn in said if turn.episode in episodes and turn.id not in place.kept_out}
    if keep_turns is None:
        return visible, frozenset()
    alone = (turn.id for turn in visible.values() if keep_turns.admits_time_of(turn, episodes[turn.episode]))
    return visible, frozenset(alone)


def _candidate(
    key: NodeId,
    turns: Mapping[TurnId, Turn],
    made: Sequence[Memory],
    shown: tuple[Memory, ...],
    keep: Filter,
) -> Candidate:
    # What is shown holds: only where nothing is, has it to be asked.
    known = [] if shown else [memory for memory in made if memory.status in _SHOWABLE]
    return Candidate(
        key=key,
        turn=turns.get(TurnId(key)),
        memories=shown,
        is_outdated=bool(known) and not any(_holds(memory, keep) for memory in known),
    )


def _why_not(key: NodeId, made: Sequence[Memory], turns: Mapping[TurnId, Turn]) -> str | None:
    if key not in turns:
        return None if made else "not there any more"
    if made and all(memory.status in _HIDDEN for memory in made):
        return "forgotten"
    return None


def _why_kept_out(key: NodeId, made: Sequence[Memory], plan: Plan) -> str | None:
    contexts = (plan.kept_out.get(each) for each in (key, *(memory.id for memory in made)))
    context = next((each for each in contexts if each), None)
    return left_out_here(context) if context else None


def left_out_here(context: str) -> str:
    """Why nothing of it is given in this session."""
    return f"left out here: kept out of {context} sessions"


def _holds(memory: Memory, keep: Filter) -> bool:
    return keep.moment is None or memory.lifetime.holds(keep.moment)


def anchored(
    scores: Mapping[NodeId, float],
    behind: Mapping[MemoryId, Sequence[TurnId]],
    turn_scores: Mapping[NodeId, float],
) -> dict[NodeId, float]:
    """Scores of memories, moved to the best of the turns `behind` each; a memory without turns keeps its own key."""
    moved: dict[NodeId, float] = {}
    for memory, turns in behind.items():
        if memory not in scores:
            continue
        key = _anchor_of(turns, turn_scores) or memory
        moved[key] = max(moved.get(key, 0.0), scores[memory])
    return moved


def _anchor_of(turns: Sequence[TurnId], turn_scores: Mapping[NodeId, float]) -> NodeId | None:
    if len(turns) == 1:
        return turns[0]
    return max(turns, key=lambda turn: (turn_scores.get(turn, 0.0), turn), default=None)
