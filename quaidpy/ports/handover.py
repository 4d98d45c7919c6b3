"""What must be kept of what sessions leave: checkpoints, notes, scratchpads?"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.checkpoints import Checkpoint
from quaidpy.domain.handover.handoffs import Asking, Handoff, HandoffId
from quaidpy.domain.handover.scratchpads import Scratchpad
from quaidpy.domain.identity import Owner


class HandoverRecords(Protocol):
    """Never shows or changes another owner's. Whatever returns has been kept for good; no operation is recorded."""

    # Checkpoints

    def put_checkpoint(self, checkpoint: Checkpoint, *, versions: int, names: int) -> Checkpoint:
        """Keep a new version under its name, and give it with its number.

        The version before is given instead, and nothing kept, where it says the same. Of a name the newest `versions`
        stay, of an agent the `names` that were saved last.
        """
        ...

    def checkpoints(
        self,
        owner: Owner,
        *,
        agent: AgentName | None = None,
        name: str | None = None,
        project: str | None = None,
        limit: int = 100,
    ) -> list[Checkpoint]:
        """All versions, the last saved first."""
        ...

    # Notes

    def put_handoff(self, note: Handoff, *, gone_before: datetime) -> None:
        """Keep a note. Those that were given, or expired, before then are forgotten."""
        ...

    def handoffs(self, owner: Owner, *, limit: int) -> list[Handoff]:
        """Newest first, whatever became of them."""
        ...

    def open_handoffs(self, asking: Asking) -> list[Handoff]:
        """Those that who asks may have now (`Asking.may_have`), oldest first. Takes none."""
        ...

    def take_handoffs(self, asking: Asking, ids: Sequence[HandoffId]) -> list[HandoffId]:
        """Take these for who asks, and say which it has now: of two that take the same at once only one has it."""
        ...

    def confirm_handoffs(
        self, owner: Owner, receiver: str, ids: Sequence[HandoffId], at: datetime
    ) -> list[HandoffId]:
        """They are given, for ever. Says which: only those that this receiver has; confirming twice is fine."""
        ...

    # Scratchpads

    def change_scratchpad(
        self,
        pad: Scratchpad,
        change: Callable[[Mapping[str, str]], str],
        *,
        since: datetime,
        versions: int,
    ) -> Scratchpad:
        """Keep what `change` makes of the agent's pads as they are now (text by name), as a new version.

        Whole or not at all: nobody writes in between, and what `change` raises leaves all as it was. The number and
        the text of `pad` do not matter. Pads last written before `since` are gone. Of a pad the newest `versions` stay.
        """
        ...

    def scratchpads(
        self, owner: Owner, *, agent: AgentName | None = None, since: datetime
    ) -> list[Scratchpad]:
        """The newest version of each that was written since then; by agent and name."""
        ...

    def scratchpad_versions(self, owner: Owner, agent: AgentName, name: str) -> list[Scratchpad]:
        """Newest first."""
        ...

    def clear_scratchpad(self, owner: Owner, agent: AgentName, name: str) -> int:
        """Forget it with all its versions. Returns how many there were."""
        ...
