"""Which derived rows must be made anew after these changes, and what is told of them?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quaidpy.domain.memories.operations import RowChange
from quaidpy.ports.changes import NAMES

_TURN_TELLS = {"project", "session", "recorded_at", "started_at"}
"""Episode columns that its turns' index repeats."""
_NAME_TELLS = {"name", "folded"}
_NAMING = {
    "memories": ("id",),
    "evidence": ("memory", "turn"),
    "episodes": ("id",),
    "turns": ("id",),
    "entities": ("id",),
    "aliases": ("entity",),
}
"""Tables whose rows are kept in memory, and their columns that name what is kept."""


@dataclass(slots=True)
class Touched:
    """Keys whose derived rows must be made anew."""

    memories: set[str] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    edges: set[str] = field(default_factory=set)
    mentioning: set[str] = field(default_factory=set)
    renamed: set[str] = field(default_factory=set)
    rekeyed: set[str] = field(default_factory=set)
    moved_episodes: set[str] = field(default_factory=set)


_UNTOLD = {
    "abstract", "confidence", "confirmations", "faded_at", "importance", "overview", "pinned", "tier", "verified",
}  # fmt: skip
"""Columns of a memory that no index and no graph repeats."""
_LIVE = {"pending", "active"}


def _is_untold(change: RowChange) -> bool:
    """Whether a memory only counts for more or less than before: a night of fading changes all there are."""
    if change.before is None or change.after is None:
        return False
    before, after = dict(change.before), dict(change.after)
    kept = before.keys() | after.keys()
    if {before.get("status", "active"), after.get("status", "active")} <= _LIVE:
        kept -= {"status"}
    return kept <= _UNTOLD


def touched_by(changes: Iterable[RowChange]) -> Touched:
    touched = Touched()
    for change in changes:
        key = {name: str(value) for name, value in change.key}
        columns = {name for name, _ in change.after or change.before or ()}
        match change.table:
            case "memories" if _is_untold(change):
                pass
            case "memories":
                touched.memories.add(key["id"])
                touched.mentioning.add(key["id"])
                touched.rekeyed.update({key["id"]} if "keywords" in columns else ())
            case "turns":
                touched.turns.add(key["id"])
            case "entities":
                touched.entities.add(key["id"])
                touched.renamed.update({key["id"]} if columns & _NAME_TELLS else ())
            case "aliases":
                touched.renamed.add(key["entity"])
            case "edges":
                touched.edges.add(key["id"])
            case "mentions":
                touched.mentioning.add(key["node"])
            case "episodes" if change.before is not None and columns & _TURN_TELLS:
                touched.moved_episodes.add(key["id"])
            case _:
                pass  # evidence, cursors and queues are in no index
    return touched


def named_in(change: RowChange) -> Iterator[str]:
    """Of a change, the keys of what is kept in memory."""
    names = _NAMING.get(change.table, ())
    if change.table in {"entities", "aliases"}:
        yield NAMES
    for part in (change.key, change.before or (), change.after or ()):
        yield from (str(value) for name, value in part if name in names)
