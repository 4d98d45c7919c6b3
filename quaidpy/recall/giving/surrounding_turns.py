"""What must be shown beside a result so that it can be understood? What it answers, its answer, what else it told."""

from collections.abc import Collection, Iterable, Mapping

from quaidpy.domain.identity import NodeId, TurnId, adjacent_turns, turns_beside
from quaidpy.domain.language.questions import ends_with_question
from quaidpy.domain.memories.episodes import Turn
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.recall.queries import Filter
from quaidpy.ports.storage import MemoryStore

_ALMOST_AS_NEAR = (
    0.7  # of the cosine of the memory that speaks, from which another of the same turn is given with it
)
_MOST_ALSO = 2


def turns_around(anchors: Iterable[Turn], keep: Filter, store: MemoryStore) -> dict[TurnId, Turn]:
    """The turns before and after these, as far as they may be seen."""
    wanted = dict.fromkeys(near for anchor in anchors for near in adjacent_turns(anchor.id))
    return turns_seen(wanted, keep, store)


def turns_seen(wanted: Iterable[TurnId], keep: Filter, store: MemoryStore) -> dict[TurnId, Turn]:
    """Those of the turns that a filter admits."""
    found = store.turns(keep.owner, list(wanted))
    episodes = {e.id: e for e in store.episodes(keep.owner, sorted({turn.episode for turn in found}))}
    return {turn.id: turn for turn in found if keep.admits_turn(turn, episodes[turn.episode])}


def context_of(anchor: Turn, around: Mapping[TurnId, Turn]) -> tuple[Turn, ...]:
    """The question of somebody else that it answers, and somebody else's answer to the question that it is."""
    before, after = turns_beside(anchor.id)
    asked = around.get(before) if before else None
    answer = around.get(after) if asks(anchor) else None
    told = [asked if asked is not None and asks(asked) else None, answer]
    return tuple(turn for turn in told if turn is not None and turn.voice != anchor.voice)


def also_stated(
    spoken: Memory, made: Iterable[Memory], cosines: Mapping[NodeId, float], listed: Collection[NodeId]
) -> tuple[Memory, ...]:
    """Other memories of the turn that are on the list asked for, or almost as near to the question; nearest first."""
    least = _ALMOST_AS_NEAR * cosines.get(spoken.id, 0.0)
    others = [each for each in made if each.id != spoken.id]
    near = [each for each in others if each.id in listed or 0 < least <= cosines.get(each.id, 0.0)]
    return tuple(sorted(near, key=lambda each: (-cosines.get(each.id, 0.0), each.id))[:_MOST_ALSO])


def asks(turn: Turn) -> bool:
    """Whether it ends with a question."""
    return ends_with_question(turn.text)
