"""How does what was learnt, and an edit of a file, look as rows, and back?"""

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner, TurnId
from quaidpy.domain.memories.file_edits import FileEdit, FileEditId
from quaidpy.domain.memories.learning import Form, Learning, LearningId, Trigger
from quaidpy.storage.sql.rows import Columns, StoredRow, columns_of, instant_of

_LEARNING_COLUMNS = (
    "id", "file", "form", "text", "said_at", "learnt_at", "episode", "turn", "quote", "memory", "edit",
)  # fmt: skip
_EDIT_COLUMNS = (
    "id", "change", "place", "path", "position", "removed", "inserted", "before", "after", "state", "original",
)  # fmt: skip


def learning_columns(learning: Learning) -> Columns:
    return {**columns_of(learning, _LEARNING_COLUMNS), "occasion": learning.trigger.value}


def learning_of(owner: Owner, row: StoredRow) -> Learning:
    return Learning(
        id=LearningId(row["id"]),
        owner=owner,
        file=row["file"],
        form=Form(row["form"]),
        text=row["text"],
        said_at=instant_of(row["said_at"]),
        trigger=Trigger(row["occasion"]),
        learnt_at=instant_of(row["learnt_at"]),
        episode=None if row["episode"] is None else EpisodeId(row["episode"]),
        turn=None if row["turn"] is None else TurnId(row["turn"]),
        quote=row["quote"],
        memory=None if row["memory"] is None else MemoryId(row["memory"]),
        edit=None if row["edit"] is None else FileEditId(row["edit"]),
    )


def file_edit_columns(edit: FileEdit) -> Columns:
    return columns_of(edit, _EDIT_COLUMNS)
