"""The outside world, small and obedient: fakes of the ports."""

import math
from array import array
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from quaidpy.domain.text import words
from quaidpy.ports import EmbedderIdentity, Vector


class FakeClock:
    """A clock that moves one second a look, or to where a test sets it."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self.current = start

    def now(self) -> datetime:
        self.current += timedelta(seconds=1)
        return self.current


class CountedIds:
    def __init__(self) -> None:
        self._count = 0

    def new(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count:026d}"


class HashingEmbedder:
    """Deterministic: texts that share words are near each other. For tests only; it knows no meaning."""

    identity = EmbedderIdentity(name="hashing-test", dimension=64, probe="hashing")

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> "Vector[float]":
        sums = [1e-3] * self.identity.dimension
        for word in words(text):
            digest = blake2b(word.encode(), digest_size=4).digest()
            sums[int.from_bytes(digest[:3], "big") % self.identity.dimension] += 1 if digest[3] % 2 else -1
        length = math.sqrt(math.fsum(x * x for x in sums))
        return array("f", [x / length for x in sums])
