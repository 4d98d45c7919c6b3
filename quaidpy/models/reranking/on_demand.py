"""When is a reranker's library loaded? At the first recall that grades, never before."""

from collections.abc import Callable, Sequence
from threading import Lock

from quaidpy.ports.models import Reranker


class RerankerOnDemand:
    """Reranker that is made when it is first asked. `make` may raise ModelError when an extra is not installed."""

    def __init__(self, name: str, make: Callable[[], Reranker]) -> None:
        self.name = name
        self._make = make
        self._lock = Lock()
        self._made: Reranker | None = None

    def prepare(self) -> None:
        self._reranker().prepare()

    def grade(self, question: str, texts: Sequence[str], *, timeout_s: float) -> list[float]:
        return self._reranker().grade(question, texts, timeout_s=timeout_s)

    def _reranker(self) -> Reranker:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made
