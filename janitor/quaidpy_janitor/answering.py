"""What becomes of a memory when a person answers a question of the night?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from quaidpy.domain.identity import RUN_PREFIX, AttributeId, MemoryId, Owner, RunId
from quaidpy.domain.language.instructions import looks_like_instruction
from quaidpy.domain.memories.index_texts import reworded
from quaidpy.domain.memories.memory import Memory
from quaidpy.domain.nights import Matter, Question
from quaidpy.errors import ConflictError, UsageError
from quaidpy_janitor.applying import apply_rows
from quaidpy_janitor.closing import archived, closed_edge, ended_memory, start_of
from quaidpy_janitor.file_answering import ask_later, drop_files, edit_files, keep_files
from quaidpy_janitor.merging import merge
from quaidpy_janitor.questions import digest_of
from quaidpy_janitor.rival_values import chosen_value, values_of
from quaidpy_janitor.runner import night_of
from quaidpy_janitor.settling import settled
from quaidpy_janitor.standing_orders import as_standing_order, left_a_lesson
from quaidpy_janitor.task import Change, Night, NightTools, Rows
from quaidpy_janitor.theming.replies import in_a_persons_words, unwanted


class Answer(StrEnum):
    """`KEEP`: it stands as it is (of two: both). `DROP`: forget it (of two: the second, or the other one named)."""

    KEEP = "keep"
    EDIT = "edit"
    MERGE = "merge"
    DROP = "drop"
    LATER = "later"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`text` for an edit; `memory` says which of two is edited or dropped, None: the last said one stays.

    Of a question about values it names the attribute.
    """

    answer: Answer
    text: str | None = None
    memory: MemoryId | AttributeId | None = None


_LATER = timedelta(days=7)


def waiting(owner: Owner, tools: NightTools) -> list[tuple[Question, list[Memory]]]:
    """Open questions that are due, each with its memories, by matter; those about something gone are left out."""
    order = list(Matter)
    now = tools.clock.now()
    found = []
    for question in tools.records.questions(owner):
        if question.state.value != "open" or not question.is_due(now):
            continue
        memories = tools.store.memories(owner, [MemoryId(each) for each in question.subjects])
        values = values_of(question, tools) if question.matter is Matter.VALUE else ()
        is_there = len(values) == len(question.subjects) or len(memories) == len(question.subjects)
        if question.matter in {Matter.ENTITY, Matter.FILE} or is_there:
            found.append((question, memories))
    return sorted(found, key=lambda each: (order.index(each[0].matter), each[0].subject))


def answer(question: Question, reply: Reply, owner: Owner, tools: NightTools) -> RunId:
    """Carry out a person's answer as one operation. Returns its run, for `quaid undo`.

    Raises UsageError when the answer does not fit the question, ConflictError when a memory has changed meanwhile.
    """
    night = night_of(owner, RunId(tools.ids.new(RUN_PREFIX)), tools)
    if question.matter is Matter.FILE:
        if not _is_answered_for_files(question, reply, night):
            raise ConflictError(f"{question.reason}: a file has changed since; the next night plans anew")
        return night.run
    memories = tools.store.memories(owner, [MemoryId(each) for each in question.subjects])
    change = _change(question, reply, memories, night)
    if not apply_rows(night, [change], who="user"):
        raise ConflictError(f"{question.subject} has changed since it was read; look at it again")
    return night.run


def _is_answered_for_files(question: Question, reply: Reply, night: Night) -> bool:
    match reply.answer:
        case Answer.KEEP:
            return keep_files(question, night)
        case Answer.DROP:
            return drop_files(question, night)
        case Answer.LATER:
            return ask_later(question, night, _LATER)
        case Answer.EDIT if (reply.text or "").strip():
            return edit_files(question, reply.text or "", night)
        case _:
            raise UsageError("answer keep, edit with the file's new words, drop or later")


def _change(question: Question, reply: Reply, memories: Sequence[Memory], night: Night) -> Change:
    if reply.answer is Answer.LATER:
        later = replace(question, due_at=night.now + _LATER)
        return Change(verb="review", summary="asked again in a week", rows=Rows(questions=(later,)))
    if question.matter is Matter.VALUE:
        return _of_values(question, reply, night)
    if question.matter in {Matter.LESSON, Matter.THEME}:
        answered = _of_lesson if question.matter is Matter.LESSON else _of_theme
        return answered(question, reply, memories, night)
    if reply.answer is Answer.MERGE:
        if len(memories) < 2:
            raise UsageError("there is nothing to merge it with; answer keep, edit, drop or later")
        change = merge(memories, night, why="merged by hand")
        return replace(change, rows=replace(change.rows, questions=(settled(question, "merge"),)))
    if reply.answer is Answer.KEEP:
        return _kept(question, memories)
    chosen = _chosen(reply, memories)
    return (
        _edited(question, chosen, reply, memories)
        if reply.answer is Answer.EDIT
        else _dropped(question, chosen, memories, night)
    )


