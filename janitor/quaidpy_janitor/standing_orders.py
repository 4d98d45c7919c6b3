"""How does a lesson become an order that agents keep to? Only by a person's word."""

from collections.abc import Sequence
from dataclasses import replace

from quaidpy.domain.memories.index_texts import reworded
from quaidpy.domain.memories.memory import Kind, Memory
from quaidpy.domain.nights import Question
from quaidpy.errors import UsageError
from quaidpy_janitor.questions import digest_of
from quaidpy_janitor.settling import settled
from quaidpy_janitor.task import Change, Rows

_TAG = "instruction"  # of orders about how an agent is to work, as extraction gives it


def as_standing_order(question: Question, text: str | None, memories: Sequence[Memory]) -> Change:
    """The one told most, in the person's words if they gave some; pinned, so that it never fades. The others stay."""
    if text is not None and not text:
        raise UsageError("an edit needs the new words")
    chosen = max(memories, key=lambda memory: (memory.confirmations, memory.stated_at, memory.id))
    worded = chosen if text is None else reworded(chosen, text)
    order = replace(
        worded,
        kind=Kind.PREFERENCE,
        pinned=True,
        verified=True,
        tags=tuple(dict.fromkeys((*chosen.tags, _TAG))),
    )
    digest = digest_of([order.text, *(memory.text for memory in memories if memory.id != chosen.id)])
    return Change(
        verb="review",
        summary="a lesson is a standing order from now on",
        lines=(f"- {chosen.text}", f"+ {order.text}"),
        rows=Rows(
            memories=(order,),
            questions=(settled(replace(question, digest=digest), "keep"),),
            texts=() if text is None else (text,),
            planned_on=tuple(memories),
        ),
    )


def left_a_lesson(question: Question, memories: Sequence[Memory]) -> Change:
    return Change(
        verb="review",
        summary="a lesson stays a lesson",
        rows=Rows(questions=(settled(question, "drop"),), planned_on=tuple(memories)),
    )
