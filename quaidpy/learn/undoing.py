"""Can the files of these operations be put back? Only where they still say what the operations made them say."""

from collections.abc import Iterator, Sequence

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.file_edits import EditState, FileEdit, edit_of_row, is_for_the_file, text_hash
from quaidpy.domain.memories.operations import Operation
from quaidpy.errors import ConflictError
from quaidpy.learn.file_writing import read_or_none
from quaidpy.learn.learning_tools import LearnTools


def touches_files(operations: Sequence[Operation]) -> bool:
    return any(change.table == "file_edits" for operation in operations for change in operation.changes)


def require_undoable(operations: Sequence[Operation], owner: Owner, tools: LearnTools) -> None:
    """Raises ConflictError naming the file that has changed since, before anything is taken back.

    A file that is gone has no words of its user left: it comes back, where it is one of theirs.
    """
    texts: dict[str, str | None] = {}
    for operation in sorted(operations, key=lambda each: (each.at, each.id), reverse=True):
        for edit, is_back in _steps(operation, owner, tools):
            now = texts[edit.path] if edit.path in texts else read_or_none(edit.path, tools)
            texts[edit.path] = _after_step(edit, now, operation, is_back=is_back)


def _steps(operation: Operation, owner: Owner, tools: LearnTools) -> Iterator[tuple[FileEdit, bool]]:
    """What undoing the operation does to files, in order: an edit, and whether it goes back or is made again."""
    known = {str(edit.id): edit for edit in tools.records.file_edits(owner)}
    found = []
    for change in operation.changes:
        if change.table == "file_edits" and is_for_the_file(change):
            row = dict(change.before or ()) | dict(change.after or ()) | dict(change.key)
            edit = edit_of_row(owner, row) if "path" in row else known[str(row["id"])]
            found.append((edit, dict(change.after or ()).get("state") == EditState.MADE))
    yield from sorted(found, key=lambda step: (step[0].change, step[0].place), reverse=True)


def _after_step(edit: FileEdit, now: str | None, operation: Operation, *, is_back: bool) -> str | None:
    expected = edit.after if is_back else edit.before
    if text_hash(now) == expected:
        return edit.taken_back_from(now) if is_back else edit.applied_to(now)
    if now is None and is_back:
        return edit.original
    raise ConflictError(
        f"cannot undo {operation.id} ({operation.cause.verb}): {edit.path} has changed since; "
        "your words there are kept. Take your change out again, or edit the file by hand"
    )