def _of_values(question: Question, reply: Reply, night: Night) -> Change:
    match reply.answer:
        case Answer.KEEP:
            return _kept(question, ())
        case Answer.DROP:
            return chosen_value(question, reply.memory, night)
        case _:
            raise UsageError("answer keep (both are so), drop (one of them is so no more) or later")


def _of_lesson(question: Question, reply: Reply, memories: Sequence[Memory], _night: Night) -> Change:
    match reply.answer:
        case Answer.KEEP:
            return as_standing_order(question, None, memories)
        case Answer.EDIT:
            return as_standing_order(question, (reply.text or "").strip(), memories)
        case Answer.DROP:
            return left_a_lesson(question, memories)
        case _:
            raise UsageError("answer keep, edit with how it is to read, drop or later")


def _of_theme(question: Question, reply: Reply, memories: Sequence[Memory], night: Night) -> Change:
    match reply.answer:
        case Answer.KEEP:
            return _kept(question, memories)
        case Answer.EDIT:
            return in_a_persons_words(question, (reply.text or "").strip(), memories, night)
        case Answer.DROP:
            return unwanted(question, memories, night)
        case _:
            raise UsageError("answer keep, edit with what they say together, drop or later")


def _kept(question: Question, memories: Sequence[Memory]) -> Change:
    """A faded memory that somebody keeps is verified by that, and fades no more; the others stand as they are."""
    changed = tuple(replace(m, verified=True) for m in memories) if question.matter is Matter.FADED else ()
    verdict = "apart" if question.matter is Matter.DUPLICATE else "keep"
    return Change(
        verb="review",
        summary=f"kept: {question.reason}",
        rows=Rows(memories=changed, questions=(settled(question, verdict),), planned_on=tuple(memories)),
    )


def _chosen(reply: Reply, memories: Sequence[Memory]) -> Memory:
    if not memories:
        raise UsageError("this question is about no memory; answer keep or later")
    if reply.memory is None:
        return min(memories, key=lambda memory: (memory.stated_at, memory.id))
    found = [memory for memory in memories if memory.id == reply.memory]
    if not found:
        raise UsageError(f"{reply.memory} is not what this question is about")
    return found[0]


def _edited(question: Question, chosen: Memory, reply: Reply, memories: Sequence[Memory]) -> Change:
    text = (reply.text or "").strip()
    if not text:
        raise UsageError("an edit needs the new words")
    fresh = replace(reworded(chosen, text), verified=True, flagged=looks_like_instruction(text))
    digest = digest_of([text, *(memory.text for memory in memories if memory.id != chosen.id)])
    return Change(
        verb="review",
        summary="edited by hand",
        lines=(f"- {chosen.text}", f"+ {text}"),
        rows=Rows(
            memories=(fresh,),
            questions=(settled(replace(question, digest=digest), "keep"),),
            texts=(text,),
            planned_on=tuple(memories),
        ),
    )


def _dropped(question: Question, chosen: Memory, memories: Sequence[Memory], night: Night) -> Change:
    """Of a contradiction the dropped one becomes history; anything else is forgotten."""
    other = next((memory for memory in memories if memory.id != chosen.id), None)
    edges = night.tools.store.edges_stated_by(night.owner, [chosen.id])
    still = [edge for edge in edges if edge.lifetime.retracted_at is None]
    if question.matter is Matter.CONTRADICTION and other is not None:
        at = max(other.lifetime.valid_from or other.stated_at, chosen.lifetime.valid_from or chosen.stated_at)
        gone = ended_memory(chosen, other, at=at, now=night.now)
        ended = [closed_edge(edge, at=max(at, start_of(edge)), now=night.now) for edge in still]
    else:
        gone = archived(chosen, night.now)
        ended = [replace(edge, lifetime=edge.lifetime.retracted(night.now)) for edge in still]
    return Change(
        verb="review",
        summary=f"dropped by hand: {question.reason}",
        lines=(f"- {chosen.text}",),
        rows=Rows(
            memories=(gone,),
            edges=tuple(ended),
            questions=(settled(question, "drop"),),
            planned_on=(*memories, *still),
        ),
    )
