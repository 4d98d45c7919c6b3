"""Which memories are there to be looked at, page by page?"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from quaidpy.domain.identity import MemoryId
from quaidpy.domain.memories.memory import LIVE_STATUSES, Memory
from quaidpy.domain.nights import MemoryCriteria, MemoryProjection
from quaidpy_janitor.task import Night

_PAGE = 500  # memories read, and rewritten in one operation, at a time


def pages_of(night: Night, ids: Sequence[MemoryId]) -> Iterator[list[Memory]]:
    """Those of the ids that are live, in their order."""
    for start in range(0, len(ids), _PAGE):
        page = night.tools.store.memories(night.owner, ids[start : start + _PAGE])
        live = [m for m in page if m.status in LIVE_STATUSES and m.lifetime.retracted_at is None]
        if live:
            yield live


def live_pages(night: Night, which: MemoryCriteria) -> Iterator[list[Memory]]:
    """Live memories, by id, to which all applies that is sought."""
    yield from pages_of(night, night.tools.survey.memories_matching(night.owner, which))


def read_as_seen(
    ids: Collection[MemoryId], seen: Mapping[MemoryId, MemoryProjection], night: Night
) -> dict[MemoryId, Memory]:
    """The memories, without those that somebody has changed since they were `seen`: a later night sees to them."""
    return {
        memory.id: memory
        for page in pages_of(night, sorted(ids))
        for memory in page
        if MemoryProjection.of(memory) == seen.get(memory.id)
    }
