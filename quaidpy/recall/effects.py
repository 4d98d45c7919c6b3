"""What did recalls do to the memories they found? Queued, and written after the answer has left."""

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock

from quaidpy.domain.identity import NodeId, Owner
from quaidpy.domain.memories.memory import UsageChange
from quaidpy.domain.memories.strength import moved_outcome
from quaidpy.domain.recall.traces import RecallResult
from quaidpy.ports.storage import MemoryStore
from quaidpy.recall.giving.omissions import with_block


class EffectQueue:
    """Keeps the effects of recalls in order until somebody flushes them. Safe to use from several threads."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._waiting: deque[tuple[Owner, RecallResult, Mapping[NodeId, Owner]]] = deque()
        self._lock = Lock()

    def add(self, owner: Owner, result: RecallResult, places: Mapping[NodeId, Owner]) -> None:
        """`owner`: who asked. `places`: whose each memory is that the recall changes; others stay as they are."""
        self._waiting.append((owner, result, places))

    def flush(self) -> None:
        """Write everything queued so far: usage, and the trace for `why`."""
        with self._lock:
            while self._waiting:
                owner, result, places = self._waiting[0]
                changes: dict[Owner, list[UsageChange]] = {owner: []}
                for change in result.effects:
                    if (place := places.get(change.memory)) is not None:
                        changes.setdefault(place, []).append(change)
                own = changes.pop(owner)
                for place, theirs in changes.items():
                    self._store.record_usage(place, theirs)
                trace = with_block(result).to_json()
                self._store.record_recall(owner, result.id, result.query, trace, changes=own)
                self._store.record_spending(owner, result.id, "recall", result.model, result.spending)
                self._waiting.popleft()

    def feedback(self, owner: Owner, usefulness: Mapping[NodeId, float]) -> None:
        """Move the outcome score of each memory or turn towards how useful it was, 0 to 1."""
        usages = self._store.usages(owner, list(usefulness))
        self._store.record_usage(
            owner,
            [
                UsageChange(memory=memory, outcome=moved_outcome(usages[memory].outcome, useful))
                for memory, useful in usefulness.items()
            ],
        )


class LogOnly(EffectQueue):
    """Of a reader who leaves memory as it is: their recalls are in the log, and make nothing stronger or weaker."""

    def __init__(self, effects: EffectQueue) -> None:
        self._effects = effects

    def add(self, owner: Owner, result: RecallResult, places: Mapping[NodeId, Owner]) -> None:
        del places
        self._effects.add(owner, replace(result, effects=()), {})

    def flush(self) -> None:
        self._effects.flush()
