"""How often, and with how much, may a token come? Buckets that fill again, kept by this server alone."""

import time
from collections import OrderedDict
from collections.abc import Callable

from quaidpy.domain.tuning import ServerTuning

_MINUTE_S = 60.0
_MOST_TOKENS = 10_000  # whose buckets are kept; of one not seen for longest a full one is as good


class Bucket:
    """Holds up to so many a minute, and fills again evenly. `now`: seconds of a clock that only goes on."""

    def __init__(self, a_minute: float, *, now: float) -> None:
        self._most = a_minute
        self._left = a_minute
        self._at = now

    def take(self, much: float, *, now: float) -> float:
        """Take it, and say 0; or nothing, and how many seconds it takes until there is enough.

        What is more than the bucket ever holds is given for all of it.
        """
        wanted = min(much, self._most)
        self._left = min(self._most, self._left + (now - self._at) * self._most / _MINUTE_S)
        self._at = now
        if wanted > self._left:
            return (wanted - self._left) * _MINUTE_S / self._most
        self._left -= wanted
        return 0.0


class Limits:
    """Of each token; used in the loop of the server alone."""

    def __init__(self, tuning: ServerTuning, now: Callable[[], float] = time.monotonic) -> None:
        self._requests = tuning.requests_a_minute
        self._bytes = tuning.kilobytes_a_minute * 1000
        self._now = now
        self._kept: OrderedDict[str, tuple[Bucket, Bucket]] = OrderedDict()

    def wait_for_request(self, token: str) -> float:
        """0 where another request may come, else in how many seconds."""
        return self._of(token)[0].take(1, now=self._now())

    def wait_for_bytes(self, token: str, size: int) -> float:
        return self._of(token)[1].take(size, now=self._now())

    def __len__(self) -> int:
        return len(self._kept)

    def _of(self, token: str) -> tuple[Bucket, Bucket]:
        if token not in self._kept:
            now = self._now()
            self._kept[token] = Bucket(self._requests, now=now), Bucket(self._bytes, now=now)
            if len(self._kept) > _MOST_TOKENS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(token)
        return self._kept[token]
