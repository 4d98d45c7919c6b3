"""Who runs a hook, on whose behalf, and what may go wrong in one?"""

from dataclasses import dataclass
from pathlib import Path

from quaidpy.errors import QuaidError
from quaidpy.hosts.hook_events import HookEvent, Moment

FAILURES = (QuaidError, OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What foreign input and a broken home can bring about; noted, never shown to the host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One run of `quaid hook`. `owner`: None for the usual one."""

    host: str
    event: str
    home: Path
    owner: str | None


def is_asking(event: HookEvent) -> bool:
    """Whether the host would put memories before its model now."""
    asking = {Moment.START, Moment.PROMPT, Moment.COMPACTED}
    return not event.is_side_talk and not asking.isdisjoint(event.moments)
