"""What was learnt in a conversation for one of the identity files: a bullet or a diary paragraph?"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NewType

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner, RunId, TurnId
from quaidpy.domain.memories.file_edits import FileEditId

LearningId = NewType("LearningId", str)  # l_…
LEARNING_PREFIX = "l_"


class Form(StrEnum):
    SNIPPET = "snippet"
    JOURNAL = "journal"


class About(StrEnum):
    """What an identity file is about."""

    SELF = "self"
    USER = "user"
    WORLD = "world"


class Trigger(StrEnum):
    """On what occasion a conversation was taken in; of the stronger ones a later one counts, as they are listed."""

    CONVERSATION = "conversation"
    SESSION_END = "session end"
    RESET = "reset"
    COMPACTION = "compaction"


def strongest(triggers: "list[Trigger]") -> Trigger:
    return max(triggers, key=list(Trigger).index, default=Trigger.CONVERSATION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """One bullet or paragraph. `file`: the name of the identity file, as `USER.md`. `said_at`: when it was talked of.

    `quote`: the words it rests on, said in `turn`. `memory`: the statement it repeats, if it does. `edit`: by which
    it was written beside the file; None while it waits for that.
    """

    id: LearningId
    owner: Owner
    file: str
    form: Form
    text: str
    said_at: datetime
    trigger: Trigger
    learnt_at: datetime
    episode: EpisodeId | None = None
    turn: TurnId | None = None
    quote: str | None = None
    memory: MemoryId | None = None
    edit: FileEditId | None = None

    def written_by(self, edit: FileEditId) -> "Learning":
        return replace(self, edit=edit)

    def waiting(self) -> "Learning":
        return replace(self, edit=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningDraft:
    """What a model found for an identity file, before it has a row."""

    file: str
    form: Form
    text: str
    said_at: datetime
    turn: TurnId | None = None
    quote: str | None = None
    memory: MemoryId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What one source taught, and on what occasion. `model` and `prompt` when a model told."""

    owner: Owner
    run: RunId
    drafts: tuple[LearningDraft, ...]
    trigger: Trigger = Trigger.CONVERSATION
    episode: EpisodeId | None = None
    model: str | None = None
    prompt: str | None = None
