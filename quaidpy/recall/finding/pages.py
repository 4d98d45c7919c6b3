"""Which turns are a document by themselves? Such a page is about what it names; sections of minutes name in passing."""

from collections.abc import Iterable

from quaidpy.domain.identity import Owner, TurnId, turns_beside
from quaidpy.domain.memories.episodes import Role
from quaidpy.ports.storage import MemoryStore


def whole_documents(turns: Iterable[TurnId], owner: Owner, store: MemoryStore) -> set[TurnId]:
    """Those of a document that have no turn before them and none behind."""
    beside = {turn: turns_beside(turn) for turn in turns}
    firsts = {turn: after for turn, (before, after) in beside.items() if before is None}
    if not firsts:
        return set()
    known = {turn.id: turn for turn in store.turns(owner, [*firsts, *firsts.values()])}
    return {
        first
        for first, second in firsts.items()
        if first in known and known[first].role is Role.DOCUMENT and second not in known
    }
