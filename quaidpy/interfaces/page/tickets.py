"""Who may open the page? A link that works once becomes a visit, known by its cookie."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from quaidpy.domain.identity import Owner

TICKET_S = 120.0  # a browser opens the link at once; a person who copies it has two minutes
VISIT_S = 12 * 3600.0  # a day at work; `quaid ui` opens the next one
_MOST = 64  # tickets and visits kept; the oldest go first


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Whose memory is looked at, and whether anything may be changed."""

    owner: Owner
    is_read_only: bool = False


@dataclass(slots=True)
class Tickets:
    """Both kinds of tokens, in memory alone: they end with the server. `now`: seconds of a clock that only goes on."""

    now: Callable[[], float] = time.monotonic
    _links: dict[str, tuple[float, Visit]] = field(default_factory=dict)
    _visits: dict[str, tuple[float, Visit]] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def issue(self, visit: Visit) -> str:
        """A token for a link; it works once, within two minutes."""
        return self._put(self._links, visit, TICKET_S)

    def redeem(self, ticket: str) -> str | None:
        """The token of a visit, for the cookie; None for a ticket that was used, is too old, or never was."""
        with self._guard:
            until, visit = self._links.pop(ticket, (0.0, None))
        if visit is None or until < self.now():
            return None
        return self._put(self._visits, visit, VISIT_S)

    def visit(self, cookie: str) -> Visit | None:
        with self._guard:
            until, visit = self._visits.get(cookie, (0.0, None))
        return visit if until >= self.now() else None

    def _put(self, kept: dict[str, tuple[float, Visit]], visit: Visit, for_s: float) -> str:
        token = secrets.token_urlsafe(32)
        with self._guard:
            kept[token] = (self.now() + for_s, visit)
            for old in list(kept)[:-_MOST]:
                del kept[old]
        return token
