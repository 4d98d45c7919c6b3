"""When is a model made, and its library loaded? When somebody needs it, never before: most commands ask no model."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, Protocol, TypeVar, runtime_checkable

from quaidpy.domain.models.prompting import Reply, Request
from quaidpy.ports.embedding import Embedder, EmbedderIdentity, Vector
from quaidpy.ports.models import LanguageModel, Reranker

_QUESTION_TEXTS = 2  # a question, and its answer as a model imagines it
_KEPT_QUESTIONS = 512
_Made = TypeVar("_Made")


class _OnDemand(Generic[_Made]):
    """Made once, by whichever thread is first. `make` may raise ModelError when an extra is not installed."""

    def __init__(self, make: Callable[[], _Made]) -> None:
        self._make = make
        self._lock = Lock()
        self.made: _Made | None = None

    def get(self) -> _Made:
        with self._lock:
            if self.made is None:
                self.made = self._make()
            return self.made

    def take(self) -> _Made | None:
        """What was made, which is no longer kept: the next who needs it has it made anew."""
        with self._lock:
            made, self.made = self.made, None
            return made


class ModelOnDemand:
    """LanguageModel that is made when it is first asked."""

    def __init__(self, name: str, make: Callable[[], LanguageModel]) -> None:
        self.name = name
        self._model = _OnDemand(make)

    def prepare(self) -> None:
        self._model.get().prepare()

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        return self._model.get().complete(request, timeout_s=timeout_s)

    def close(self) -> None:
        if self._model.made is not None:
            self._model.made.close()


class RerankerOnDemand:
    """Reranker that is made when it is first asked."""

    def __init__(self, name: str, make: Callable[[], Reranker]) -> None:
        self.name = name
        self._reranker = _OnDemand(make)

    def prepare(self) -> None:
        self._reranker.get().prepare()

    def grade(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        return self._reranker.get().grade(question, texts, timeout_s=timeout_s)


@runtime_checkable
class ClosingEmbedder(Protocol):
    """An embedder that holds connections, or a model in memory, and can go on after it has let go of them."""

    def close(self) -> None: ...


class EmbedderOnDemand:
    """Embedder that is made when it is first used.

    The vectors of the latest questions are kept, so that asking again costs no call.
    """

    def __init__(self, make: Callable[[], Embedder]) -> None:
        self._embedder = _OnDemand(make)
        self._lock = Lock()
        self._kept: OrderedDict[str, Vector[float]] = OrderedDict()

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder.get().identity

    def embed(self, texts: Sequence[str]) -> "list[Vector[float]]":
        if not texts:
            return []
        if len(texts) > _QUESTION_TEXTS:
            return self._embedder.get().embed(texts)
        with self._lock:
            vectors = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in vectors]
        if missing:
            vectors |= zip(missing, self._embedder.get().embed(missing), strict=True)
        with self._lock:
            for text, vector in vectors.items():
                self._kept[text] = vector
                self._kept.move_to_end(text)
            while len(self._kept) > _KEPT_QUESTIONS:
                self._kept.popitem(last=False)
        return [vectors[text][:] for text in texts]

    def close(self) -> None:
        """Keep no model in memory, and no connection; the next text has it made anew."""
        made: object = self._embedder.take()
        if isinstance(made, ClosingEmbedder):
            made.close()
