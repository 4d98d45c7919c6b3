"""What has the transaction in hand changed so far?"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quaidpy.domain.identity import Owner
from quaidpy.ports.changes import GRAPH, Key, Topic

_MOST_TOLD = 20_000  # keys of a topic told one by one; of more it is told that all may differ


@dataclass(slots=True)
class Noted:
    """Keys by owner and topic; None: all there is."""

    keys: dict[tuple[Owner, Topic], set[Key] | None] = field(default_factory=dict)

    def note(self, owner: Owner, topic: Topic, keys: Iterable[Key]) -> None:
        known = self.keys.setdefault((owner, topic), set())
        if known is not None:
            known.update(keys)
            if len(known) > _MOST_TOLD and topic not in GRAPH:
                self.keys[owner, topic] = None

    def note_all(self, owner: Owner, topic: Topic) -> None:
        self.keys[owner, topic] = None

    @property
    def owners(self) -> set[Owner]:
        return {owner for (owner, _), keys in self.keys.items() if keys is None or keys}

    def entries(self) -> Iterator[tuple[Owner, Topic, str | None, int]]:
        """Owner, topic, the keys as JSON, and how many."""
        for (owner, topic), keys in sorted(self.keys.items(), key=lambda one: (one[0][0], one[0][1].value)):
            if keys is None:
                yield owner, topic, None, 1
            elif keys:
                yield owner, topic, json.dumps(sorted(keys, key=str), separators=(",", ":")), len(keys)
