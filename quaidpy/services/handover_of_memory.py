"""What does a memory keep from session to session beside what it remembers? Checkpoints, notes, scratchpads."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from quaidpy.domain.agents import UNNAMED, AgentName
from quaidpy.domain.handover.checkpoints import Checkpoint, Said
from quaidpy.domain.handover.handoffs import Handoff, HandoffId
from quaidpy.domain.handover.scratchpads import Scratchpad
from quaidpy.domain.handover.waking import Part
from quaidpy.domain.identity import NodeId
from quaidpy.recall.signals import Listener
from quaidpy.services.contexts_of_memory import kept_out_of
from quaidpy.services.handover import checkpoints, notes, scratch, waking
from quaidpy.services.handover.checkpoints import CheckpointRead
from quaidpy.services.handover.restoring import restored_block
from quaidpy.services.handover.waking import Waking, Woken
from quaidpy.services.hearing import heard_signals
from quaidpy.services.parts import Parts

if TYPE_CHECKING:
    from quaidpy.domain.memories.memory import Memory


class HandoverOfMemory:
    """The part of a `Memory` that one session leaves for the next. None of it is recalled, learnt from or undone."""

    _parts: Parts

    def wake(self, waking_: Waking | AgentName = UNNAMED) -> Woken:
        """One block for a new session. Its notes are taken by the session: `confirm` them once they have been read."""
        asked = waking_ if isinstance(waking_, Waking) else Waking(agent=waking_)
        signals: list[Memory] = []
        kept_out = self._not_for(asked.agent, asked.project, asked.contexts)
        if asked.session and Part.SIGNAL in asked.parts:
            listening = Listener(
                owner=self._parts.owner,
                name=f"{asked.agent}:{asked.session}",
                session=asked.session,
                project=asked.project,
                kept_out=frozenset(kept_out),
            )
            signals = heard_signals(self._parts, listening, self._parts.remembering.store)
        return waking.wake(asked, signals, self._parts, kept_out)

    def _not_for(
        self, agent: AgentName, project: str | None, contexts: Sequence[str] = ()
    ) -> Mapping[NodeId, str]:
        """What is not wanted in sessions of this agent and project."""
        return kept_out_of(self._parts, self._parts.owner, said=contexts, project=project, agent=agent)

    def confirm(self, woken: Woken) -> list[HandoffId]:
        """The notes of this block have been read: nobody is given them any more."""
        return self.confirm_handoffs(woken.receiver, woken.handoffs)

    # Checkpoints

    def save_checkpoint(
        self,
        name: str,
        said: Said | None = None,
        *,
        agent: AgentName = UNNAMED,
        session: str | None = None,
        project: str | None = None,
    ) -> Checkpoint:
        """Where somebody stops. What is not said is filled in from memory; earlier versions of the name stay."""
        return checkpoints.save_checkpoint(
            name, said or Said(), self._parts, agent=agent, session=session, project=project
        )

    def checkpoints(
        self, *, agent: AgentName | None = None, name: str | None = None, limit: int = 100
    ) -> list[Checkpoint]:
        """All versions, the last saved first."""
        return self._parts.handover.records.checkpoints(
            self._parts.owner, agent=agent, name=name, limit=limit
        )

    def checkpoint(
        self, name: str = "last", *, agent: AgentName = UNNAMED, version: int | None = None
    ) -> CheckpointRead:
        """With its words as they are now, and what is new since. Changes nothing."""
        found = checkpoints.found_checkpoint(name, self._parts, agent=agent, version=version)
        unwanted = self._not_for(agent, found.project)
        read = checkpoints.read_checkpoint(found, self._parts, kept_out=unwanted)
        return checkpoints.with_news(read, self._parts, kept_out=unwanted)

    def restore_checkpoint(
        self,
        name: str = "last",
        *,
        agent: AgentName = UNNAMED,
        version: int | None = None,
        budget_tokens: int = 2000,
    ) -> str:
        """The block to go on from. Changes nothing."""
        return restored_block(
            self.checkpoint(name, agent=agent, version=version), budget_tokens=budget_tokens
        )

    # Notes

    def hand_off(
        self,
        recipient: str,
        text: str,
        *,
        agent: AgentName = UNNAMED,
        session: str | None = None,
        expires: datetime | None = None,
    ) -> Handoff:
        """A note to another agent, or to whoever comes `next`: given once, by `wake`."""
        return notes.leave_note(recipient, text, self._parts, sender=agent, session=session, expires=expires)

    def handoffs(self, *, limit: int = 100) -> list[Handoff]:
        """Newest first, whatever became of them."""
        return self._parts.handover.records.handoffs(self._parts.owner, limit=limit)

    def confirm_handoffs(self, receiver: str, ids: Sequence[HandoffId]) -> list[HandoffId]:
        return notes.confirm_notes(receiver, ids, self._parts)

    # Scratchpads

    def scratchpads(self, *, agent: AgentName | None = None) -> list[Scratchpad]:
        """By agent and name."""
        since = scratch.kept_since(self._parts)
        return self._parts.handover.records.scratchpads(self._parts.owner, agent=agent, since=since)

    def scratchpad(self, name: str, *, agent: AgentName = UNNAMED, version: int | None = None) -> Scratchpad:
        return scratch.scratchpad_called(name, self._parts, agent=agent, version=version)

    def write_scratchpad(self, name: str, text: str, *, agent: AgentName = UNNAMED) -> Scratchpad:
        return scratch.write_scratchpad(name, text, self._parts, agent=agent)

    def append_scratchpad(self, name: str, text: str, *, agent: AgentName = UNNAMED) -> Scratchpad:
        return scratch.append_scratchpad(name, text, self._parts, agent=agent)

    def clear_scratchpad(self, name: str, *, agent: AgentName = UNNAMED) -> int:
        """Forget it. Returns how many versions it had."""
        return scratch.clear_scratchpad(name, self._parts, agent=agent)
