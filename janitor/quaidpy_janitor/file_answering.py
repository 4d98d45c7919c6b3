"""What becomes of files when a person answers whether they may be changed?

Keep makes the proposed edits; edit makes them with the identity file in the person's own words; drop leaves the
identity file as it is and clears what lay beside it, so that it is not asked again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from quaidpy.domain.memories.file_edits import EditState, FileEdit, PlannedEdit, diff_lines, text_hash
from quaidpy.domain.memories.operations import Cause
from quaidpy.domain.nights import Question
from quaidpy.errors import ConflictError, ReadOnlyError, UsageError
from quaidpy.learn.file_writing import make_edits, new_edits, read_or_none, write_waiting
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.ports.storage import Writing
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Night


def proposed_edits(question: Question, tools: LearnTools) -> list[FileEdit]:
    """The edits that the question is about, in order; none once they were made or taken back."""
    edits = tools.records.file_edits(question.owner, change=question.subject)
    return [edit for edit in edits if edit.state is EditState.PROPOSED]


def is_of_identity(edit: FileEdit, tools: LearnTools) -> bool:
    """Whether it is an edit of an identity file or a document of the user, not of what lies beside one."""
    return edit.original is not None or any(edit.path == str(file.path) for file in tools.identity)


def difference(edit: FileEdit, tools: LearnTools) -> list[str]:
    """What the edit would change, line by line; says so when the file has changed since."""
    now = read_or_none(edit.path, tools)
    if text_hash(now) != edit.before:
        return ["~ the file has changed since; the next night plans anew"]
    return diff_lines(now, edit.applied_to(now))


def proposed_text(edits: Sequence[FileEdit], tools: LearnTools) -> str:
    """How the identity file would read. Raises ConflictError when it has changed since."""
    for edit in edits:
        now = read_or_none(edit.path, tools)
        if is_of_identity(edit, tools):
            if text_hash(now) != edit.before:
                raise ConflictError(f"{edit.path} has changed since; the next night plans anew")
            return edit.applied_to(now) or ""
    raise UsageError("this question is about no identity file")


def keep_files(question: Question, night: Night) -> bool:
    """Make the proposed edits. False when a file has changed since."""
    return _made(
        proposed_edits(question, night.tools.learning),
        question,
        night,
        lambda writing: writing.remove_questions([question]),
    )


def edit_files(question: Question, text: str, night: Night) -> bool:
    """Make them with the identity file as given. False when a file has changed since."""
    tools = night.tools.learning
    edits = proposed_edits(question, tools)
    whole = text if text.endswith("\n") else f"{text}\n"
    own = [
        PlannedEdit(path=edit.path, before=read_or_none(edit.path, tools), after=whole, is_original_kept=True)
        for edit in edits
        if is_of_identity(edit, tools)
    ]
    fresh = new_edits(own, night.owner, tools, state=EditState.MADE)
    others = [edit for edit in edits if not is_of_identity(edit, tools)]

    def beside(writing: Writing) -> None:
        writing.remove_file_edits([edit for edit in edits if edit not in others])
        writing.remove_questions([question])

    with_own = [replace(each, change=question.subject, place=place) for place, each in enumerate(fresh)]
    shifted = [replace(each, place=len(with_own) + place) for place, each in enumerate(others)]
    return _made([*with_own, *shifted], question, night, beside)


def drop_files(question: Question, night: Night) -> bool:
    """Leave the identity file; what lay beside it goes as proposed. False when a file has changed since."""
    tools = night.tools.learning
    edits = proposed_edits(question, tools)
    others = [edit for edit in edits if not is_of_identity(edit, tools) and "-notes." not in edit.path]

    def beside(writing: Writing) -> None:
        writing.remove_file_edits([edit for edit in edits if edit not in others])
        writing.put_questions([settled(question, "drop")])

    return _made(others, question, night, beside)


def ask_later(question: Question, night: Night, wait: timedelta) -> bool:
    cause = Cause(owner=night.owner, verb="review", why="asked again in a week", run=night.run)
    with night.tools.store.writing(cause) as writing:
        writing.put_questions([replace(question, due_at=night.now + wait)])
    return True


def _made(
    edits: Sequence[FileEdit], question: Question, night: Night, beside: Callable[[Writing], None]
) -> bool:
    tools = night.tools.learning
    cause = Cause(owner=night.owner, verb="review", why=question.reason, run=night.run)
    shut = [edit.path for edit in edits if not tools.files.is_writable(edit.path)]
    if shut:
        raise ReadOnlyError(f"{shut[0]} is read-only; let it be written, then answer again")
    with tools.files.held():
        write_waiting(night.owner, tools)
        return make_edits(edits, cause, tools, beside=beside)
