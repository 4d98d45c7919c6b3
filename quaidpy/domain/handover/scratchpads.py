"""What does an agent keep for itself, word for word? Small texts by name, within bounds, in versions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover_tuning import HandoverTuning
from quaidpy.domain.identity import Owner
from quaidpy.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Scratchpad:
    """One version of a text; versions count from 1."""

    owner: Owner
    agent: AgentName
    name: str
    version: int
    text: str
    written_at: datetime

    @property
    def size(self) -> int:
        """In bytes."""
        return size_of(self.text)


def size_of(text: str) -> int:
    return len(text.encode())


def require_room(name: str, text: str, pads: Mapping[str, str], bounds: HandoverTuning) -> None:
    """Raises UsageError where the text is too long, or the agent's pads together would be. `pads`: as they are now."""
    size, others = size_of(text), sum(size_of(each) for other, each in pads.items() if other != name)
    if size > bounds.scratch_bytes:
        raise UsageError(
            f"scratchpad {name!r} would have {size:,} bytes, {bounds.scratch_bytes:,} are the most; write less of it,"
            " or go on under another name"
        )
    if size + others > bounds.scratch_bytes_together:
        largest = max((each for each in pads if each != name), key=lambda each: (size_of(pads[each]), each))
        raise UsageError(
            f"all scratchpads together would have {size + others:,} bytes, {bounds.scratch_bytes_together:,} are the"
            f" most; `quaid scratch clear NAME` makes room, {largest!r} is the largest"
        )
