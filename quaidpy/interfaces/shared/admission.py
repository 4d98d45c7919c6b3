"""Which token is this? Asked of the storage, and believed for a few seconds."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool

from quaidpy.domain.access.tokens import AccessToken, digest_of, has_form
from quaidpy.errors import QuaidError
from quaidpy.services.access_tokens import Tokens

BELIEVED_S = 5.0
"""So long a token that was revoked may still be let in."""
_MOST = 10_000
_log = logging.getLogger("quaidpy.shared")


class Admission:
    """Safe in one loop. `now`: seconds of a clock that only goes on."""

    def __init__(self, tokens: Tokens, now: Callable[[], float] = time.monotonic) -> None:
        self._tokens = tokens
        self._now = now
        self._known: OrderedDict[str, tuple[float, AccessToken]] = OrderedDict()
        self._unnoted: dict[str, AccessToken] = {}

    async def token(self, authorization: str) -> AccessToken | None:
        """Of a header `Bearer …`; None for what opens nothing. Raises StorageError when that cannot be asked."""
        kind, _, secret = authorization.partition(" ")
        secret = secret.strip()
        if kind.lower() != "bearer" or not has_form(secret):
            return None
        digest = digest_of(secret)
        until, known = self._known.get(digest, (0.0, None))
        if known is not None and self._now() < until:
            return known
        found = await run_in_threadpool(self._tokens.known, secret)
        self._known.pop(digest, None)
        if found is not None:
            self._known[digest] = (self._now() + BELIEVED_S, found)
            self._unnoted[found.name] = found
            if len(self._known) > _MOST:
                self._known.popitem(last=False)
        return found

    async def note_use(self, token: AccessToken) -> None:
        """Once each time that it was looked for; that it was used is no reason to fail."""
        if self._unnoted.pop(token.name, None) is None:
            return
        try:
            await run_in_threadpool(self._tokens.note_use, token)
        except QuaidError as err:
            _log.warning("the use of a token was not noted: %s", err)
