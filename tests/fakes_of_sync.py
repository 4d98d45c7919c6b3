"""A database that shares rows, in memory: what the engines must agree with."""

from collections.abc import Sequence

from quaidpy.domain.identity import Owner
from quaidpy.domain.sync.pacing import Progress
from quaidpy.domain.sync.states import RowState
from quaidpy.ports.sync import Page, Position, Taken


class DictSharedRows:
    """See ports.SharedRows; knows states, and nothing of what they are about."""

    def __init__(self, node: str) -> None:
        self.node = node
        self._logs: dict[Owner, dict[tuple[str, tuple[object, ...]], tuple[int, bool, RowState]]] = {}
        self._positions: dict[tuple[Owner, str], Position] = {}
        self._progress: Progress | None = None

    def follow(self, owner: Owner) -> None:
        self._logs.setdefault(owner, {})

    def followed(self) -> list[Owner]:
        return sorted(self._logs)

    def last(self, owner: Owner) -> int:
        return max((number for number, *_ in self._logs.get(owner, {}).values()), default=0)

    def after(self, owner: Owner, number: int, *, only_own: bool, limit: int) -> Page:
        entries = sorted(self._logs[owner].values(), key=lambda each: each[0])
        wanted = [each for each in entries if each[0] > number and (each[1] or not only_own)]
        is_last = len(wanted) < limit
        upto = self.last(owner) if is_last else wanted[limit - 1][0]
        return Page(tuple(state for *_, state in wanted[:limit]), upto, is_last)

    def take(self, owner: Owner, states: Sequence[RowState]) -> Taken:
        before, log, changed, is_as_given = self.last(owner), self._logs[owner], 0, True
        for state in states:
            here = log[state.name][2] if state.name in log else None
            right = state if here is None else here.joined(state)
            if not right.says_as_much_as(here):
                is_own = not right.says_as_much_as(state)
                log[state.name] = (self.last(owner) + 1, is_own, right)
                changed, is_as_given = changed + 1, is_as_given and not is_own
        return Taken(changed=changed, before=before, after=self.last(owner), is_as_given=is_as_given)

    def leave(self, owner: Owner) -> None:
        del self._logs[owner]
        self._positions = {key: each for key, each in self._positions.items() if key[0] != owner}

    def position(self, owner: Owner, peer: str) -> Position:
        return self._positions.get((owner, peer), Position())

    def keep_position(self, owner: Owner, peer: str, position: Position) -> None:
        self._positions[owner, peer] = position

    def waiting(self, owner: Owner, peer: str) -> int:
        pushed = self.position(owner, peer).pushed
        return sum(is_own and number > pushed for number, is_own, _ in self._logs[owner].values())

    def progress(self) -> Progress | None:
        return self._progress

    def keep_progress(self, progress: Progress) -> None:
        self._progress = progress
