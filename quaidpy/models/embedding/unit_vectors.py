"""Which numbers of a model are a vector we may keep? Finite, not zero, of one dimension; made of length 1."""

from array import array
from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from quaidpy.errors import ModelError
from quaidpy.ports.embedding import EmbedderIdentity, Vector

PROBE = "The quick brown fox jumps over the lazy dog near the river bank."
"""The fixed sentence whose vector tells one model from another of the same name."""


def unit_vectors(rows: Sequence[Sequence[float]], *, asked: int, model: str) -> "list[Vector[float]]":
    """One unit vector a row. Raises ModelError when there are too few, or one cannot be a vector."""
    if len(rows) != asked:
        raise ModelError(f"{model} gave {len(rows)} vectors for {asked} texts; nothing was stored")
    try:
        table = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError) as err:
        raise ModelError(f"{model} gave no vectors of one length; nothing was stored") from err
    if table.ndim != 2:
        raise ModelError(f"{model} gave no vectors; nothing was stored")
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    if not np.isfinite(table).all() or not (lengths > 0).all():
        raise ModelError(f"{model} gave a vector that is zero or not finite; nothing was stored")
    return [array("f", row.astype(np.float32).tobytes()) for row in table / lengths]


def identity_of(name: str, probe: "Vector[float]") -> EmbedderIdentity:
    """Name, dimension and the probe's hash, rounded so that another machine's last digit does not matter."""
    rounded = np.round(np.frombuffer(probe, dtype=np.float32), 2) + 0.0  # -0.0 and 0.0 are one number
    return EmbedderIdentity(
        name=name, dimension=len(probe), probe=sha256(rounded.astype(np.float32).tobytes()).hexdigest()[:16]
    )
