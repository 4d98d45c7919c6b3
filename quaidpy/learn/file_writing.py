"""How does a file come to say what its edit says? Committed first, then written; what a kill left is written later."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from quaidpy.domain.identity import Owner
from quaidpy.domain.memories.file_edits import (
    FILE_EDIT_PREFIX,
    EditState,
    FileEdit,
    FileEditId,
    PlannedEdit,
    text_hash,
)
from quaidpy.domain.memories.operations import Cause
from quaidpy.errors import ReadOnlyError, UnreadableError
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.ports.learning import FileWrite
from quaidpy.ports.storage import Writing

_CHANGE_PREFIX = "fc_"
_TRIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of waiting writes: how many files follow now, and where the user's own change came first.

    `failed`: why some could not be written; they go on waiting.
    """

    files: int = 0
    missed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


def new_edits(
    planned: Sequence[PlannedEdit], owner: Owner, tools: LearnTools, *, state: EditState
) -> list[FileEdit]:
    """The edits of one change, in order, with ids of their own."""
    change = tools.ids.new(_CHANGE_PREFIX)
    return [
        each.as_edit(
            FileEditId(tools.ids.new(FILE_EDIT_PREFIX)), owner, change=change, place=place, state=state
        )
        for place, each in enumerate(planned)
        if each.before != each.after
    ]


def make_edits(
    edits: Sequence[FileEdit],
    cause: Cause,
    tools: LearnTools,
    *,
    beside: Callable[[Writing], None] = lambda _: None,
) -> bool:
    """Make these edits as one operation, with what is written `beside` them; files follow before this returns.

    False, and nothing done, when one of the files does not say any more what the edit was made for; also when one
    changed in the very moment it was to be written. To be called while `tools.files.held()`.
    """
    if any(text_hash(read_or_none(edit.path, tools)) != edit.before for edit in edits):
        return False
    with tools.store.writing(cause) as writing:
        writing.put_file_edits([edit.made() for edit in edits])
        beside(writing)
    missed = set(write_waiting(cause.owner, tools).missed)
    return not any(edit.path in missed for edit in edits)


def write_waiting(owner: Owner, tools: LearnTools, *, or_gone: bool = False) -> Written:
    """Bring files to what committed edits and undos say.

    A file that says neither what it said before nor what it should say was changed by its user: it stays, and so do
    the files of the same change that were not written yet. `or_gone`: a file that was deleted comes back, for an undo.
    """
    done = Written()
    waiting = tools.records.waiting_writes(owner)
    for _, group in groupby(waiting, key=lambda write: (write.edit.change, write.is_back)):
        several = list(group)
        try:
            missed = _missed(several, tools, or_gone=or_gone)
        except ReadOnlyError as error:
            done = replace(done, failed=tuple(dict.fromkeys([*done.failed, str(error)])))
            continue
        for write in missed:
            if not write.is_back:
                _note_missed(write.edit, tools)
        tools.records.forget_writes(owner, [write.seq for write in several])
        done = replace(
            done,
            files=done.files + len(several) - len(missed),
            missed=(*done.missed, *(write.edit.path for write in missed)),
        )
    return done


def _missed(writes: Sequence[FileWrite], tools: LearnTools, *, or_gone: bool) -> list[FileWrite]:
    """Writes the files of one change; returns those that were left. Forward it is all of them or none."""
    if not writes[0].is_back and not all(_fits(write, tools) for write in writes):
        return [write for write in writes if not _is_there(write, tools)]
    return [write for write in writes if not _is_written(write, tools, or_gone=or_gone)]


def _fits(write: FileWrite, tools: LearnTools) -> bool:
    return text_hash(read_or_none(write.edit.path, tools)) in {write.edit.before, write.edit.after}


def _is_there(write: FileWrite, tools: LearnTools) -> bool:
    return text_hash(read_or_none(write.edit.path, tools)) == write.edit.after


def read_or_none(path: str, tools: LearnTools) -> str | None:
    """What the file says; None too for one that is no text, which nothing planned can fit."""
    try:
        return tools.files.read(path)
    except UnreadableError:
        return None


def _is_written(write: FileWrite, tools: LearnTools, *, or_gone: bool) -> bool:
    edit = write.edit
    expected, wanted = (edit.after, edit.before) if write.is_back else (edit.before, edit.after)
    for _ in range(_TRIES):
        try:
            now = tools.files.read(edit.path)
        except UnreadableError:
            return False
        if text_hash(now) == wanted:
            return True
        if text_hash(now) == expected:
            text = edit.taken_back_from(now) if write.is_back else edit.applied_to(now)
        elif now is None and write.is_back and or_gone and edit.original is not None:
            text = edit.original
        else:
            return now is None and write.is_back and or_gone  # deleted, and nothing of the user's was in it
        if tools.files.replace(edit.path, text, expected=now):
            return True
    return False


def _note_missed(edit: FileEdit, tools: LearnTools) -> None:
    """The file had changed in between: nothing was written, and what it was to tell waits to be written anew."""
    waiting = [each.waiting() for each in tools.records.learnings_written_by(edit.owner, edit.id)]
    cause = Cause(owner=edit.owner, verb="missed", why=f"{edit.path} had changed, it was left as it is")
    with tools.store.writing(cause) as writing:
        writing.put_file_edits([edit.missed()])
        writing.put_learnings(waiting)
