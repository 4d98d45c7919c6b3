"""What must be able to tell what a text means, as a vector?"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Vector = array  # of "f": float32, unit length
"""An embedding as raw float32; numpy reads it without a copy, SQLite stores it as it is."""


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """Which vectors can be compared: same name, dimension and probe (hash of a fixed sentence's vector)."""

    name: str
    dimension: int
    probe: str


class Embedder(Protocol):
    """Texts to unit vectors.

    One vector per text, in order, of the identity's dimension; equal text gives the same vector (to 1e-5) whatever
    its batch.
    An empty list gives an empty list. Never returns a zero or non-finite vector: raises ModelError instead.
    """

    @property
    def identity(self) -> EmbedderIdentity: ...

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]": ...
