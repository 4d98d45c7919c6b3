"""What sessions leave, in dictionaries: a fake of ports.handover."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.checkpoints import Checkpoint
from quaidpy.domain.handover.handoffs import Asking, Handoff, HandoffId
from quaidpy.domain.handover.scratchpads import Scratchpad
from quaidpy.domain.identity import Owner


class HandoverInMemory:
    """See ports.handover.HandoverRecords."""

    def __init__(self) -> None:
        self._checkpoints: list[Checkpoint] = []
        self._notes: dict[HandoffId, Handoff] = {}
        self._pads: list[Scratchpad] = []

    def put_checkpoint(self, checkpoint: Checkpoint, *, versions: int, names: int) -> Checkpoint:
        own = [
            each
            for each in self._checkpoints
            if (each.owner, each.agent) == (checkpoint.owner, checkpoint.agent)
        ]
        before = [each for each in own if each.name == checkpoint.name]
        if before and checkpoint.says_what(before[-1]):
            return before[-1]
        kept = replace(checkpoint, version=before[-1].version + 1 if before else 1)
        last_saved = {each.name: each.saved_at for each in [*own, kept]}
        stay = sorted(last_saved, key=lambda name: (-last_saved[name].timestamp(), name))[:names]
        oldest = {each.version for each in [*before, kept][:-versions]}
        self._checkpoints = [
            each
            for each in [*self._checkpoints, kept]
            if each not in own
            or (each.name in stay and not (each.name == kept.name and each.version in oldest))
        ]
        return kept

    def checkpoints(
        self,
        owner: Owner,
        *,
        agent: AgentName | None = None,
        name: str | None = None,
        project: str | None = None,
        limit: int = 100,
    ) -> list[Checkpoint]:
        found = [
            each
            for each in self._checkpoints
            if each.owner == owner
            and agent in {None, each.agent}
            and name in {None, each.name}
            and project in {None, each.project}
        ]
        return sorted(found, key=lambda e: (-e.saved_at.timestamp(), e.agent, e.name, -e.version))[:limit]

    def put_handoff(self, note: Handoff, *, gone_before: datetime) -> None:
        self._notes = {
            name: each
            for name, each in self._notes.items()
            if each.owner != note.owner or (each.given_at or each.expires_at) >= gone_before
        }
        self._notes[note.id] = note

    def handoffs(self, owner: Owner, *, limit: int) -> list[Handoff]:
        found = [each for each in self._notes.values() if each.owner == owner]
        return sorted(found, key=lambda each: (each.written_at, each.id), reverse=True)[:limit]

    def open_handoffs(self, asking: Asking) -> list[Handoff]:
        found = [each for each in self._notes.values() if asking.may_have(each)]
        return sorted(found, key=lambda each: (each.written_at, each.id))

    def take_handoffs(self, asking: Asking, ids: Sequence[HandoffId]) -> list[HandoffId]:
        taken = [each for each in self.open_handoffs(asking) if each.id in ids]
        for each in taken:
            self._notes[each.id] = replace(each, receiver=asking.receiver, taken_at=asking.now)
        return [each.id for each in taken]

    def confirm_handoffs(
        self, owner: Owner, receiver: str, ids: Sequence[HandoffId], at: datetime
    ) -> list[HandoffId]:
        own = [each for each in reversed(self.handoffs(owner, limit=1000)) if each.receiver == receiver]
        confirmed = [each for each in own if each.id in ids]
        for each in confirmed:
            self._notes[each.id] = replace(each, given_at=each.given_at or at)
        return [each.id for each in confirmed]

    def change_scratchpad(
        self,
        pad: Scratchpad,
        change: Callable[[Mapping[str, str]], str],
        *,
        since: datetime,
        versions: int,
    ) -> Scratchpad:
        pads = {each.name: each for each in self.scratchpads(pad.owner, agent=pad.agent, since=since)}
        text = change({name: each.text for name, each in pads.items()})
        kept = replace(pad, text=text, version=pads[pad.name].version + 1 if pad.name in pads else 1)
        self._pads = [
            each
            for each in self._pads
            if (each.owner, each.agent) != (pad.owner, pad.agent)
            or (each.name in pads and not (each.name == pad.name and each.version <= kept.version - versions))
        ]
        self._pads.append(kept)
        return kept

    def scratchpads(
        self, owner: Owner, *, agent: AgentName | None = None, since: datetime
    ) -> list[Scratchpad]:
        newest = {(each.agent, each.name): each for each in self._pads if each.owner == owner}
        found = [each for each in newest.values() if agent in {None, each.agent} and each.written_at >= since]
        return sorted(found, key=lambda each: (each.agent, each.name))

    def scratchpad_versions(self, owner: Owner, agent: AgentName, name: str) -> list[Scratchpad]:
        own = (owner, agent, name)
        return [each for each in reversed(self._pads) if (each.owner, each.agent, each.name) == own]

    def clear_scratchpad(self, owner: Owner, agent: AgentName, name: str) -> int:
        gone = self.scratchpad_versions(owner, agent, name)
        self._pads = [each for each in self._pads if each not in gone]
        return len(gone)
