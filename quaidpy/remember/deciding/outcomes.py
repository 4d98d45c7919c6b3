"""What came of storing, by count and by id?"""

from dataclasses import dataclass, fields

from quaidpy.domain.identity import MemoryId


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkOutcome:
    """What storing did, by count; ids of the memories that are new, confirmed and superseded."""

    inserted: tuple[MemoryId, ...] = ()
    confirmed: tuple[MemoryId, ...] = ()
    superseded: tuple[MemoryId, ...] = ()
    entities: int = 0
    edges: int = 0
    doubts: int = 0
    enriched: int = 0

    def plus(self, other: "ChunkOutcome") -> "ChunkOutcome":
        names = (each.name for each in fields(self))
        return ChunkOutcome(**{name: getattr(self, name) + getattr(other, name) for name in names})
