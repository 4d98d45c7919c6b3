"""Which of these memories state something that is over? Neither merged nor made core: only what is current is."""

from collections.abc import Iterable
from datetime import datetime

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.nights import MemoryProjection
from quaidpy.domain.time.lifetimes import Moment
from quaidpy_janitor.task import Night


def stale_among(memories: Iterable[Memory | MemoryProjection], night: Night) -> frozenset[MemoryId]:
    """Those that have ended, and those of which one value or relation has: the words still say it."""
    ends = {memory.id: _end_of(memory) for memory in memories}
    over = {identity for identity, end in ends.items() if end is not None and end <= night.now}
    moment = Moment(as_of=night.now, known_at=night.now)
    value_states = night.tools.store.value_states(night.owner, sorted(ends), moment)
    return frozenset(over) | {
        MemoryId(node)
        for node, told in value_states.items()
        if any(value_state.is_ended(night.now) for value_state in told)
    }


def _end_of(memory: Memory | MemoryProjection) -> datetime | None:
    return memory.valid_to if isinstance(memory, MemoryProjection) else memory.lifetime.valid_to
