"""What has this piece of work spent at a model? A meter around a LanguageModel, made for one run."""

from threading import Lock
from time import perf_counter

from quaidpy.domain.models.prompting import Reply, Request, Spending
from quaidpy.ports.models import LanguageModel


class Metered:
    """LanguageModel that counts every answer it passes on, used or not, and the seconds it was waited for.

    Loading its library is not counted. Thread-safe; calls at the same time count their seconds each.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._lock = Lock()
        self._seconds = 0.0
        self._spent = Spending()
        self._taken = Spending()

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def seconds(self) -> float:
        """Spent waiting so far, for answers and for failures."""
        return self._seconds

    @property
    def spent(self) -> Spending:
        """All of it so far."""
        return self._spent

    def take(self) -> Spending:
        """What was spent since this was last asked."""
        with self._lock:
            fresh, self._taken = self._spent.minus(self._taken), self._spent
            return fresh

    def prepare(self) -> None:
        self._model.prepare()

    def complete(self, request: Request, *, timeout_s: float) -> Reply:
        self._model.prepare()
        begun = perf_counter()
        spent = Spending()
        try:
            reply = self._model.complete(request, timeout_s=timeout_s)
            spent = reply.spending
        finally:
            with self._lock:
                self._seconds += perf_counter() - begun
                self._spent = self._spent.plus(spent)
        return reply

    def close(self) -> None:
        self._model.close()
