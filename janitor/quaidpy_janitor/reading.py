"""Which memories are there to be looked at, page by page?"""

from collections.abc import Iterator

from quaidpy.domain.memories import LIVE_STATUSES, Memory
from quaidpy.domain.queries import Filter
from quaidpy_janitor.task import Night

_PAGE = 500  # memories read, and rewritten in one operation, at a time


def live_pages(night: Night) -> Iterator[list[Memory]]:
    """Pending and active memories of every scope, by id."""
    keep = Filter(owner=night.owner, scopes=())
    after = None
    while page := night.tools.store.memories_where(keep, limit=_PAGE, after=after):
        after = page[-1].id
        live = [m for m in page if m.status in LIVE_STATUSES and m.lifetime.retracted_at is None]
        if live:
            yield live


def live_memories(night: Night) -> list[Memory]:
    return [memory for page in live_pages(night) for memory in page]
