"""When is a model's library loaded? At the first call, never before: most commands ask no model."""

from collections.abc import Callable
from threading import Lock

from quaidpy.domain.models.prompting import Reply, Request
from quaidpy.ports.models import LanguageModel


class ModelOnDemand:
    """LanguageModel that is made when it is first asked. `make` may raise ModelError when an extra is not installed."""

    def __init__(self, name: str, make: Callable[[], LanguageModel]) -> None:
        self.name = name
        self._make = make
        self._lock = Lock()
        self._made: LanguageModel | None = None

    def prepare(self) -> None:
        self._model().prepare()

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        return self._model().complete(request, timeout_s=timeout_s)

    def close(self) -> None:
        if self._made is not None:
            self._made.close()

    def _model(self) -> LanguageModel:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made
