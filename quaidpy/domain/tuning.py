"""Which numbers can be turned? One frozen class a room; config/default.toml gives every value its default and reason.

A field's Annotated Range is checked when settings are read.
"""

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True)
class Range:
    """Closed interval that a configured number must lie in."""

    low: float
    high: float


Share = Annotated[float, Range(0, 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingTuning:
    """[embedding]"""

    model: str
    batch_size: Annotated[int, Range(1, 1024)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionTuning:
    """[resolution]"""

    chunk_turns: Annotated[int, Range(1, 10_000)]
    context_turns: Annotated[int, Range(0, 100)]
    dedup_neighbours: Annotated[int, Range(1, 100)]
    same_text_similarity: Share
    related_similarity: Share
    confirmation_confidence_gain: Share
    confirmation_confidence_cap: Share
    fuzzy_name_similarity: Share
    fuzzy_name_length: Annotated[int, Range(1, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """All sections of config/default.toml, one field each."""

    embedding: EmbeddingTuning
    resolution: ResolutionTuning
