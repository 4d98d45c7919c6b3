"""What is done for each question about what sessions leave? Wake, checkpoints, notes, scratchpads."""

from typing import Any

from quaidpy.domain.agents import agent_of
from quaidpy.domain.handover.checkpoints import Said
from quaidpy.domain.handover.handoffs import HandoffId
from quaidpy.interfaces.api import requests
from quaidpy.interfaces.json_forms.handover import (
    checkpoint_document,
    checkpoint_row,
    expiry_of,
    handoff_document,
    scratchpad_document,
    scratchpads_document,
    woken_document,
)
from quaidpy.memory import Memory
from quaidpy.services.handover.waking import Waking

Document = dict[str, Any]


def wake(memory: Memory, asked: requests.WakeHolding) -> Document:
    """What a new session begins with, as one block: notes for it, where it stopped, what waits, what holds always."""
    woken = memory.wake(_waking(asked, limit=asked.limit))
    if not asked.hold:
        memory.confirm(woken)
    return woken_document(woken)


def begin_session(memory: Memory, asked: requests.Wake) -> Document:
    """What a new session begins with, as one block; its notes are given with it."""
    woken = memory.wake(_waking(asked))
    memory.confirm(woken)
    return woken_document(woken)


def _waking(asked: requests.Wake, *, limit: int | None = None) -> Waking:
    return Waking(
        agent=agent_of(asked.agent),
        session=asked.session,
        project=asked.project,
        contexts=tuple(asked.contexts),
        budget_tokens=asked.budget_tokens,
        limit=limit,
    )


def save_checkpoint(memory: Memory, asked: requests.SaveCheckpoint) -> Document:
    """Save where somebody stops; what is not said is filled from memory."""
    agent = agent_of(asked.agent)
    said = Said.from_json(asked.model_dump(include={"task", "decisions", "todos", "files", "turns"}))
    saved = memory.save_checkpoint(
        asked.name, said, agent=agent, session=asked.session, project=asked.project
    )
    return checkpoint_document(memory.checkpoint(saved.name, agent=agent, version=saved.version))


def checkpoints(memory: Memory, asked: requests.ListCheckpoints) -> Document:
    """Checkpoints in all versions, the last saved first; of one agent, where one is named."""
    agent = agent_of(asked.agent) if asked.agent else None
    return {
        "checkpoints": [checkpoint_row(each) for each in memory.checkpoints(agent=agent, limit=asked.limit)]
    }


def restore_checkpoint(memory: Memory, asked: requests.OneCheckpoint) -> Document:
    """A checkpoint with the block to go on from, and what is new since. Changes nothing."""
    agent = agent_of(asked.agent)
    read = memory.checkpoint(asked.name, agent=agent, version=asked.version)
    block = memory.restore_checkpoint(
        asked.name, agent=agent, version=asked.version, budget_tokens=asked.budget_tokens
    )
    return {**checkpoint_document(read), "context": block}


def checkpoint(memory: Memory, asked: requests.CheckpointAct) -> Document:
    """Save where you stop, restore it, or list what was saved."""
    if asked.act == "list":
        return {
            "checkpoints": checkpoints(memory, requests.ListCheckpoints.model_validate({}))["checkpoints"],
            "context": "",
        }
    if asked.act == "restore":
        meant = {"name": asked.name, "agent": asked.agent}
        return restore_checkpoint(memory, requests.OneCheckpoint.model_validate(meant))
    return save_checkpoint(memory, asked)


def hand_off(memory: Memory, asked: requests.HandOff) -> Document:
    """Leave a note for another agent, or for the next session; it is given once."""
    note = memory.hand_off(
        asked.to,
        asked.text,
        agent=agent_of(asked.agent),
        session=asked.session,
        expires=expiry_of(asked.expires, now=memory.now()),
    )
    return handoff_document(note, memory)


def handoffs(memory: Memory, asked: requests.Newest) -> Document:
    """Notes, newest first, whatever became of them."""
    return {"handoffs": [handoff_document(each, memory) for each in memory.handoffs(limit=asked.limit)]}


def confirm_handoffs(memory: Memory, asked: requests.ConfirmHandoffs) -> Document:
    """Say that notes were read, which a wake with `hold` gave: nobody is given them any more."""
    given = memory.confirm_handoffs(asked.receiver, [HandoffId(each) for each in asked.ids])
    return {"given": list(given)}


def scratchpads(memory: Memory, asked: requests.ScratchOfAgent) -> Document:
    """Scratchpads, without their texts; of one agent, where one is named."""
    agent = agent_of(asked.agent) if asked.agent else None
    return scratchpads_document(memory.scratchpads(agent=agent), memory)


def scratchpad(memory: Memory, asked: requests.Scratch) -> Document:
    """One scratchpad of an agent, word for word."""
    pad = memory.scratchpad(asked.name, agent=agent_of(asked.agent), version=asked.version)
    return scratchpad_document(pad, memory)


def write_scratchpad(memory: Memory, asked: requests.WriteScratch) -> Document:
    """Write a scratchpad anew; what it said stays as a version."""
    return scratchpad_document(
        memory.write_scratchpad(asked.name, asked.text, agent=agent_of(asked.agent)), memory
    )


def append_scratchpad(memory: Memory, asked: requests.WriteScratch) -> Document:
    """Add a line to a scratchpad."""
    return scratchpad_document(
        memory.append_scratchpad(asked.name, asked.text, agent=agent_of(asked.agent)), memory
    )


def clear_scratchpad(memory: Memory, asked: requests.Scratch) -> Document:
    """Forget a scratchpad with all its versions."""
    return {"name": asked.name, "cleared": memory.clear_scratchpad(asked.name, agent=agent_of(asked.agent))}
