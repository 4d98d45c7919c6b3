"""How does what was learnt, and an edit of a file, look as rows, and back?"""

from quaidpy.domain.identity import EpisodeId, MemoryId, Owner, TurnId
from quaidpy.domain.memories.file_edits import FileEdit, FileEditId
from quaidpy.domain.memories.learning import Form, Learning, LearningId, Trigger
from quaidpy.storage.sql.rows import Columns, StoredRow, instant_of, instant_text

_EDIT_COLUMNS = (
    "id", "change", "place", "path", "position", "removed", "inserted", "before", "after", "state", "original",
)  # fmt: skip


def learning_columns(learning: Learning) -> Columns:
    return {
        "id": learning.id,
        "file": learning.file,
        "form": learning.form.value,
        "text": learning.text,
        "said_at": instant_text(learning.said_at),
        "occasion": learning.trigger.value,
        "learnt_at": instant_text(learning.learnt_at),
        "episode": learning.episode,
        "turn": learning.turn,
        "quote": learning.quote,
        "memory": learning.memory,
        "edit": learning.edit,
    }


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
    return {name: getattr(edit, name) for name in _EDIT_COLUMNS} | {"state": edit.state.value}
