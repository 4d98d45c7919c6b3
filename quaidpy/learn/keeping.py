"""How does what was learnt come to stand beside its identity file? A block for each day and occasion."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from quaidpy.domain.memories.file_edits import EditState, PlannedEdit
from quaidpy.domain.memories.learning import (
    LEARNING_PREFIX,
    Form,
    Learning,
    LearningDraft,
    LearningId,
    Lesson,
)
from quaidpy.domain.memories.operations import Cause
from quaidpy.errors import UnreadableError
from quaidpy.learn import blocks
from quaidpy.learn.file_writing import make_edits, new_edits, read_or_none, write_waiting
from quaidpy.learn.identity_files import IdentityFile
from quaidpy.learn.learning_tools import LearnTools
from quaidpy.learn.outdated import signs_of

_LOOKED_BACK = 2000  # learnings of a file among which one that was written before is recognised
_TRIES = 3


def keep(lesson: Lesson, tools: LearnTools) -> list[Learning]:
    """Write down beside the identity files what is new of it, as one operation of the lesson's run.

    What was written before, also when it was folded or deleted since, is not written again. A file that cannot be
    written now is written at the next occasion. Returns the learnings that were new.
    """
    if not tools.keeps_journal:
        return []
    waiting = tools.records.learnings(lesson.owner, is_waiting=True)
    if not (lesson.drafts or waiting or tools.records.waiting_writes(lesson.owner)):
        return []
    with tools.files.held():
        write_waiting(lesson.owner, tools)
        new = _new(lesson, tools)
        for _ in range(_TRIES):  # somebody's editor may save in between
            if _written([*waiting, *new], new, lesson, tools):
                break
    return new


def _written(
    learnings: Sequence[Learning], new: Sequence[Learning], lesson: Lesson, tools: LearnTools
) -> bool:
    planned, by_path = [], {}
    for (name, form), group in groupby(
        sorted(learnings, key=_place), key=lambda each: (each.file, each.form)
    ):
        file, several = tools.file_called(name), list(group)
        edit = None if file is None else _planned(file, form, several, tools)
        if edit is not None:
            planned.append(edit)
            by_path[edit.path] = several
    edits = new_edits(planned, lesson.owner, tools, state=EditState.MADE)
    written = {each.id: each.written_by(edit.id) for edit in edits for each in by_path[edit.path]}
    kept = {each.id: each for each in new} | written
    if not kept:
        return True
    cause = Cause(
        owner=lesson.owner,
        verb="learn",
        why=f"{len(written)} lines for {', '.join(sorted({Path(edit.path).name for edit in edits})) or 'later'}",
        who="agent",
        run=lesson.run,
        model=lesson.model,
        prompt=lesson.prompt,
    )
    return make_edits(edits, cause, tools, beside=lambda writing: writing.put_learnings(list(kept.values())))


def _place(learning: Learning) -> tuple[str, str, str, str]:
    return (learning.file, learning.form.value, learning.said_at.isoformat(), learning.id)


def _new(lesson: Lesson, tools: LearnTools) -> list[Learning]:
    """The drafts as learnings, without what is known, within what a block may hold."""
    now = tools.clock.now()
    found: list[Learning] = []
    for (name, form), group in groupby(sorted(lesson.drafts, key=_kind), key=_kind):
        file = tools.file_called(name)
        if file is None:
            continue
        before = tools.records.learnings(lesson.owner, file=file.name, form=Form(form), limit=_LOOKED_BACK)
        known = {signs_of(each.text) for each in before} | _standing(file, Form(form), tools)
        block = [each for each in before if each.trigger is lesson.trigger]
        most = tools.tuning.bullets_a_block if form == Form.SNIPPET else tools.tuning.paragraphs_a_block
        for draft in group:
            text = blocks.plain_line(draft.text)
            signs = signs_of(text)
            today = sum(each.said_at.date() == draft.said_at.date() for each in block)
            if not signs or signs in known or today >= most:
                continue
            known.add(signs)
            block.append(
                Learning(
                    id=LearningId(tools.ids.new(LEARNING_PREFIX)),
                    owner=lesson.owner,
                    file=file.name,
                    form=draft.form,
                    text=text,
                    said_at=draft.said_at,
                    trigger=lesson.trigger,
                    learnt_at=now,
                    episode=lesson.episode,
                    turn=draft.turn,
                    quote=draft.quote,
                    memory=draft.memory,
                )
            )
            found.append(block[-1])
    return found


def _kind(draft: LearningDraft) -> tuple[str, str]:
    return (draft.file, draft.form.value)


def _standing(file: IdentityFile, form: Form, tools: LearnTools) -> set[str]:
    """What the identity file and the bullets beside it say already."""
    if form is Form.JOURNAL:
        return set()
    texts = [read_or_none(str(path), tools) for path in (file.path, file.snippets)]
    return {signs_of(bullet.text) for text in texts for bullet in blocks.bullets_in(text)}


def _planned(
    file: IdentityFile, form: Form, learnings: Sequence[Learning], tools: LearnTools
) -> PlannedEdit | None:
    """The snippets or journal file with these in it; None when it must wait."""
    path = str(file.snippets if form is Form.SNIPPET else file.journal)
    if not tools.files.is_writable(path):
        return None
    try:
        before = tools.files.read(path)
    except UnreadableError:
        return None
    if form is Form.SNIPPET and len(blocks.bullets_in(before)) >= tools.tuning.bullets_a_file:
        return None
    return PlannedEdit(path=path, before=before, after=_with(before, file, form, learnings))


def _with(before: str | None, file: IdentityFile, form: Form, learnings: Iterable[Learning]) -> str | None:
    text = before
    for (trigger, _), group in groupby(learnings, key=lambda each: (each.trigger, each.said_at.date())):
        several = list(group)
        lines, at = [each.text for each in several], several[0].said_at
        if form is Form.SNIPPET:
            text = blocks.with_bullets(text, lines, trigger, at, head=f"# Snippets for {file.name}")
        else:
            text = blocks.with_paragraphs(text, lines, trigger, at, head=f"# Journal for {file.name}")
    return text
