"""What does a shared server do between calls? It stays, whoever comes, and keeps nothing for ever."""

import time
from collections.abc import Callable
from dataclasses import replace

from quaidpy.domain.access.tokens import Scope
from quaidpy.domain.identity import Owner
from quaidpy.home.ownership import Ownership
from quaidpy.interfaces.server.lifecycle import Keeper, follow_rows
from quaidpy.interfaces.shared.visits import VISIT
from quaidpy.memory import Memory
from quaidpy.recall.effects import LogOnly
from quaidpy.wiring.parts import Household

_LONGEST_WITHOUT_REST_S = 60.0
"""A server that is never idle has its chores done all the same."""


class SharedKeeper(Keeper):
    """See server.lifecycle.Keeper.

    It leaves when its home is gone, and when it is told to. The inbox, notices on a desktop and graph files are of a
    person's own home: nothing of that is done here.
    """

    def __init__(self, household: Household, ownership: Ownership, *, leave: Callable[[str], None]) -> None:
        super().__init__(household, ownership, leave=leave)
        self.chores = [Memory.embed_waiting, follow_rows]
        self._rested = time.monotonic()

    def memory_of(self, owner: Owner) -> Memory:
        """For a visit that only reads one that it leaves as it is: not even what was recalled grows stronger."""
        memory, visit = super().memory_of(owner), VISIT.get()
        if visit is None or visit.token.scope.includes(Scope.WRITE):
            return memory
        return Memory(replace(memory.parts, effects=LogOnly(memory.parts.effects)))

    def _reason_to_leave(self, idle_limit_s: float) -> str | None:
        del idle_limit_s
        return None if self.ownership.is_real() else "the home is gone"

    def _may_rest(self, after_s: float) -> bool:
        now = time.monotonic()
        if not super()._may_rest(after_s) and now - self._rested < _LONGEST_WITHOUT_REST_S:
            return False
        self._rested = now
        return True
