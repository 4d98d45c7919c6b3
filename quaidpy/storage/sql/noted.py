"""What has the transaction in hand changed so far?"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quaidpy.domain.identity import Owner
from quaidpy.domain.sync import states
from quaidpy.ports.changes import GRAPH, Key, Topic

_MOST_TOLD = 20_000  # keys of a topic told one by one; of more it is told that all may differ


RowName = tuple[Owner, str, states.Key]
"""Owner, table, and the key within them."""


@dataclass(frozen=True, slots=True)
class Written:
    """A canonical row that was written. `columns`: which of them; None of a row that was inserted or removed."""

    presence: states.Presence
    columns: frozenset[str] | None
    at: str

    def then(self, later: "Written") -> "Written":
        """Both, in one transaction."""
        if self.presence is states.Presence.ERASED:
            return self
        if later.columns is None:
            return later
        return Written(
            self.presence, None if self.columns is None else self.columns | later.columns, later.at
        )


@dataclass(slots=True)
class Noted:
    """Keys by owner and topic; None: all there is.

    `written`: canonical rows that were written here. `arrived`: those that came from another database as they stand
    here now, and whether something of this one is in them. `followed`: of owners that were looked up the name of this
    database, None where their rows are shared with nobody. `embedder`: whose vectors are searched, once it was read.
    `concerned`: who is to hear of it beside the owners of what was written; EVERYBODY: whoever listens.
    """

    keys: dict[tuple[Owner, Topic], set[Key] | None] = field(default_factory=dict)
    written: dict[RowName, Written] = field(default_factory=dict)
    arrived: dict[RowName, tuple[states.RowState, bool]] = field(default_factory=dict)
    followed: dict[Owner, str | None] = field(default_factory=dict)
    embedder: str | None = None
    concerned: set[Owner] = field(default_factory=set)

    def note_written(self, name: RowName, written: Written) -> None:
        known = self.written.get(name)
        self.written[name] = written if known is None else known.then(written)

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
        told = {owner for (owner, _), keys in self.keys.items() if keys is None or keys}
        return told | {owner for owner, *_ in (*self.written, *self.arrived)}

    def entries(self) -> Iterator[tuple[Owner, Topic, str | None, int]]:
        """Owner, topic, the keys as JSON, and how many."""
        for (owner, topic), keys in sorted(self.keys.items(), key=lambda one: (one[0][0], one[0][1].value)):
            if keys is None:
                yield owner, topic, None, 1
            elif keys:
                yield owner, topic, json.dumps(sorted(keys, key=str), separators=(",", ":")), len(keys)
