"""Which turns has a language model read, and which still wait for it?"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from quaidpy.domain.identity import EpisodeId, Owner

_LONGEST_WAIT = timedelta(days=1)


class ReadingState(StrEnum):
    WAITING = "waiting"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A stretch of an episode, from turn `first_turn` to `last_turn` (both read), as one call of a model takes it.

    `due_at`: when a failed one may be tried again. `error`: why the last attempt failed. `prompt`: id and version.
    `user_name`: how the user is called where no line says it; a later try reads as the first did.
    """

    owner: Owner
    episode: EpisodeId
    first_turn: int
    last_turn: int
    state: ReadingState = ReadingState.WAITING
    attempts: int = 0
    due_at: datetime
    error: str | None = None
    model: str | None = None
    prompt: str | None = None
    user_name: str | None = None

    def done(self, *, model: str, prompt: str) -> "Reading":
        return replace(
            self,
            state=ReadingState.DONE,
            attempts=self.attempts + 1,
            error=None,
            model=model,
            prompt=prompt,
        )

    def failed(self, error: str, *, now: datetime, first_wait: timedelta) -> "Reading":
        """Waiting again: the first time for `first_wait`, then twice as long each time, up to a day."""
        wait = min(_LONGEST_WAIT, first_wait * 2 ** min(self.attempts, 20))
        return replace(self, attempts=self.attempts + 1, error=error, due_at=now + wait)
