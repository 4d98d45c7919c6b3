"""How do checkpoints, notes and scratchpads look as rows, and back?"""

import json
from dataclasses import asdict

from quaidpy.domain.agents import AgentName
from quaidpy.domain.handover.checkpoints import Checkpoint, Filled, Said
from quaidpy.domain.handover.handoffs import Handoff, HandoffId
from quaidpy.domain.handover.scratchpads import Scratchpad
from quaidpy.domain.identity import EpisodeId, MemoryId, Owner
from quaidpy.domain.secrets.redaction import tree_without_secrets
from quaidpy.storage.sql.gate import AsItIs
from quaidpy.storage.sql.rows import (
    Columns,
    StoredRow,
    columns_of,
    instant_of,
    json_text,
    optional_instant,
)
from quaidpy.storage.sql.unreadable_rows import readable

_CHECKPOINT = ("agent", "name", "version", "saved_at", "session", "project", "newest")
_HANDOFF = (
    "id", "recipient", "sender", "text", "written_at", "expires_at", "session", "receiver", "taken_at", "given_at",
)  # fmt: skip
_SCRATCHPAD = ("agent", "name", "version", "text", "written_at")


def checkpoint_columns(checkpoint: Checkpoint) -> Columns:
    return {
        **columns_of(checkpoint, _CHECKPOINT),
        "said": AsItIs(json_text(tree_without_secrets(checkpoint.said.to_json()))),
        "filled": AsItIs(json_text(asdict(checkpoint.filled))),
    }


@readable
def checkpoint_of(owner: Owner, row: StoredRow) -> Checkpoint:
    filled = json.loads(row["filled"])
    return Checkpoint(
        owner=owner,
        agent=AgentName(row["agent"]),
        name=row["name"],
        version=row["version"],
        saved_at=instant_of(row["saved_at"]),
        session=row["session"],
        project=row["project"],
        newest=None if row["newest"] is None else MemoryId(row["newest"]),
        said=Said.from_json(json.loads(row["said"])),
        filled=Filled(
            decisions=tuple(MemoryId(each) for each in filled["decisions"]),
            todos=tuple(MemoryId(each) for each in filled["todos"]),
            episode=None if filled["episode"] is None else EpisodeId(filled["episode"]),
            turns=int(filled["turns"]),
            edited=tuple(filled.get("edited", ())),
        ),
    )


def handoff_columns(note: Handoff) -> Columns:
    return columns_of(note, _HANDOFF)


def handoff_of(owner: Owner, row: StoredRow) -> Handoff:
    return Handoff(
        id=HandoffId(row["id"]),
        owner=owner,
        recipient=AgentName(row["recipient"]),
        sender=AgentName(row["sender"]),
        text=row["text"],
        written_at=instant_of(row["written_at"]),
        expires_at=instant_of(row["expires_at"]),
        session=row["session"],
        receiver=row["receiver"],
        taken_at=optional_instant(row["taken_at"]),
        given_at=optional_instant(row["given_at"]),
    )


def scratchpad_columns(pad: Scratchpad) -> Columns:
    return columns_of(pad, _SCRATCHPAD)


def scratchpad_of(owner: Owner, row: StoredRow) -> Scratchpad:
    return Scratchpad(
        owner=owner,
        agent=AgentName(row["agent"]),
        name=row["name"],
        version=int(row["version"]),
        text=row["text"],
        written_at=instant_of(row["written_at"]),
    )
