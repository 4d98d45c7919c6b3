"""What is known of a row on one side, and what of both sides is right?

Joining is commutative, associative and idempotent, so that all sides come to the same, in whatever order they hear of
things and however often. A row has a life, begun by an insertion and ended by a removal; within a life each group of
columns has the stamp of its last edit. The later life stands whole, in the same life each group's later edit. What was
erased for ever never comes back.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import IntEnum
from typing import TypeAlias

from quaidpy.domain.memories.erasure import ERASED
from quaidpy.domain.memories.operations import Value

Stamp: TypeAlias = str
"""`INSTANT/NODE`, the instant in UTC text of fixed width: stamps compare as text, ties by the node's id."""
Key: TypeAlias = tuple[Value, ...]
Columns: TypeAlias = Mapping[str, Value]

OPERATIONS = "operations"
SPACE = "spaces"
_WORDS = ("text", "content_hash", "kind", "keywords", "abstract", "overview")
_STANDING = ("status", "superseded_by", "retracted_at", "closed_at", "valid_to", "faded_at", "replaced_by")
_READ_TO = ("digest", "cursor", "extracted_turns")
_TOGETHER: Mapping[str, Mapping[str, str]] = {
    "memories": {**dict.fromkeys(_WORDS, "words"), **dict.fromkeys(_STANDING, "standing")},
    "attributes": dict.fromkeys(_STANDING, "standing"),
    "edges": dict.fromkeys(_STANDING, "standing"),
    "entities": dict.fromkeys(("name", "folded", "type"), "name"),
    "episodes": dict.fromkeys(_READ_TO, "read to"),
}
"""Columns that say one thing together: half of one edit with half of another would be nobody's."""


class Presence(IntEnum):
    """At the same stamp the greater one stands."""

    THERE = 0
    GONE = 1
    ERASED = 2
    """Purged: no later insertion brings it back, and nobody keeps its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowState:
    """One row of an owner as one side has it.

    `life`: when it was inserted, or removed. `stamps`: by group of columns, of those edited since. `columns`: the whole
    row without the owner, of one that is there; None of any other: what is gone leaves no words.
    """

    table: str
    key: Key
    life: Stamp
    presence: Presence = Presence.THERE
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    columns: Columns | None = None

    @property
    def name(self) -> tuple[str, Key]:
        return self.table, self.key

    @property
    def is_there(self) -> bool:
        return self.presence is Presence.THERE

    @property
    def rank(self) -> tuple[bool, Stamp, Presence]:
        """Of two states the one of the higher rank stands whole."""
        return self.presence is Presence.ERASED, self.life, self.presence

    def joined(self, other: "RowState") -> "RowState":
        """What is right of both."""
        if self.rank != other.rank:
            return max(self, other, key=lambda each: each.rank)
        if self.columns is None or other.columns is None:
            return self
        later = {
            name: value for name, value in other.columns.items() if other.stamp_of(name) > self.stamp_of(name)
        }
        columns = {**self.columns, **later}
        if self.table == OPERATIONS:
            columns |= _less_told(self.columns, other.columns)
        groups = {**self.stamps, **other.stamps}
        stamps = {
            group: max(self.stamps.get(group, ""), other.stamps.get(group, "")) for group in sorted(groups)
        }
        return replace(self, columns=columns, stamps=stamps)

    def stamp_of(self, column: str) -> Stamp:
        return self.stamps.get(group_of(self.table, column), self.life)

    def ended(self) -> "RowState":
        """Gone with what it depended on: at its own stamp, so that every side that ends it says the same."""
        return replace(self, presence=Presence.GONE, stamps={}, columns=None)

    def says_as_much_as(self, other: "RowState | None") -> bool:
        """Whether nothing of the other would change it: same life, same stamps."""
        return (
            other is not None
            and self.rank == other.rank
            and dict(self.stamps) == dict(other.stamps)
            and (self.columns is None) == (other.columns is None)
            and (self.table != OPERATIONS or self.columns == other.columns)
        )


def _less_told(one: Columns, other: Columns) -> Columns:
    """An operation is only ever cut down, by purges: what either side has erased of it stays erased."""
    changes = str(one["changes"])
    if changes != other["changes"]:
        kept = [json.dumps(each, sort_keys=True) for each in json.loads(str(other["changes"]))]
        both = [each for each in json.loads(changes) if json.dumps(each, sort_keys=True) in kept]
        changes = json.dumps(both, ensure_ascii=False, separators=(",", ":"))
    why = ERASED if ERASED in {one["why"], other["why"]} else one["why"]
    return {"changes": changes, "why": why}


def group_of(table: str, column: str) -> str:
    return _TOGETHER.get(table, {}).get(column, column)


def stamp(at: str, node: str) -> Stamp:
    """`at`: an instant as rows have it."""
    return f"{at}/{node}"


def stamp_after(wanted: Stamp, *others: Stamp) -> Stamp:
    """The wanted one, moved behind all others: an edit stands over what its author saw, whatever clocks say."""
    last = max(others, default="")
    if wanted > last:
        return wanted
    at, _, _ = last.partition("/")
    later = datetime.fromisoformat(at) + timedelta(microseconds=1)
    return stamp(later.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), wanted.partition("/")[2])
