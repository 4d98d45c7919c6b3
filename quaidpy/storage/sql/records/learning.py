"""Where is written down what was learnt for identity files, how files were edited, and what is yet to be written?"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.file_edits import EditState, FileEdit, FileEditId, edit_of_row, is_for_the_file
from quaidpy.domain.memories.learning import Form, Learning
from quaidpy.domain.memories.operations import RowChange
from quaidpy.ports.learning import FileWrite
from quaidpy.storage.sql.engine import AnyDatabase, SqlSession
from quaidpy.storage.sql.filters import owned
from quaidpy.storage.sql.learning_rows import learning_of


def queue_file_writes(session: SqlSession, owner: Owner, changes: Iterable[RowChange]) -> None:
    """Note which files must follow: an edit that is made now is to be written, one that was made to be taken back.

    Inside the transaction of the changes. The words to take back are kept with the note, for the row may be gone.
    """
    found = [c for c in changes if c.table == "file_edits" and is_for_the_file(c)]
    made = [change for change in found if dict(change.after or ()).get("state") == EditState.MADE]
    # Ids sort by birth: what was done last is taken back first.
    back = sorted((c for c in found if c not in made), key=lambda c: c.key, reverse=True)
    for is_back, group in ((1, back), (0, made)):
        for change in group:
            whole = _whole_row(session, owner, change)
            session.execute(
                "INSERT INTO file_writes(owner, edit, is_back) VALUES (:owner, :edit, :is_back)",
                {"owner": owner, "edit": json.dumps(whole, ensure_ascii=False), "is_back": is_back},
            )


def _whole_row(session: SqlSession, owner: Owner, change: RowChange) -> dict[str, Any]:
    if change.after is None:
        return {**dict(change.key), **dict(change.before or ())}
    wanted = {"owner": owner, "id": dict(change.key)["id"]}
    found = session.rows("SELECT * FROM file_edits WHERE owner = :owner AND id = :id", wanted)
    return {name: value for row in found for name, value in row.items() if name != "owner"}


class SqlLearning:
    """See ports.learning.LearningRecords."""

    def __init__(self, database: AnyDatabase) -> None:
        self._database = database

    def learnings(
        self,
        owner: Owner,
        *,
        file: str | None = None,
        form: Form | None = None,
        is_waiting: bool = False,
        limit: int = 1000,
    ) -> list[Learning]:
        wanted = owned(owner, file=file, form=form)
        if is_waiting:
            wanted.require("edit IS NULL")
        query = f"SELECT * FROM learnings WHERE {wanted.sql} ORDER BY said_at DESC, id DESC LIMIT :limit"
        with self._database.reading() as session:
            rows = session.rows(query, {**wanted.bound, "limit": limit})
            return [learning_of(owner, row) for row in rows]

    def learnings_written_by(self, owner: Owner, edit: FileEditId) -> list[Learning]:
        query = "SELECT * FROM learnings WHERE owner = :owner AND edit = :edit ORDER BY id"
        with self._database.reading() as session:
            return [learning_of(owner, row) for row in session.rows(query, {"owner": owner, "edit": edit})]

    def file_edits(
        self, owner: Owner, *, change: str | None = None, state: EditState | None = None
    ) -> list[FileEdit]:
        wanted = owned(owner, change=change, state=state)
        query = f"SELECT * FROM file_edits WHERE {wanted.sql} ORDER BY change, place"
        with self._database.reading() as session:
            return [edit_of_row(owner, row) for row in session.rows(query, wanted.bound)]

    def waiting_writes(self, owner: Owner) -> list[FileWrite]:
        query = "SELECT seq, edit, is_back FROM file_writes WHERE owner = :owner ORDER BY seq"
        with self._database.reading() as session:
            return [
                FileWrite(seq=seq, edit=edit_of_row(owner, json.loads(edit)), is_back=bool(is_back))
                for seq, edit, is_back in session.values(query, {"owner": owner})
            ]

    def forget_writes(self, owner: Owner, seqs: Sequence[int]) -> None:
        with self._database.writing(owner) as session:
            session.execute_many(
                "DELETE FROM file_writes WHERE owner = :owner AND seq = :seq",
                [{"owner": owner, "seq": seq} for seq in seqs],
            )
