"""What came of storing, by count and by id?"""

from dataclasses import dataclass

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
        return ChunkOutcome(
            inserted=self.inserted + other.inserted,
            confirmed=self.confirmed + other.confirmed,
            superseded=self.superseded + other.superseded,
            entities=self.entities + other.entities,
            edges=self.edges + other.edges,
            doubts=self.doubts + other.doubts,
            enriched=self.enriched + other.enriched,
        )
