"""Who may come to a shared server, as whom, and what may they do there?"""

import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError
from quaidpy.regex import regex

RANDOM_BYTES = 32
_PREFIX = "quaid_"
_SECRET = regex(rf"{_PREFIX}[A-Za-z0-9_-]{{43}}")
_NAME = regex(r"[a-z0-9][a-z0-9.:@+_-]{0,63}", re.ASCII)


class Scope(StrEnum):
    """What a token may do; each may do what stands before it, too."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def includes(self, needed: "Scope") -> bool:
        order = list(Scope)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessToken:
    """What is kept of a token: all but itself.

    `name`: one over all owners. `digest`: of the token, 64 hex digits. `agent`: the only one it may come as; None for
    the owner, and whichever agent of theirs says that it is. `used_at`: the hour in which it was last used.
    """

    name: str
    owner: Owner
    digest: str
    scope: Scope
    made_at: datetime
    agent: AgentName | None = None
    expires_at: datetime | None = None
    used_at: datetime | None = None

    def is_over(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now


def secret_of(random: bytes) -> str:
    """The token made of 32 random bytes, as its bearer sends it."""
    return _PREFIX + urlsafe_b64encode(random).decode().rstrip("=")


def digest_of(secret: str) -> str:
    """What is kept of a token.

    One SHA-256 is enough: a slow hash protects passwords, which can be guessed; nobody guesses 256 random bits, and a
    server looks at a token with each request.
    """
    return sha256(secret.encode()).hexdigest()


def has_form(text: str) -> bool:
    """Whether it could be a token at all; what could not is not looked for."""
    return _SECRET.fullmatch(text) is not None


def require_name(name: str) -> str:
    """Raises UsageError for what cannot be the name of a token: it stands in logs, so it is short and plain."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"a token cannot be called {name!r}; use up to 64 small letters, digits and . : @ + - _, as in ana-laptop"
        )
    return name
