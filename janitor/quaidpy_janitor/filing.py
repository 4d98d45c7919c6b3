"""How do planned edits of files come about? Asked about first where a file is the user's, made at once elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from quaidpy.domain.memories.file_edits import EditState, FileEdit, PlannedEdit, diff_lines, text_hash
from quaidpy.domain.nights import Matter, Question
from quaidpy.errors import UnreadableError
from quaidpy.learn.file_writing import make_edits, new_edits, read_or_none, write_waiting
from quaidpy.learn.identity_files import IdentityFile
from quaidpy_janitor.applying import cause_of
from quaidpy_janitor.task import Change, FileWork, Filing, Night


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Edits that wait for a person, and the question that puts them."""

    question: Question
    edits: tuple[FileEdit, ...]

    def is_stale(self, night: Night) -> bool:
        """Whether one of the files says something else by now."""
        tools = night.tools.learning
        return any(text_hash(read_or_none(edit.path, tools)) != edit.before for edit in self.edits)


def digest_of_text(text: str | None) -> str:
    """Of what an identity file says when it is asked about."""
    return (text_hash(text) or "-")[:16]


def filed(night: Night, change: Change, edits: Sequence[PlannedEdit]) -> Change:
    """The change with its edits: made at once when none is of an identity file or a person has said yes, else asked."""
    is_asked = any(edit.is_original_kept for edit in edits) and not night.approves_files
    return Change(
        verb="propose" if is_asked else change.verb,
        summary=change.summary,
        lines=(*change.lines, *shown(edits)),
        files=FileWork(filing=Filing.ASK if is_asked else Filing.MAKE, edits=tuple(edits)),
        model=change.model,
        prompt=change.prompt,
    )


def shown(edits: Sequence[PlannedEdit]) -> Iterator[str]:
    """What a person reads: the difference in identity files line by line, of other files how much."""
    for edit in edits:
        name = Path(edit.path).name
        if edit.is_original_kept:
            yield f"~ {name}{'' if edit.before is not None else ' (new)'}"
            yield from diff_lines(edit.before, edit.after)
        else:
            before, after = len((edit.before or "").splitlines()), len((edit.after or "").splitlines())
            yield f"~ {name}: {before} lines before, {after} after"


def of_each_file(
    night: Night, task: str, planned: Callable[[Night, IdentityFile], Change | None]
) -> Iterator[Change]:
    """What a task has to change, identity file by file; one that cannot be read is left, and the report says so."""
    for file in night.tools.learning.identity:
        done, may_plan = open_proposal(night, file, task)
        yield from done
        if not may_plan:
            continue
        try:
            change = planned(night, file)
        except UnreadableError as error:
            night.notes.left.append(str(error))
            continue
        if change is not None:
            yield change


def open_proposal(night: Night, file: IdentityFile, task: str) -> tuple[list[Change], bool]:
    """What is to be done about a proposal that waits for this file, and whether anything new may be planned for it.

    One of another task is looked after by that one; meanwhile the file is left alone. Reasons begin with their task.
    """
    proposal = proposal_for(night, file)
    if proposal is None:
        return [], True
    if not proposal.question.reason.startswith(f"{task}:") and not proposal.is_stale(night):
        return [], False
    if proposal.is_stale(night):
        return [
            _about(proposal, Filing.WITHDRAW, f"{file.name} or what lies beside it has changed since")
        ], True
    if not all(night.tools.learning.files.is_writable(edit.path) for edit in proposal.edits):
        night.notes.left.append(f"{proposal.question.reason}: {file.name} is read-only, it stays as it is")
    elif night.approves_files:
        return [_about(proposal, Filing.APPROVE, proposal.question.reason)], False
    else:
        night.notes.left.append(f"{proposal.question.reason}: waits for you, `quaid review` or `--approve`")
    return [], False


def _about(proposal: Proposal, filing: Filing, why: str) -> Change:
    return Change(
        verb=filing.value,
        summary=why,
        files=FileWork(filing=filing, proposal=proposal.edits, question=proposal.question),
    )


def proposal_for(night: Night, file: IdentityFile) -> Proposal | None:
    """The one that waits for this file; there is never more than one."""
    edits = night.tools.learning.records.file_edits(night.owner, state=EditState.PROPOSED)
    changes = {edit.change for edit in edits if edit.path == str(file.path)}
    for question in night.tools.records.questions(night.owner, matter=Matter.FILE):
        if question.subject in changes:
            return Proposal(question=question, edits=tuple(e for e in edits if e.change == question.subject))
    return None


def was_refused(night: Night, digest: str, task: str = "") -> bool:
    """Whether a person has said no to what was proposed (by this task) for a file that said exactly this."""
    asked = night.tools.records.questions(night.owner, matter=Matter.FILE)
    refused = (each for each in asked if each.verdict == "drop" and each.reason.startswith(task))
    return any(each.digest == digest for each in refused)


def apply_files(night: Night, changes: Sequence[Change]) -> int:
    """Carry out changes of files, an operation each. Returns how many; one whose files have changed since is left."""
    tools = night.tools.learning
    with tools.files.held():
        write_waiting(night.owner, tools)
        return sum(_is_done(night, change, change.files) for change in changes if change.files)


def _is_done(night: Night, change: Change, work: FileWork) -> bool:
    tools, cause = night.tools.learning, cause_of(change, night)
    gone = [work.question] if work.question else []
    match work.filing:
        case Filing.MAKE:
            edits = new_edits(work.edits, night.owner, tools, state=EditState.MADE)
            return make_edits(edits, cause, tools)
        case Filing.APPROVE:
            return make_edits(
                work.proposal, cause, tools, beside=lambda writing: writing.remove_questions(gone)
            )
        case Filing.WITHDRAW:
            with tools.store.writing(cause) as writing:
                writing.remove_file_edits(work.proposal)
                writing.remove_questions(gone)
            return True
        case Filing.ASK:
            return _is_asked(night, change, work)


def _is_asked(night: Night, change: Change, work: FileWork) -> bool:
    tools = night.tools.learning
    edits = new_edits(work.edits, night.owner, tools, state=EditState.PROPOSED)
    if any(text_hash(read_or_none(edit.path, tools)) != edit.before for edit in edits):
        return False
    question = Question(
        owner=night.owner,
        matter=Matter.FILE,
        subjects=(edits[0].change,),
        digest=next(digest_of_text(edit.before) for edit in work.edits if edit.is_original_kept),
        reason=change.summary,
        asked_at=night.now,
    )
    with tools.store.writing(cause_of(change, night)) as writing:
        writing.put_file_edits(edits)
        writing.put_questions([question])
    return True
