"""What do identity files learn from a source that was taken in, and how do they follow an undo?"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from quaidpy.domain.identity import MemoryId, OperationId
from quaidpy.domain.memories.episodes import Role
from quaidpy.domain.memories.learning import LearningDraft, Lesson, Trigger
from quaidpy.domain.memories.memory import Status
from quaidpy.domain.memories.operations import Operation
from quaidpy.errors import BusyError
from quaidpy.learn.by_rules import RuleInput, drafts_by_rules
from quaidpy.learn.file_writing import write_waiting
from quaidpy.learn.keeping import keep
from quaidpy.learn.outdated import states_what_is_over
from quaidpy.learn.undoing import require_undoable, touches_files
from quaidpy.remember.changing import history
from quaidpy.remember.model.reading import (
    Reader,
    ReadingReport,
    Teach,
    read_due,
    read_episode,
    read_later,
)
from quaidpy.remember.pipeline import IntakeReport, Unreadable
from quaidpy.services.parts import Parts


def learnt_by_rules(report: IntakeReport, parts: Parts) -> IntakeReport:
    """The report again, with the number of lines it taught. Where a model reads, the model teaches instead."""
    if parts.reader is not None or not parts.learning.keeps_journal:
        return report
    drafts = _drafts(report, parts)
    if not drafts:
        return report
    lesson = Lesson(
        owner=parts.owner,
        run=report.run,
        trigger=report.trigger,
        episode=report.episode,
        drafts=tuple(drafts),
    )
    return replace(report, learnt=_kept(lesson, parts))


def learnt_from_all(
    answers: Sequence[IntakeReport | Unreadable], parts: Parts
) -> list[IntakeReport | Unreadable]:
    return [each if isinstance(each, Unreadable) else learnt_by_rules(each, parts) for each in answers]


def _drafts(report: IntakeReport, parts: Parts) -> list[LearningDraft]:
    if report.known or not report.turns:
        return []
    store = parts.remembering.store
    turns = [turn for episode in report.episodes for turn in store.turns_of(parts.owner, episode)]
    if not any(turn.role is Role.ASSISTANT for turn in turns):
        return []
    told = store.memories(parts.owner, report.outcome.inserted)
    over = states_what_is_over(told, store, parts.owner, parts.learning.clock.now())
    heard = RuleInput(
        memories=[memory for memory in told if memory.id not in over],
        turns={turn.id: turn for turn in turns},
        fresh=turns[-report.turns :],
        telling=_telling_attributes(report.outcome.inserted, parts),
    )
    return drafts_by_rules(heard, parts.learning)


def _telling_attributes(memories: Sequence[MemoryId], parts: Parts) -> set[MemoryId]:
    """Those that give a listed attribute the value it has now."""
    store, names = parts.remembering.store, parts.remembering.attributes
    stated = store.attributes_stated_by(parts.owner, memories)
    return {
        each.memory
        for each in stated
        if each.memory is not None
        and each.value
        and each.lifetime.valid_to is None
        and each.lifetime.retracted_at is None
        and not each.qualifier
        and each.name in names.listed
    }


def _kept(lesson: Lesson, parts: Parts) -> int:
    try:
        return len(keep(lesson, parts.learning))
    except (
        BusyError
    ):  # another process holds the files for long; memories are in, and what was said stays findable
        return 0


def read_and_learn(
    report: IntakeReport, parts: Parts, reader: Reader, *, user_name: str | None
) -> ReadingReport:
    """Have the model read what it has not read of a source just taken in; what it teaches is written down."""
    teach = _teacher(parts, report.trigger)
    episodes = parts.remembering.store.episodes(parts.owner, report.episodes)
    first, *others = [
        read_episode(episode, parts.remembering, reader, report.run, user_name=user_name, teach=teach)
        for episode in sorted(episodes, key=lambda episode: episode.id)
    ]
    return reduce(ReadingReport.plus, others, first)


def read_at_rest(report: IntakeReport, parts: Parts) -> None:
    """Have it read once nothing was said for a while, as `read_waiting_and_learn` does; by nobody without a model."""
    reader = parts.reader
    if reader is None:
        return
    for episode in parts.remembering.store.episodes(parts.owner, report.episodes):
        read_later(episode, parts.remembering, reader, report.run)


def read_waiting_and_learn(parts: Parts, reader: Reader) -> ReadingReport:
    """The same for what failed before and is due."""
    return read_due(parts.owner, parts.remembering, reader, teach=_teacher(parts, Trigger.CONVERSATION))


def _teacher(parts: Parts, trigger: Trigger) -> Teach:
    return lambda lesson: _kept(replace(lesson, trigger=trigger), parts)


def undo_with_files(parts: Parts, identity: str) -> OperationId:
    """Take back an operation or run, with its edits of files and its lines in the ledger of what was retired for good.

    Raises ConflictError, before anything is taken back, when a file does not say any more what they made it say.
    """
    operations = history.operations_of(parts.remembering.store, parts.owner, identity)
    done = _undone(parts, identity, [each for each in operations if each.undone_by is None])
    retired = [memory for each in operations for memory in _retired_or_back(each)]
    parts.files.follow_undo(parts.owner, parts.remembering.store.memories(parts.owner, retired))
    return done


def _retired_or_back(operation: Operation) -> list[MemoryId]:
    """The memories whose status came to be retired by it, or ceased to be."""
    return [
        MemoryId(str(dict(change.key)["id"]))
        for change in operation.changes
        if change.table == "memories"
        and any(dict(image or ()).get("status") == Status.RETIRED for image in (change.before, change.after))
    ]


def _undone(parts: Parts, identity: str, operations: Sequence[Operation]) -> OperationId:
    store, owner, tools = parts.remembering.store, parts.owner, parts.learning
    if not touches_files(operations):
        return history.undo(store, owner, identity)
    with tools.files.held():
        write_waiting(owner, tools)
        own = [each for each in operations if each.cause.who != "import"]
        require_undoable(own, owner, tools)
        done = history.undo(store, owner, identity)
        if len(own) < len(operations):  # what came with an import was never done to a file here
            tools.records.forget_writes(owner, [each.seq for each in tools.records.waiting_writes(owner)])
        write_waiting(owner, tools, or_gone=True)
    return done
