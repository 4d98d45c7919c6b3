"""Which note goes to whom, and has it been given? To exactly one receiver, exactly once.

A note is *taken* by one receiver, a session or a process, and *given* once that receiver confirms it. Who has taken it
and asks again gets it again; nobody else does, until the claim has lapsed. Confirmed is for ever.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from quaidpy.domain.agents import AgentName
from quaidpy.domain.identity import Owner
from quaidpy.domain.secrets.redaction import without_secrets
from quaidpy.errors import UsageError

HandoffId = NewType("HandoffId", str)  # h_…
HANDOFF_PREFIX = "h_"
NEXT = AgentName("next")
"""Whoever begins the next session."""
_LONGEST = 2_000


class HandoffState(StrEnum):
    WAITING = "waiting"
    TAKEN = "taken"  # and not confirmed yet
    GIVEN = "given"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """A note. `session`: the one that wrote it, as a receiver, if that is known; `receiver`: who took it last."""

    id: HandoffId
    owner: Owner
    recipient: AgentName
    sender: AgentName
    text: str
    written_at: datetime
    expires_at: datetime
    session: str | None = None
    receiver: str | None = None
    taken_at: datetime | None = None
    given_at: datetime | None = None

    def state(self, now: datetime, *, claim_s: float) -> HandoffState:
        if self.given_at is not None:
            return HandoffState.GIVEN
        if self.expires_at <= now:
            return HandoffState.EXPIRED
        is_held = self.taken_at is not None and now - self.taken_at < timedelta(seconds=claim_s)
        return HandoffState.TAKEN if is_held else HandoffState.WAITING


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who asks for notes. `receiver`: the same as long as the same session, or process, asks.

    `is_new`: whether a session begins here, which notes to whoever comes next are for. `free_since`: claims that are
    older have lapsed.
    """

    owner: Owner
    agent: AgentName
    receiver: str
    now: datetime
    free_since: datetime
    is_new: bool = True

    def may_have(self, note: Handoff) -> bool:
        is_for_it = note.recipient == self.agent or (
            note.recipient == NEXT and self.is_new and note.session != self.receiver
        )
        is_open = note.owner == self.owner and note.given_at is None and note.expires_at > self.now
        return is_for_it and is_open and self._is_free(note)

    def _is_free(self, note: Handoff) -> bool:
        return note.receiver in {None, self.receiver} or (
            note.taken_at is not None and note.taken_at <= self.free_since
        )


def receiver_of(agent: AgentName, session: str | None) -> str | None:
    """How a session of an agent is called where it takes notes; None where no session is known."""
    return without_secrets(f"{agent}:{session}") if session else None


def checked_note(text: str) -> str:
    """Raises UsageError for one that is empty, or longer than the block of a new session has room for."""
    note = text.strip()
    if not note:
        raise UsageError("a note has no words; `quaid handoff next 'the tests of the parser still fail'`")
    if len(note) > _LONGEST:
        raise UsageError(
            f"a note of {len(note):,} characters, {_LONGEST:,} are the most; "
            "put the long form into a scratchpad or a file and name it"
        )
    return note
