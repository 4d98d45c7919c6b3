"""How does a server meet the store that its home shares its memory with, while it serves?

In a thread of its own: a store that does not answer keeps nobody waiting. What others write in the store brings a
round at once; what nobody tells of is found at the next interval.
"""

import logging
import threading

from quaidpy.domain.identity import Owner
from quaidpy.errors import DEFECTS, QuaidError
from quaidpy.ports.changes import Heard, Listening
from quaidpy.services.parts import Parts
from quaidpy.services.sync.keeping import sync_when_due, tools_of
from quaidpy.wiring.parts import Household

_LOOKS_EVERY_S = 1.0
_log = logging.getLogger("quaidpy.server")


class Rounds:
    """Rounds whenever one is due; none where the home is by itself."""

    def __init__(self, household: Household) -> None:
        self._household = household
        self._ended = threading.Event()
        self._guard = threading.Lock()
        self._heard: list[Heard] = []
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._household.settings.tuning.sync.url:
            self._thread = threading.Thread(target=self._keep, name="sync", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """A round under way comes to its end."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _keep(self) -> None:
        parts = self._household.memory_of(Owner(self._household.settings.tuning.sync.owner)).parts
        listening: Listening | None = None
        told = ""
        while not self._ended.wait(_LOOKS_EVERY_S):
            try:
                if listening is None and (listen := tools_of(parts).listen) is not None:
                    listening = listen(self._hear)
                done = sync_when_due(parts, has_news=self._is_concerned(parts))
            except QuaidError as error:  # the next round is another unit of work
                if str(error) != told:
                    _log.warning("no round: %s", error)
                told = str(error)
            except DEFECTS:
                _log.exception("a round failed by a mistake of ours")
            else:
                if done is not None:
                    told = ""
                    if done.moved:
                        _log.info("a round: %d rows pulled, %d pushed", done.pulled, done.pushed)
        if listening is not None:
            listening.close()

    def _hear(self, heard: Heard) -> None:
        with self._guard:
            self._heard.append(heard)

    def _is_concerned(self, parts: Parts) -> bool:
        """Whether somebody has written for an owner whom this home follows, since it was last asked."""
        with self._guard:
            heard, self._heard = self._heard, []
        if not heard:
            return False
        followed = tools_of(parts).here.rows.followed()
        return any(each.concerns(owner) for each in heard for owner in followed)
