"""How is a note left for another agent, or for whoever comes next?"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from quaidpy.domain.agents import AgentName, agent_of
from quaidpy.domain.handover.handoffs import (
    HANDOFF_PREFIX,
    Handoff,
    HandoffId,
    checked_note,
    receiver_of,
)
from quaidpy.errors import UsageError
from quaidpy.services.parts import Parts

_KEPT_DAYS = 30
"""How long a note can be listed that was given, or expired."""
_MOST_IDS = 100


def leave_note(
    recipient: str,
    text: str,
    parts: Parts,
    *,
    sender: AgentName,
    session: str | None = None,
    expires: datetime | None = None,
) -> Handoff:
    """For `next` or an agent by name; it waits until `expires`, else as long as the settings say. Raises UsageError."""
    if not recipient.strip():
        raise UsageError("a note needs somebody to go to: `next`, or the name of an agent")
    now, tuning = parts.remembering.clock.now(), parts.handover.tuning
    until = expires or now + timedelta(days=tuning.handoff_days)
    if until <= now:
        raise UsageError(f"the note would have expired before it could be given ({until.isoformat()})")
    note = Handoff(
        id=HandoffId(parts.remembering.ids.new(HANDOFF_PREFIX)),
        owner=parts.owner,
        recipient=agent_of(recipient),
        sender=sender,
        text=checked_note(text),
        written_at=now,
        expires_at=until,
        session=receiver_of(sender, session),
    )
    parts.handover.records.put_handoff(note, gone_before=now - timedelta(days=_KEPT_DAYS))
    return note


def confirm_notes(receiver: str, ids: Sequence[HandoffId], parts: Parts) -> list[HandoffId]:
    """They are given, and never again. Which: a note that somebody else has by now is not this one's to confirm."""
    now = parts.remembering.clock.now()
    return parts.handover.records.confirm_handoffs(parts.owner, receiver, ids[:_MOST_IDS], now)
