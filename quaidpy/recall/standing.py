"""What should an agent know before anybody asks? Who it works for, what is liked, decided, and was learnt."""

from dataclasses import replace
from datetime import datetime

from quaidpy.domain.identity import Owner
from quaidpy.domain.lifetimes import Moment
from quaidpy.domain.memories import Kind, Memory
from quaidpy.domain.queries import Filter
from quaidpy.ports import MemoryStore

_KINDS = (Kind.PROFILE, Kind.PREFERENCE, Kind.DECISION, Kind.PROCEDURE, Kind.LESSON)


def standing(
    store: MemoryStore, owner: Owner, *, now: datetime, project: str | None, limit: int
) -> list[Memory]:
    """What holds now, the weightiest first, what belongs to the project before everything else."""
    keep = Filter(owner=owner, kinds=_KINDS, moment=Moment(as_of=now, known_at=now))
    own = store.weightiest(replace(keep, project=project), limit=limit) if project else []
    found = {memory.id: memory for memory in (*own, *store.weightiest(keep, limit=limit))}
    return list(found.values())[:limit]
