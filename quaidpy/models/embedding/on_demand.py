"""When is an embedding model loaded or asked who it is? When somebody needs that, never before."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol, runtime_checkable

from quaidpy.ports.embedding import Embedder, EmbedderIdentity, Vector

_QUESTION_TEXTS = 2  # a question, and its answer as a model imagines it
_KEPT_QUESTIONS = 512


@runtime_checkable
class ClosingEmbedder(Protocol):
    """An embedder that holds connections."""

    def close(self) -> None: ...


class EmbedderOnDemand:
    """Embedder that is made when it is first used. `make` may raise ModelError when an extra is not installed.

    The vectors of the latest questions are kept, so that asking again costs no call.
    """

    def __init__(self, make: Callable[[], Embedder]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: Embedder | None = None
        self._kept: OrderedDict[str, Vector[float]] = OrderedDict()

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder().identity

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        if not texts:
            return []
        if len(texts) > _QUESTION_TEXTS:
            return self._embedder().embed(texts)
        with self._lock:
            vectors = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in vectors]
        if missing:
            vectors |= zip(missing, self._embedder().embed(missing), strict=True)
        with self._lock:
            for text, vector in vectors.items():
                self._kept[text] = vector
                self._kept.move_to_end(text)
            while len(self._kept) > _KEPT_QUESTIONS:
                self._kept.popitem(last=False)
        return [vectors[text][:] for text in texts]

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
