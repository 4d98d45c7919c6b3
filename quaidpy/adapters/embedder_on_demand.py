"""When is an embedding model loaded or asked who it is? When somebody needs that, never before."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol, runtime_checkable

from quaidpy.ports import Embedder, EmbedderIdentity, Vector


@runtime_checkable
class ClosingEmbedder(Protocol):
    """An embedder that holds connections."""

    def close(self) -> None: ...


class EmbedderOnDemand:
    """Embedder that is made when it is first used. `make` may raise ModelError when an extra is not installed."""

    def __init__(self, make: Callable[[], Embedder]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: Embedder | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder().identity

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        return self._embedder().embed(texts) if texts else []

    def close(self) -> None:
        """End the connections of an embedder that has some."""
        made: object = self._made
        if isinstance(made, ClosingEmbedder):
            made.close()

    def _embedder(self) -> Embedder:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made
