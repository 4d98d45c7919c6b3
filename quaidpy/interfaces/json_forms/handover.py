"""What do checkpoints, notes and scratchpads look like as JSON, and the block of a new session?"""

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from quaidpy.errors import UsageError
from quaidpy.interfaces.json_forms.plain import plain
from quaidpy.recall.understanding.typed_times import instant
from quaidpy.regex import regex
from quaidpy.services.handover.restoring import new_since

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quaidpy.domain.handover.checkpoints import Checkpoint
    from quaidpy.domain.handover.handoffs import Handoff
    from quaidpy.domain.handover.scratchpads import Scratchpad
    from quaidpy.memory import Memory
    from quaidpy.services.handover.checkpoints import CheckpointRead
    from quaidpy.services.handover.waking import Woken

_LASTING = regex(r"(?:in )?(?P<count>\d{1,4}) ?(?P<unit>m|h|d|w)(?:in|ours?|ays?|eeks?)?\b", re.IGNORECASE)
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def expiry_of(text: str | None, *, now: datetime) -> datetime | None:
    """`2h`, `3 days` from now, or a date; None where nothing is said. Raises UsageError."""
    if text is None:
        return None
    lasting = _LASTING.fullmatch(text.strip())
    if lasting:
        return now + int(lasting["count"]) * _UNITS[lasting["unit"].lower()]
    try:
        return instant(text, now=now)
    except UsageError as error:
        raise UsageError(f"expires: {error}; `2h` and `3d` are meant from now on") from error


def woken_document(woken: "Woken") -> dict[str, Any]:
    """`results` are its lines, each with an id, in the form of results of a recall."""
    return {
        "context": woken.block,
        "receiver": woken.receiver,
        "handoffs": list(woken.handoffs),
        "checkpoint": woken.checkpoint,
        "waiting": woken.left,
        "results": [plain(each) for each in woken.lines],
    }


def checkpoint_row(checkpoint: "Checkpoint") -> dict[str, Any]:
    """One of a list: without the words that memory filled in."""
    return {
        "name": checkpoint.name,
        "agent": checkpoint.agent,
        "version": checkpoint.version,
        "saved_at": plain(checkpoint.saved_at),
        "session": checkpoint.session,
        "project": checkpoint.project,
        "task": checkpoint.said.task,
    }


def checkpoint_document(read: "CheckpointRead") -> dict[str, Any]:
    return {
        **checkpoint_row(read.checkpoint),
        "decisions": plain(read.decisions),
        "todos": plain(read.todos),
        "files": list(read.files),
        "turns": plain(read.turns),
        "watermark": read.checkpoint.newest,
        "new": [
            {
                "id": each.id,
                "kind": each.kind.value,
                "text": each.text,
                "recorded_at": plain(each.lifetime.recorded_at),
            }
            for each in read.new
        ],
        "new_since": new_since(read),
    }


def handoff_document(note: "Handoff", memory: "Memory") -> dict[str, Any]:
    claim_s = memory.parts.handover.tuning.claim_s
    state = note.state(memory.now(), claim_s=claim_s)
    return {
        "id": note.id,
        "to": note.recipient,
        "from": note.sender,
        "text": note.text,
        "state": state.value,
        "written_at": plain(note.written_at),
        "expires_at": plain(note.expires_at),
        "receiver": note.receiver,
        "given_at": plain(note.given_at),
    }


def scratchpad_document(pad: "Scratchpad", memory: "Memory") -> dict[str, Any]:
    bounds = memory.parts.handover.tuning
    return {
        "name": pad.name,
        "agent": pad.agent,
        "version": pad.version,
        "text": pad.text,
        "bytes": pad.size,
        "written_at": plain(pad.written_at),
        "kept_until": plain(pad.written_at + timedelta(days=bounds.scratch_days)),
    }


def scratchpads_document(pads: "Sequence[Scratchpad]", memory: "Memory") -> dict[str, Any]:
    bounds = memory.parts.handover.tuning
    return {
        "scratchpads": [
            {name: value for name, value in scratchpad_document(pad, memory).items() if name != "text"}
            for pad in pads
        ],
        "most_bytes": bounds.scratch_bytes,
        "most_bytes_together": bounds.scratch_bytes_together,
    }
