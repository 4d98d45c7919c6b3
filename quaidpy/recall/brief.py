"""What should an agent know before anybody asks? Who it works for, what is liked, decided, and was learnt."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.memories.attributes import ValueState, tells_value
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.recall.queries import Filter
from quaidpy.domain.time.lifetimes import Moment
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.giving.validity import until_when

_KINDS = (Kind.PROFILE, Kind.PREFERENCE, Kind.DECISION, Kind.PROCEDURE, Kind.LESSON)
_READ = 2  # times the limit, since some of them may be over


def brief(
    store: MemoryStore,
    owner: Owner,
    *,
    now: datetime,
    project: str | None,
    limit: int,
    kept_out: Collection[NodeId] = (),
) -> list[Memory]:
    """What holds now, the weightiest first, what belongs to the project before everything else.

    A statement that tells a value which is over is left out, or says so where it tells something else that holds.
    `kept_out`: what is not wanted where it is asked.
    """
    moment = Moment(as_of=now, known_at=now)
    keep = Filter(owner=owner, kinds=_KINDS, moment=moment)
    most = _READ * limit + len(kept_out)
    own = store.weightiest(replace(keep, project=project), limit=most) if project else []
    read = (*own, *store.weightiest(keep, limit=most))
    found = {memory.id: memory for memory in read if memory.id not in kept_out}
    value_states = store.value_states(owner, list(found), moment)
    current = (_as_it_stands(memory, value_states.get(memory.id, ()), now) for memory in found.values())
    return [memory for memory in current if memory is not None][:limit]


def _as_it_stands(memory: Memory, told: Sequence[ValueState], now: datetime) -> Memory | None:
    over = [each for each in told if each.is_ended(now) and tells_value(memory.text, each.value)]
    if not over:
        return memory
    if len(over) == len(told):
        return None
    until = "; ".join(dict.fromkeys(until_when(each) for each in over))
    return replace(memory, text=f"{memory.text} ({until})")
