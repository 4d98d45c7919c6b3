"""How are tokens made, listed, taken back, and known again?"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from quaidpy.domain.access.tokens import (
    RANDOM_BYTES,
    AccessToken,
    Scope,
    digest_of,
    has_form,
    require_name,
    secret_of,
)
from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.domain.spaces import is_owner_name
from quaidpy.errors import NotFoundError, UsageError
from quaidpy.ports.access_tokens import TokenRecords
from quaidpy.ports.machine import Clock

_MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a new token. `days`: how long it is good for; None for until it is taken back."""

    name: str
    owner: Owner
    scope: Scope
    agent: AgentName | None = None
    days: float | None = None


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens of a storage, whoever's; for who keeps the server, never for who comes to it."""

    records: TokenRecords
    clock: Clock

    def create(self, wish: Wish) -> tuple[AccessToken, str]:
        """What is kept, and the token itself, which is nowhere else. Raises UsageError."""
        if not wish.owner or not is_owner_name(wish.owner):
            raise UsageError(f"{wish.owner!r} is no owner; a token is for one owner, not for a space")
        if wish.days is not None and not 0 < wish.days <= _MOST_DAYS:
            raise UsageError(
                f"a token cannot expire in {wish.days:g} days; give more than 0, up to {_MOST_DAYS:,}, or none"
            )
        secret, now = secret_of(secrets.token_bytes(RANDOM_BYTES)), self.clock.now()
        token = AccessToken(
            name=require_name(wish.name),
            owner=wish.owner,
            digest=digest_of(secret),
            scope=wish.scope,
            made_at=now,
            agent=wish.agent,
            expires_at=None if wish.days is None else now + timedelta(days=wish.days),
        )
        if not self.records.add(token):
            raise UsageError(
                f"there is a token {wish.name} already; revoke it (`quaid token revoke {wish.name}`), or choose another"
            )
        return token, secret

    def all(self) -> list[AccessToken]:
        """By owner and name."""
        return self.records.tokens()

    def revoke(self, name: str) -> None:
        """Raises NotFoundError."""
        if not self.records.remove(name):
            raise NotFoundError(f"no token {name}; `quaid token list` prints them")

    def known(self, secret: str) -> AccessToken | None:
        """What is kept of it, unless it is over; None for what is no token, or none of ours.

        It is looked for by its digest, from which nobody learns how much of a guess was right; what was found is
        compared once more in constant time.
        """
        if not has_form(secret):
            return None
        digest = digest_of(secret)
        found = self.records.with_digest(digest)
        if found is None or not secrets.compare_digest(found.digest, digest):
            return None
        return None if found.is_over(self.clock.now()) else found

    def note_use(self, token: AccessToken) -> None:
        """By the hour, so that a token in use costs one write an hour."""
        hour = self.clock.now().replace(minute=0, second=0, microsecond=0)
        if token.used_at is None or token.used_at < hour:
            self.records.note_use(token.name, hour)
