"""Who runs a hook, on whose behalf, and what may go wrong in one?"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from quaidpy.errors import QuaidError
from quaidpy.hosts.hook_events import HookEvent, Moment

FAILURES = (QuaidError, OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What foreign input and a broken home can bring about; noted, never shown to the host."""
TOO_LATE = "no answer in time; the model was given nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One run of `quaid hook`. `owner`: None for the usual one; `commands`: of the chat, those that are ours there."""

    host: str
    event: str
    home: Path
    owner: str | None
    commands: tuple[str, ...] = ()


class Asking(Protocol):
    """Whom a hook asks the memory of one home. `may_serve`: whether a warm server answers."""

    @property
    def home(self) -> Path: ...

    @property
    def may_serve(self) -> bool: ...

    def ask(self, arguments: Sequence[str], *, timeout_s: float) -> dict[str, Any]:
        """What a command of `quaid` prints as JSON; empty when it failed or said nothing in time, which is noted."""
        ...


def is_asking(event: HookEvent) -> bool:
    """Whether the host would put memories before its model now."""
    asking = {Moment.START, Moment.PROMPT, Moment.COMPACTED}
    return not event.is_side_talk and not asking.isdisjoint(event.moments)
